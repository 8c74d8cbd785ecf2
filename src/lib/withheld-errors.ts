// Threat: errors that reveal their message, stack and file paths to the browser, in a page's hydration data
// (src/entry-server.tsx) or in the response to a query or an action (`serialization` in vite.config.ts). In production
// these details go to the log, and the browser learns only that something went wrong.

import { withheldErrors } from "start-kit/withheld-errors";
import { isForbidden } from "./forbidden";
import { logError, standIns } from "./log-error";

/** @returns the error that the browser may see */
export function withhold(error: Error): Error {
  if (import.meta.env.DEV || isForbidden(error)) return error;
  return anonymousError();
}

function anonymousError(): Error {
  return Object.assign(new Error("Something went wrong on the server."), { stack: "" });
}

/** Solid creates an error from a rejected string or object where the value is read, and that error is logged. */
function standIn(): Error {
  const error = anonymousError();
  standIns.add(error);
  return error;
}

export default withheldErrors({ log: logError, withhold, replacement: standIn });
