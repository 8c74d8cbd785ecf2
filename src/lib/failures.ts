// The one classification of failures, for the server, its log, pages and forms: each failure's status, and who caused
// it. src/messages/errors.ts has the words.

import { getRequestEvent, isServer } from "solid-js/web";
import { isUnanswered } from "start-kit/build";

/** The names of errors of a `fetch` that has waited long enough. */
const GIVEN_UP = ["TimeoutError", "AbortError"];

export interface Failure {
  /** The HTTP status; 0 if no answer came. */
  status: number;
  /**
   * Whether the failure is no fault: the visitor's request was refused, and the visitor reads the error's own message.
   */
  isVisitors: boolean;
  message: string;
  /** Whether the failure is already in the log, or is no fault. */
  isLogged: boolean;
}

/** The name of the error that the browser gets instead of an error that is in the log. */
export const WITHHELD = "WithheldError";

/**
 * The names of refusals (./forbidden.ts), and of answers that do not come from the application (`validateResponses` of
 * packages/start-kit). They stay when the server sends an error to the browser.
 */
const KNOWN = /^(Refusal|Answer):(\d+)$/;

/** @returns an error for an answer that does not come from the application */
export const unexpectedAnswer = (status: number) => Object.assign(new Error(), { name: `Answer:${status}` });

export function failureOf(error: unknown): Failure {
  const { name = "", message = "" } = error instanceof Error ? error : {};
  const [, kind, digits] = KNOWN.exec(name) ?? [];
  const isLost = !isServer && (isUnanswered(error) || GIVEN_UP.includes(name));
  return {
    status: digits ? Number(digits) : isLost ? 0 : 500,
    isVisitors: kind === "Refusal",
    message,
    isLogged: kind !== undefined || isLost || name === WITHHELD,
  };
}

/** Logs an error: on the server with the name of the request, in the browser to the console. */
export function logError(error: Error): void {
  if (isServer) getRequestEvent()?.locals.context?.logError(error);
  else console.error(error);
}

/** @returns a stack without the colour codes of compilers */
export function withoutColors(stack: string): string {
  return stack.replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g"), "");
}
