import { VISITOR_ERRORS } from "solid-authjs/visitor-errors";
import { expect, it } from "vitest";
import { describeAuthError } from "~/messages/auth-errors";

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
