// The errors that visitors cause, by mistake or on purpose. All others are faults of the application or of a provider,
// and could reveal details of the server. This file imports nothing, so that a log can use it.

/** Error types of Auth.js that a visitor may see. */
export const VISITOR_ERRORS: ReadonlySet<string> = new Set([
  "AccessDenied",
  "AccountNotLinked",
  "CredentialsSignin",
  "InvalidCheck",
  "InvalidProvider",
  "MissingCSRF",
  "OAuthAccountNotLinked",
  "OAuthCallbackError",
  "UnknownAction",
  "Verification",
  "WebAuthnVerificationError",
]);

/**
 * Whether visitors cause errors of a type, by mistake or on purpose. Core throws a plain `AuthError` for a passkey
 * response that it refuses. (A callback of the application that throws ends in `AccessDenied` too. That error has a
 * cause.)
 *
 * @param type of an `AuthError`
 */
export function isVisitorError(type: string): boolean {
  return type === "AuthError" || VISITOR_ERRORS.has(type);
}
