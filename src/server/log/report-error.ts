// Every error of the server comes here once. To send errors to a service such as Sentry or OpenTelemetry, call the
// service here (docs/deploy/README.md). Errors that visitors cause, such as an expired link, do not come here.

import "server-only";
import { type LogFields, writeEntry } from "./writer";

export interface ErrorReport {
  /** The place of the error, with its stack and its causes. It is redacted: it contains no token, link or address. */
  entry: string;
  /** The error itself, NOT redacted: its message may contain a user's address. Undefined if there is only a message. */
  error: unknown;
  /** The id of the request, which its other log entries and its response also have. */
  fields: LogFields;
}

export function reportError({ entry, fields }: ErrorReport): void {
  writeEntry("error", entry, fields);
}
