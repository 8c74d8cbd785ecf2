import { VISITOR_ERRORS } from "solid-authjs/visitor-errors";
import { describe, expect, it } from "vitest";
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

describe("describeAuthError", () => {
  it.each([...VISITOR_ERRORS, ...OTHERS])("%s has a text without jargon", (type) => {
    const { title, text } = describeAuthError(type);
    expect(title).not.toBe(describeAuthError("nobody knows").title);
    expect(`${title} ${text}`).not.toMatch(/OAuth|CSRF|JWT|token|callback|adapter|WebAuthn/i);
  });

  it.each(["__proto__", "constructor", "<script>", "x".repeat(5000)])(
    "%j is not our failure: the visitor typed it",
    (type) => {
      expect(describeAuthError(type)).toMatchObject({ title: describeAuthError("nobody knows").title, status: 400 });
    },
  );
});
