// The errors that visitors cause, by mistake or on purpose. All others are faults of the application or of a provider,
// and could reveal details of the server. This file imports nothing of the rest, so that a log can use it.

import { mailRefusalOf } from "./mail-refusals.ts";

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

const MAX_CAUSES = 5;

/** The name of `InvalidEmailAddress`. */
const INVALID = "InvalidEmailAddress";

/** An error of @auth/core. */
interface AuthError extends Error {
  type: string;
  cause?: { err?: Error };
}

/** Whether an error is one of @auth/core, as `instanceof AuthError` would say. */
export function isAuthError(error: unknown): error is AuthError {
  return error instanceof Error && "type" in error && "kind" in error;
}

/** @returns the error, its cause, and so on; those that Auth.js wraps, too */
export function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < MAX_CAUSES; each = causeOf(each)) causes.push(each);
  return causes;
}

function causeOf(error: unknown): unknown {
  if (isAuthError(error)) return error.cause?.err;
  return error instanceof Error ? error.cause : undefined;
}

/** Errors of oauth4webapi for an invalid provider response. Any visitor can submit one. */
const PROVIDER_ERRORS = new Set(["AuthorizationResponseError", "OperationProcessingError", "ResponseBodyError"]);

/**
 * @param error as caught, or as Auth.js hands it to its logger
 * @returns its kind and its log text if a visitor has caused it; undefined for a fault of this or another server
 */
export function visitorErrorOf(error: unknown): { kind: string; text: string } | undefined {
  const causes = causesOf(error);
  if (causes.some((each) => each instanceof Error && each.name === INVALID)) return { kind: INVALID, text: INVALID };
  const refused = causes.find((each) => mailRefusalOf(each) === "no_mailbox");
  if (refused instanceof Error)
    return { kind: "recipient refused", text: `the mail server refuses: ${refused.message}` };
  // Core wraps errors in others: the innermost one tells what happened.
  const outermost = causes.find(isAuthError);
  const innermost = causes.findLast(isAuthError);
  if (!outermost || !innermost) return;
  const kind = `auth: ${outermost.type}`;
  const cause = innermost.cause?.err;
  if (cause && PROVIDER_ERRORS.has(cause.name)) return { kind, text: `${outermost.name}: ${cause.message}` };
  // A callback that throws also ends in AccessDenied. That is a fault of the application.
  const isFault = innermost.type === "AccessDenied" && cause;
  const isExpected = isVisitorError(innermost.type) && !isFault;
  return isExpected || isSealedElsewhere(innermost) ? { kind, text: outermost.type } : undefined;
}

/**
 * Whether a session cookie cannot be decrypted: it is older than a change of AUTH_SECRET or of the session strategy,
 * expired, or forged. The visitor is only signed out. (The names are those of `jose` and of @auth/core's `decode`.)
 */
function isSealedElsewhere({ type, cause }: AuthError): boolean {
  const { code = "", message = "" }: { code?: string; message?: string } = cause?.err ?? {};
  const isOfSession = type === "JWTSessionError" || type === "SignOutError";
  return isOfSession && (/^ERR_J(OSE|WE|WT)_/.test(code) || message === "no matching decryption secret");
}
