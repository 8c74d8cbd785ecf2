// Errors of rendering. It is a file of its own because every page can show one (src/components/Broken.tsx).

import { getRequestEvent, isServer } from "solid-js/web";
import { isForbidden } from "./forbidden";

/** Replacements for thrown values that are logged elsewhere. */
export const standIns = new WeakSet<Error>();

/** Logs an error: on the server with the request's name, unless it is already logged; in the browser to the console. */
export function logError(error: Error): void {
  if (!isServer) console.error(error);
  else if (!isForbidden(error) && !standIns.has(error)) getRequestEvent()?.locals.context?.logError(error);
}

/** @returns the stack without the colour codes of compilers */
export function readableStack({ stack, message }: Error): string {
  return (stack || message).replace(COLORS, "");
}

const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
