// Threat: errors that reveal their message, stack and file paths to the browser, in a page's hydration data
// (src/entry-server.tsx) or in the response to a query or an action (`serialization` in vite.config.ts). In production
// these details go to the log, and the browser learns only that something went wrong.

import { withheldErrors } from "start-kit/withheld-errors";
import { failureOf, logError, WITHHELD } from "./failures";

/** @returns the error that the browser gets instead of an error that is in the log */
function withheldError(): Error {
  return Object.assign(new Error("Something went wrong on the server."), { name: WITHHELD, stack: "" });
}

/** @returns the error that the browser may see */
export function withhold(error: Error): Error {
  return import.meta.env.DEV || failureOf(error).isVisitors ? error : withheldError();
}

// Solid creates an error from a rejected string or object where the value is read, and that error is logged.
export default withheldErrors({ log: logError, withhold, replacement: withheldError });
