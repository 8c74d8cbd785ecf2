// Core's log lines on their way to the configured logger: the handler learns what was thrown, and a warning that core would
// repeat with every request comes once.

import type { AuthConfig } from "@auth/core";
import { EventError } from "@auth/core/errors";
import type { Exchange } from "../exchange";

type Logger = NonNullable<AuthConfig["logger"]>;

const warned = new Set<string>();

/** The logger for one request. */
export function coreLogger({ config, reported }: Exchange): Logger {
  const { logger, debug } = config.core;
  return {
    error(error) {
      if (!(error instanceof EventError)) reported.thrown = error;
      safely(() => (logger?.error ? logger.error(error) : console.error("[auth]", error)));
    },
    warn(code) {
      if (warned.has(code)) return;
      warned.add(code);
      safely(() =>
        logger?.warn ? logger.warn(code) : console.warn(`[auth] ${code}. See https://warnings.authjs.dev`),
      );
    },
    debug(message, metadata) {
      if (logger?.debug) safely(() => logger.debug?.(message, metadata));
      else if (debug) console.debug("[auth]", message, metadata);
    },
  };
}

/** A logger that throws costs a line of the log, not the answer. */
function safely(write: () => void): void {
  try {
    write();
  } catch (error) {
    console.error("[auth] The logger threw:", error);
  }
}
