// Errors of rendering, and what the browser learns of them. It is apart from ./withheld-errors.ts because every page
// can show one (src/components/ErrorPage.tsx).

import { getRequestEvent, isServer } from "solid-js/web";

/** A name that no library uses. */
export const WITHHELD = "WithheldError";

export function isWithheld(error: unknown): boolean {
  return error instanceof Error && error.name === WITHHELD;
}

/** Logs an error: on the server with the request's name, in the browser to the console. */
export function logError(error: Error): void {
  if (isServer) getRequestEvent()?.locals.context?.logError(error);
  else console.error(error);
}

/** Tells the server's log that a page could not be started in the browser (src/routes/api/page-failure.ts). */
export function reportFailure(error: unknown): void {
  console.error(error);
  const body = error instanceof Error ? error.name : "";
  // A hint for the operator: if it does not arrive, the visitor loses nothing.
  void fetch("/api/page-failure", { method: "POST", body, keepalive: true }).catch(() => {});
}

/** @returns a stack without the colour codes of compilers */
export function withoutColors(stack: string): string {
  return stack.replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g"), "");
}
