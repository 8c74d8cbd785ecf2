// The server's log, on standard output and standard error. No token, link or address goes into it: libraries put them into
// their error messages, so they are blanked out here.

import "server-only";
import { inspect } from "node:util";
import { AuthError } from "@auth/core/errors";
import { getRequestEvent } from "solid-js/web";
import { InvalidEmailAddress, type SolidAuthConfig } from "~/solid-auth";
import { env, LOG_LEVELS, type LogLevel } from "./env";

/** An error's message may hold what a visitor has sent. In characters. */
const MAX_ENTRY_LENGTH = 10_000;
const MAX_CAUSES = 5;

/** Entries that visitors cause, of a kind in a minute. Without a limit an attacker could fill the disk, and hide what matters. */
const MAX_WRONG_TURNS = 10;
const WRONG_TURN_WINDOW_MS = 60 * 1000;
/** In characters. */
const MAX_WRONG_TURN_LENGTH = 300;

function write(level: LogLevel, message: string, maxLength = MAX_ENTRY_LENGTH): void {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(env().logLevel)) return;
  console[level](`${new Date().toISOString()} ${level} ${redact(shorten(message, maxLength))}`);
}

/** Up to a space: half a token would no longer be taken for one. */
function shorten(message: string, maxLength: number): string {
  if (message.length <= maxLength) return message;
  const start = message.slice(0, maxLength);
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
    const wrongTurn = wrongTurnOf(error);
    if (wrongTurn) log.wrongTurn(wrongTurn.kind, `${message}: ${wrongTurn.text}`);
    else write("error", `${message}: ${summarize(error)}`);
  },
  /**
   * For what visitors cause by what they send: one line at info level, and only so many of a kind in a minute.
   *
   * @param kind one of few, and no visitor's text
   * @param message may hold what was sent
   */
  wrongTurn(kind: string, message: string) {
    const count = (wrongTurns.get(kind) ?? 0) + 1;
    wrongTurns.set(kind, count);
    if (count === 1) setTimeout(countLeftOut, WRONG_TURN_WINDOW_MS, kind).unref();
    if (count <= MAX_WRONG_TURNS) write("info", message.replace(/\s+/g, " "), MAX_WRONG_TURN_LENGTH);
  },
};

/** How many there were in the current minute, by kind. */
const wrongTurns = new Map<string, number>();

function countLeftOut(kind: string): void {
  const leftOut = (wrongTurns.get(kind) ?? 0) - MAX_WRONG_TURNS;
  wrongTurns.delete(kind);
  if (leftOut > 0) write("info", `${kind}: ${leftOut} more within a minute, left out here`);
}

/** For an error that stands for one in the log. */
export function markLogged(error: unknown): void {
  if (error instanceof Error) loggedErrors().add(error);
}

/** Errors that a visitor can cause, by a wrong turn or on purpose. */
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

/** @returns what to log of an error that a visitor has caused by what they sent; undefined for a fault of ours, or of a server's */
function wrongTurnOf(error: unknown): { kind: string; text: string } | undefined {
  if (error instanceof InvalidEmailAddress) return { kind: error.name, text: error.name };
  if (isRecipientRefused(error))
    return { kind: "recipient refused", text: `the mail server refuses: ${error.message}` };
  if (!(error instanceof AuthError)) return;
  const kind = `auth: ${error.type}`;
  const cause = error.cause?.err;
  if (cause && PROVIDER_ERRORS.has(cause.name)) return { kind, text: `${error.name}: ${cause.message}` };
  // A callback that throws denies access too, and that is its fault.
  const isFault = error.type === "AccessDenied" && cause && !(cause instanceof AuthError);
  return (EXPECTED.has(error.type) && !isFault) || isSealedElsewhere(error) ? { kind, text: error.type } : undefined;
}

/** There is no such mailbox, says the mail server. (In nodemailer's words. All else that it refuses is for the operator to see to.) */
function isRecipientRefused(error: unknown): error is Error {
  return error instanceof Error && "command" in error && error.command === "RCPT TO";
}

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
    log.error("auth", error);
    // What is rethrown without its wrapping is in the log, too.
    if (error instanceof AuthError) markLogged(error.cause?.err);
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
