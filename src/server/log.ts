// The server's log, on standard output and standard error. No token, link or address goes into it: libraries put them into
// their error messages, so they are blanked out here.

import "server-only";
import { AuthError } from "@auth/core/errors";
import type { SolidAuthConfig } from "~/solid-auth";
import { env, LOG_LEVELS, type LogLevel } from "./env";

function write(level: LogLevel, message: string): void {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(env().logLevel)) return;
  console[level](`${new Date().toISOString()} ${level} ${redact(message)}`);
}

const ADDRESS = /[^\s"(),:;<>[\\\]?&@/]+(?:@|%40)[\p{L}\p{N}.-]+/gu;
/** Session tokens, link tokens, JWTs and what a provider hands out are all longer runs than a word in a stack trace. */
const TOKEN = /[\w-]{32,}/g;

function redact(message: string): string {
  // Whatever a visitor sends stays part of its entry: only we begin a line at its start.
  return message
    .replace(ADDRESS, "[address]")
    .replace(TOKEN, "[token]")
    .replace(/[\r\n]+/g, "\n  ");
}

export const log = {
  debug: (message: string) => write("debug", message),
  info: (message: string) => write("info", message),
  warn: (message: string) => write("warn", message),
  error: (message: string, error?: unknown) =>
    write("error", error === undefined ? message : `${message}: ${summarize(error)}`),
};

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

/** @auth/core's log. Its debug lines hold tokens and cookies, so they go nowhere. */
export const authLogger: SolidAuthConfig["logger"] = {
  error(error) {
    const cause = error instanceof AuthError ? error.cause?.err : undefined;
    if (error instanceof AuthError && EXPECTED.has(error.type)) write("info", `auth: ${error.type}`);
    else if (cause && PROVIDER_ERRORS.has(cause.name)) write("warn", `auth: ${error.name}: ${cause.message}`);
    else write("error", `auth: ${summarize(error)}`);
  },
  warn: (code) => write("warn", `auth: ${code}`),
  debug: () => {},
};

function summarize(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof AuthError ? error.cause?.err : undefined;
  return cause ? `${error.name}: ${summarize(cause)}` : (error.stack ?? `${error.name}: ${error.message}`);
}
