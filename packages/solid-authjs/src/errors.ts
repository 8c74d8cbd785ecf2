// Maps the errors that core throws to the page, the `error` and the `code` that the visitor gets. Core reports most
// failures as error=Configuration. A visitor needs to know whether to try again, and how.

import * as errors from "@auth/core/errors";
import type { Action } from "./context.ts";
import { InvalidProfile } from "./profile.ts";
import { isRefusedClient, VISITOR_ERRORS } from "./visitor-errors.ts";

const { AuthError, CredentialsSignin, OAuthProfileParseError, SignInError } = errors;

export interface Failure {
  /** The `error` parameter of the page's URL: an error type of Auth.js. */
  error: string;
  /**
   * The kind of error within its type, in the URL's `code` parameter. The code is public and must not contain a secret.
   */
  code?: string;
  /** The attempts that are left, in the URL's `left` parameter. */
  left?: number;
  page: "signIn" | "error" | "verifyRequest";
}

/** A fault of the application or its configuration: only the log explains it. */
export const CONFIGURATION: Failure = { error: "Configuration", page: "error" };

/** A sign-up by a provider that sent no address of the person, or a text that is not an address. */
export const NO_EMAIL: Failure = { error: "OAuthSignInError", code: "no_email", page: "signIn" };

/** The press was on the page of another user than the signed-in one. Nothing has changed. */
export const OTHER_USER: Failure = { error: "OtherUser", page: "error" };

/** A request that the auth route does not know. */
export const UNKNOWN_ACTION: Failure = { error: "UnknownAction", page: "error" };

/** Errors with several causes, each of which needs its own message. */
const WITH_REASON = new Set(["OAuthCallbackError", "WebAuthnVerificationError"]);

/**
 * @param thrown the last error core logged
 * @param action the request's action
 * @param providerType `type` of the request's provider, if any
 * @param reason the cause that a flow knows
 */
export function classify(
  thrown: Error | undefined,
  action: Action,
  providerType: string | undefined,
  reason?: string,
): Failure {
  if (thrown instanceof AuthError) {
    const page = thrown instanceof SignInError || thrown.type === "InvalidCheck" ? "signIn" : "error";
    if (thrown instanceof CredentialsSignin) return { error: thrown.type, code: thrown.code, page };
    if (WITH_REASON.has(thrown.type)) return { error: thrown.type, code: reason, page };
    if (VISITOR_ERRORS.has(thrown.type)) return { error: thrown.type, page };
    if (thrown.type === "AdapterError") return CONFIGURATION;
  }
  if (providerType === "webauthn") return { error: "WebAuthnVerificationError", code: reason, page: "error" };
  const isOAuth = providerType === "oauth" || providerType === "oidc";
  if (isOAuth && action === "signin") return { error: "OAuthSignInError", page: "signIn" };
  if (isOAuth && thrown instanceof OAuthProfileParseError && thrown.cause?.err instanceof InvalidProfile)
    return { error: "CallbackRouteError", code: "profile", page: "signIn" };
  if (isOAuth && action === "callback")
    return { error: "CallbackRouteError", code: isRefusedClient(thrown) ? "refused" : undefined, page: "signIn" };
  return CONFIGURATION;
}

/**
 * @returns the thrown error if it is one of Auth.js with the failure's type. Otherwise an error with the failure's type
 * and code, whose cause is the thrown error
 */
export function toAuthError(failure: Failure, thrown: Error | undefined): errors.AuthError {
  if (thrown instanceof AuthError && thrown.type === failure.error) return thrown;
  const known = (Object.values(errors).find((Class) => "type" in Class && Class.type === failure.error) ??
    AuthError) as typeof AuthError;
  const error = new known(failure.error, { cause: { err: thrown } });
  return Object.assign(error, { type: failure.error }, failure.code && { code: failure.code });
}
