// Passes core's log lines to the configured logger. The handler learns from it what was thrown. A warning, which core
// would repeat with every request, is logged once.

import type { AuthConfig } from "@auth/core";
import { AdapterError, AuthError, EventError } from "@auth/core/errors";
import type { FlowContext } from "../context.ts";

type Logger = NonNullable<AuthConfig["logger"]>;

const warned = new Set<string>();

/** The logger for one request. */
export function coreLogger({ config, outcome }: Pick<FlowContext, "config" | "outcome">): Logger {
  const { logger, debug } = config.core;
  return {
    error(logged) {
      // Core takes what an adapter refuses for a fault of the adapter.
      const refusal = logged instanceof AdapterError ? logged.cause?.err : undefined;
      const error = refusal instanceof AuthError ? refusal : logged;
      if (!(error instanceof EventError)) outcome.thrown = error;
      if (outcome.isRefusalLogged) return;
      outcome.isRefusalLogged = outcome.refusal !== undefined;
      const shown = outcome.refusal ?? error;
      safely(() => (logger?.error ? logger.error(shown) : console.error("[auth]", shown)));
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

/** If the logger throws, the line is lost, but not the answer. */
function safely(write: () => void): void {
  try {
    write();
  } catch (error) {
    console.error("[auth] The logger threw:", error);
  }
}
