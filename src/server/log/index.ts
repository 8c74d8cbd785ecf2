// The server's log, on standard output: one line per request (src/server/middleware/request-log.ts), one per event of
// an account, and errors. It contains no token, link or address. Libraries put these into their error messages, so this
// file removes them. Entries name users by their ids.

import "server-only";
import { inspect } from "node:util";
import { redact } from "solid-authjs/redact";
import { causesOf, isAuthError, visitorErrorOf } from "solid-authjs/visitor-errors";
import { failureOf } from "~/lib/failures";
import { engines } from "~/server/engines";
import type { LogLevel } from "~/server/env";
import { requestEvent } from "~/server/request-event";
import { reportError } from "./report-error";
import { isWritten, type LogFields, writeEntry } from "./writer";

/** How many characters of an entry are kept: an error's message may contain a visitor's input. */
const MAX_ENTRY_LENGTH = 10_000;

/**
 * How many entries of one kind visitors can cause per minute. Without a limit an attacker could fill the disk and hide
 * other entries.
 */
const MAX_VISITOR_ERRORS = 10;
const VISITOR_ERROR_WINDOW_MS = 60 * 1000;
/** The maximum length of such an entry, in characters. */
const MAX_VISITOR_ERROR_LENGTH = 300;
const MAX_LOGGED_PATH_LENGTH = 300;

function write(level: LogLevel, message: string, fields: LogFields = {}, maxLength = MAX_ENTRY_LENGTH): void {
  if (isWritten(level)) writeEntry(level, redact(shorten(message, maxLength)), { ...fields, ...requestFields() });
}

/** Fields that all entries of a request have, and those of a timer or a job that it has started. */
function requestFields(): LogFields {
  const requestId = requestEvent()?.locals.context?.requestId;
  return requestId ? { requestId } : {};
}

/** Cuts at a space, because half of a token is not redacted. */
function shorten(message: string, maxLength: number): string {
  if (message.length <= maxLength) return message;
  const start = message.slice(0, maxLength);
  return `${start.slice(0, Math.max(0, start.search(/\s\S*$/)))} (and so on)`;
}

/**
 * Whether an error is not yet in the log. Several places log the same failure, because each may be the only place that
 * sees it: the first one makes the entry. (The next request may fail with the same object, from a cached promise. Then
 * the error gets a new entry.)
 *
 * @param causes the error, its cause, and so on: libraries throw them again, alone or in another error
 */
function isNew(causes: unknown[]): boolean {
  const { loggedErrors = new WeakSet() } = requestEvent()?.locals.context ?? {};
  const errors = causes.filter((each) => each instanceof Error);
  const isLogged = errors.some((each) => loggedErrors.has(each));
  for (const each of errors) loggedErrors.add(each);
  return !isLogged;
}

export const log = {
  debug: (message: string) => write("debug", message),
  info: (message: string) => write("info", message),
  warn: (message: string) => write("warn", message),
  /**
   * @param message says where the error was caught
   * @param error is logged with its stack, once in a request. It is not logged if it only replaces an error that is in
   *   the log, or if it is a refusal, such as `forbidden()`
   */
  error(message: string, error?: unknown) {
    if (error === undefined) return report(message, error);
    const causes = causesOf(error);
    if (failureOf(error).isLogged || !isNew(causes)) return;
    const unavailable = causes.find(engines.isUnavailable);
    if (unavailable instanceof Error) return reportUnavailable(message, unavailable);
    const visitorError = visitorErrorOf(error);
    if (!visitorError) return report(`${message}: ${summarize(error)}`, error);
    const { kind, text, level } = visitorError;
    if (level === "error") report(`${message}: ${text}`, error);
    else log.visitorError(kind, `${message}: ${text}`, level);
  },
  /**
   * Logs an event of an account, such as a sign-in or a new passkey.
   *
   * @param message a fixed text without visitor input
   * @param fields ids, such as the user's
   */
  event: (message: string, fields: LogFields) => write("info", message, fields),
  /** One line per request. Requests at level "debug" are not logged by default. */
  request(level: "info" | "debug", { method, path, status, ms, requestId }: RequestEntry) {
    if (!isWritten(level)) return;
    const shown = redact(path).slice(0, MAX_LOGGED_PATH_LENGTH);
    writeEntry(level, undefined, { method, path: shown, status, ms: Math.round(ms * 10) / 10, requestId });
  },
  /**
   * Logs a failure that a visitor's input or a provider's answer has caused: one line each, and a limited number of one
   * kind and level per minute.
   *
   * @param kind a fixed text without visitor input
   * @param message may contain visitor input
   * @param level a warning if the operator has to know
   */
  visitorError(kind: string, message: string, level: "info" | "warn" = "info") {
    // Visitors who cancel must not use up the limit of a warning.
    const counted = level === "info" ? kind : `${kind}, warnings`;
    const count = (visitorErrors.get(counted) ?? 0) + 1;
    visitorErrors.set(counted, count);
    if (count === 1) setTimeout(countLeftOut, VISITOR_ERROR_WINDOW_MS, counted).unref();
    if (count <= MAX_VISITOR_ERRORS) write(level, message.replace(/\s+/g, " "), {}, MAX_VISITOR_ERROR_LENGTH);
  },
};

interface RequestEntry {
  method: string;
  /** The path, without the query, which can contain a token. */
  path: string;
  status: number;
  /** How many milliseconds pass until the response begins. */
  ms: number;
  requestId: string;
}

function report(message: string, error: unknown): void {
  reportError({ entry: redact(shorten(message, MAX_ENTRY_LENGTH)), error, fields: requestFields() });
}

/**
 * During an outage each request fails in the same way, so the entry has no stack. The middleware answers with 503
 * (src/server/middleware/errors.ts).
 */
function reportUnavailable(message: string, error: Error): void {
  report(`${message}: the database is unavailable: ${error.message.trim().split("\n").at(-1)}`, error);
}

/** How many entries of each kind the current minute has. */
const visitorErrors = new Map<string, number>();

function countLeftOut(kind: string): void {
  const leftOut = (visitorErrors.get(kind) ?? 0) - MAX_VISITOR_ERRORS;
  visitorErrors.delete(kind);
  if (leftOut > 0) write("info", `${kind}: ${leftOut} more within a minute, left out here`);
}

function summarize(error: unknown): string {
  return causesOf(error)
    .map((each, index, { length }) => {
      if (!(each instanceof Error)) return inspect(each);
      // The stack of an AuthError that wraps another error is not useful.
      if (isAuthError(each) && index + 1 < length) return `${each.name}: `;
      return `${each.stack || `${each.name}: ${each.message}`}${index + 1 < length ? "\ncaused by " : ""}`;
    })
    .join("");
}
