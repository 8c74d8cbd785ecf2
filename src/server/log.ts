// The server's log, on standard output and standard error. No token, link or address goes into it: libraries put them into
// their error messages, so they are blanked out here.

import "server-only";
import { inspect } from "node:util";
import { AuthError } from "@auth/core/errors";
import { getRequestEvent } from "solid-js/web";
import type { SolidAuthConfig } from "~/solid-auth";
import { env, LOG_LEVELS, type LogLevel } from "./env";

/** An error's message may hold what a visitor has sent. In characters. */
const MAX_ENTRY_LENGTH = 10_000;
const MAX_CAUSES = 5;

function write(level: LogLevel, message: string): void {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(env().logLevel)) return;
  console[level](`${new Date().toISOString()} ${level} ${redact(shorten(message))}`);
}

/** Up to a space: half a token would no longer be taken for one. */
function shorten(message: string): string {
  if (message.length <= MAX_ENTRY_LENGTH) return message;
  const start = message.slice(0, MAX_ENTRY_LENGTH);
  return `${start.slice(0, Math.max(0, start.search(/\s\S*$/)))} (and so on)`;
}

/** From the beginning of a word only: tried from each of its characters, it would take the square of the word's length. */
const ADDRESS = /(?<![^\s"(),:;<>[\\\]?&@/])[^\s"(),:;<>[\\\]?&@/]+(?:@|%40)[\p{L}\p{N}.-]+/gu;
/** Session tokens, link tokens, JWTs and what a provider hands out are all longer runs than a word in a stack trace. */
const TOKEN = /[\w-]{32,}/g;

function redact(message: string): string {
  // Whatever a visitor sends stays part of its entry: only we begin a line at its start.
  return message
    .replace(ADDRESS, "[address]")
    .replace(TOKEN, "[token]")
    .replace(/[\r\n]+/g, "\n  ");
}

/**
 * The errors of this request that are logged. A failure passes several places on its way to the visitor, and each of them logs it,
 * since any may be the only one. (The next request may fail with the same object, from a promise that was kept: another entry.)
 */
function loggedErrors(): WeakSet<Error> {
  return getRequestEvent()?.locals.context?.loggedErrors ?? new WeakSet();
}

function isLogged(error: unknown): boolean {
  return causesOf(error).some((each) => each instanceof Error && loggedErrors().has(each));
}

/** The error, then what has caused it, and so on. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < MAX_CAUSES; each = causeOf(each)) causes.push(each);
  return causes;
}

function causeOf(error: unknown): unknown {
  if (error instanceof AuthError) return error.cause?.err;
  return error instanceof Error ? error.cause : undefined;
}

export const log = {
  debug: (message: string) => write("debug", message),
  info: (message: string) => write("info", message),
  warn: (message: string) => write("warn", message),
  /** @param error what was thrown: it comes with its stack, and once, however often it is logged */
  error(message: string, error?: unknown) {
    if (error === undefined) return write("error", message);
    if (isLogged(error)) return;
    markLogged(error);
    write("error", `${message}: ${summarize(error)}`);
  },
};

/** For an error that stands for one in the log. */
export function markLogged(error: unknown): void {
  if (error instanceof Error) loggedErrors().add(error);
}

/** What a visitor can cause by a wrong turn is worth a line, not a stack trace. */
const EXPECTED = new Set([
  "AccessDenied",
  "AccountNotLinked",
  "AuthError",
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

/** What a provider's answer that makes no sense ends in, in the words of oauth4webapi: anybody can bring one. */
const PROVIDER_ERRORS = new Set(["AuthorizationResponseError", "OperationProcessingError", "ResponseBodyError"]);

/**
 * A session cookie that does not open: from before a change of AUTH_SECRET or of the session strategy, expired, or made up. Its
 * visitor is signed out, and that is all. (The names are those of `jose` and of @auth/core's `decode`.)
 */
function isSealedElsewhere({ type, cause }: AuthError): boolean {
  const { code = "", message = "" }: { code?: string; message?: string } = cause?.err ?? {};
  const isOfSession = type === "JWTSessionError" || type === "SignOutError";
  return isOfSession && (/^ERR_J(OSE|WE|WT)_/.test(code) || message === "no matching decryption secret");
}

/** @auth/core's log. Its debug lines hold tokens and cookies, so they go nowhere. */
export const authLogger: SolidAuthConfig["logger"] = {
  error(error) {
    if (isLogged(error)) return;
    const cause = error instanceof AuthError ? error.cause?.err : undefined;
    for (const each of [error, cause]) markLogged(each);
    if (error instanceof AuthError && (EXPECTED.has(error.type) || isSealedElsewhere(error)))
      write("info", `auth: ${error.type}`);
    else if (cause && PROVIDER_ERRORS.has(cause.name)) write("warn", `auth: ${error.name}: ${cause.message}`);
    else write("error", `auth: ${summarize(error)}`);
  },
  // Auth.js calls passkeys experimental. The configuration turns them on knowing that.
  warn: (code) => code !== "experimental-webauthn" && write("warn", `auth: ${code}`),
  debug: () => {},
};

function summarize(error: unknown): string {
  return causesOf(error)
    .map((each, index, { length }) => {
      if (!(each instanceof Error)) return inspect(each);
      // Where Auth.js wraps an error tells nothing.
      if (each instanceof AuthError && index + 1 < length) return `${each.name}: `;
      return `${each.stack || `${each.name}: ${each.message}`}${index + 1 < length ? "\ncaused by " : ""}`;
    })
    .join("");
}
