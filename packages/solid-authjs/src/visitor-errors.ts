// The errors that visitors cause, by mistake or on purpose. All others are faults of the application or of a provider,
// and could reveal details of the server. This file imports no other file of the package, so that a log can use it.

import { isMailError, levelOfMailError } from "./mail-refusals.ts";

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
  cause?: { err?: Error; provider?: unknown };
}

/** Whether an error is one of @auth/core, as `instanceof AuthError` checks. */
export function isAuthError(error: unknown): error is AuthError {
  return error instanceof Error && "type" in error && "kind" in error;
}

/** @returns the error, its cause, and so on, including the errors that Auth.js wraps */
export function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < MAX_CAUSES; each = causeOf(each)) causes.push(each);
  return causes;
}

function causeOf(error: unknown): unknown {
  if (isAuthError(error)) return error.cause?.err;
  return error instanceof Error ? error.cause : undefined;
}

/** An unexpected answer of a provider. The log has its message in one line, as a warning. */
export class UnusableAnswer extends Error {
  override name = "UnusableAnswer";
}

/** Errors about a provider's response, most of them from oauth4webapi. Any visitor can submit some of them. */
const PROVIDER_ERRORS = new Set([
  "AuthorizationResponseError",
  "OperationProcessingError",
  "ResponseBodyError",
  "UnusableAnswer",
  "WWWAuthenticateChallengeError",
]);

/** The provider's error for a visitor who pressed "Cancel" (RFC 6749, 4.1.2.1). */
export const CANCELLED = "access_denied";

/** The visitor has to do something at the provider first (OpenID Connect Core 1.0, 3.1.2.6). */
export const INTERACTION_ERRORS: ReadonlySet<string> = new Set([
  "consent_required",
  "interaction_required",
  "login_required",
]);

/**
 * A code that was already used, or comes too late: the visitor may have pressed Back. GitHub has another name for this
 * error.
 */
const CODE_ERRORS = new Set(["bad_verification_code", "invalid_grant"]);

/** The maximum length of a provider's description in the log, in characters. */
const MAX_DESCRIPTION_LENGTH = 200;

interface ProviderError extends Error {
  error?: string;
  error_description?: string;
  status?: number;
}

/** An error that a visitor, a provider or a mail server has caused: a stack of this server does not explain it. */
interface ForeignError {
  /** A fixed text without visitor input. */
  kind: string;
  /** The text for the log. */
  text: string;
  /**
   * A warning if the operator has to know, because the next visitor may fail in the same way. An error if every visitor
   * will fail.
   */
  level: "info" | "warn" | "error";
}

/**
 * @param error a caught error, or one that Auth.js hands to its logger
 * @returns its kind and its log text if a visitor, a provider or a mail server has caused it; undefined for a fault of
 *   this server, or of another server that it needs
 */
export function visitorErrorOf(error: unknown): ForeignError | undefined {
  const level = "info";
  const causes = causesOf(error);
  if (causes.some((each) => each instanceof Error && each.name === INVALID))
    return { kind: INVALID, text: INVALID, level };
  const mailError = causes.find(isMailError);
  if (mailError) {
    const wrapped = causes.filter((each) => each instanceof Error && !isAuthError(each)) as Error[];
    const said = wrapped.map(({ message }) => message).join(": ");
    const what = mailError.response ? "the mail server refuses" : "the mail server cannot be used";
    return { kind: "mail refused", text: oneLine(`${what}: ${said}`), level: levelOfMailError(mailError) };
  }
  // Core wraps errors in others: the innermost one has the cause.
  const outermost = causes.find(isAuthError);
  const innermost = causes.findLast(isAuthError);
  if (!outermost || !innermost) return;
  const kind = `auth: ${outermost.type}`;
  const cause = innermost.cause?.err;
  if (cause && PROVIDER_ERRORS.has(cause.name))
    return { kind, text: `${outermost.name}: ${describe(innermost, cause)}`, level: levelOf(cause) };
  // A callback that throws also ends in AccessDenied. That is a fault of the application.
  const isFault = innermost.type === "AccessDenied" && cause;
  const isExpected = isVisitorError(innermost.type) && !isFault;
  if (!isExpected && !isSealedElsewhere(innermost)) return undefined;
  const reason = PASSKEY_ERRORS.has(outermost.type) ? reasonOf(cause ?? innermost) : "";
  return { kind, text: [...new Set([outermost.type, reason])].filter(Boolean).join(": "), level };
}

/**
 * Passkeys are refused for many reasons. Most of them are about an authenticator, and users read the same message for
 * each.
 */
const PASSKEY_ERRORS = new Set(["AccessDenied", "AuthError", "InvalidCheck", "WebAuthnVerificationError"]);

/** @returns an error's message, without the address that Auth.js adds to its own errors */
function reasonOf({ message }: Error): string {
  return printable(message.replace(/(?:\. )?Read more at https:\/\/errors\.authjs\.dev\S*$/, ""));
}

/** @returns the provider, its code and its description, each cut, and without control characters and line breaks */
function describe({ cause: { provider } = {} }: AuthError, error: ProviderError): string {
  const { error_description: description = error.error_description ?? error.message } = detailsOf(error);
  const parts = [provider && `provider ${provider}`, codeOf(error), description];
  return parts.filter(Boolean).map(printable).join(": ");
}

function printable(text: unknown): string {
  return oneLine(String(text)).slice(0, MAX_DESCRIPTION_LENGTH).trim();
}

const oneLine = (text: string) => text.replace(/[\p{C}\p{Z}]+/gu, " ");

/** The provider's error code. A server that refuses the client may answer only with a status and a challenge. */
function codeOf(error: ProviderError): string | undefined {
  return error.error ?? detailsOf(error).error ?? (error.status === 401 ? "invalid_client" : undefined);
}

/** The error in the header WWW-Authenticate, or in a body with status 200: GitHub refuses in that way. */
function detailsOf({ cause }: ProviderError): { error?: string; error_description?: string } {
  const [challenge]: { parameters?: object }[] = Array.isArray(cause) ? cause : [];
  const { body }: { body?: object } = cause ?? {};
  return challenge?.parameters ?? body ?? {};
}

function levelOf(error: ProviderError): "info" | "warn" {
  const code = codeOf(error) ?? "";
  return code === CANCELLED || INTERACTION_ERRORS.has(code) ? "info" : "warn";
}

/** Whether a provider has refused this application, so that another attempt cannot succeed. */
export function isRefusedClient(error: unknown): boolean {
  const code = causesOf(error)
    .filter((each): each is ProviderError => each instanceof Error && PROVIDER_ERRORS.has(each.name))
    .map(codeOf)[0];
  return code !== undefined && !CODE_ERRORS.has(code);
}

/**
 * Whether a session cookie cannot be decrypted: it is older than a change of AUTH_SECRET or of the session strategy,
 * has expired, or is forged. The visitor is only signed out. (The names are those of `jose` and of @auth/core's
 * `decode`.)
 */
function isSealedElsewhere({ type, cause }: AuthError): boolean {
  const { code = "", message = "" }: { code?: string; message?: string } = cause?.err ?? {};
  const isOfSession = type === "JWTSessionError" || type === "SignOutError";
  return isOfSession && (/^ERR_J(OSE|WE|WT)_/.test(code) || message === "no matching decryption secret");
}
