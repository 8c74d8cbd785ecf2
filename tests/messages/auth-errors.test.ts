import { VISITOR_ERRORS } from "solid-authjs/visitor-errors";
import { expect, it } from "vitest";
import { describeAuthError, describeTriesLeft } from "~/messages/auth-errors";

/** The others that visitors see: faults of this server and of others, and steps that come first. */
const OTHERS = [
  "AlreadyRegistered",
  "CallbackRouteError",
  "Configuration",
  "EmailSignInError",
  "FreshSignInRequired",
  "OAuthSignInError",
  "OtherUser",
  "SessionRequired",
];

it.each([...VISITOR_ERRORS, ...OTHERS])("the error %s has a text without jargon", (type) => {
  const { title, text } = describeAuthError(type);
  expect(title).not.toBe(describeAuthError("nobody knows").title);
  expect(`${title} ${text}`).not.toMatch(/OAuth|CSRF|JWT|token|callback|adapter|WebAuthn/i);
});

it("a mistyped code's page says how many tries are left, each number in its own words, and nothing of other values", () => {
  const said = ["0", "1", "2", "9"].map(describeTriesLeft).filter(Boolean);
  expect(new Set(said).size, said.join("\n")).toBe(4);
  for (const other of [undefined, "", "-1", "10", "1e9", "Infinity", "many"]) expect(describeTriesLeft(other)).toBe("");
});
