// Passes core's log lines to the configured logger. The logger tells the handler which error was thrown. It logs a
// warning once, although core repeats it with every request.

import type { AuthConfig } from "@auth/core";
import { AdapterError, AuthError, EventError, OAuthCallbackError } from "@auth/core/errors";
import type { FlowContext } from "../context.ts";
import { causesOf } from "../visitor-errors.ts";

type Logger = NonNullable<AuthConfig["logger"]>;

/** The maximum length of a provider's issuer in the log, in characters. */
const MAX_ISSUER_LENGTH = 300;

const warned = new Set<string>();

/** A flow's refusal that the log already has. Core wraps such an error more than once. */
const loggedRefusals = new WeakSet<Error>();

/** The logger for one request. */
export function coreLogger({
  config,
  outcome,
  request,
}: Pick<FlowContext, "config" | "outcome"> & { request?: object }): Logger {
  const { logger, debug } = config.core;
  return {
    error(logged) {
      // Core takes an adapter's refusal for a fault of the adapter.
      const refusal = logged instanceof AdapterError ? logged.cause?.err : undefined;
      const error = refusal instanceof AuthError ? refusal : logged;
      const refusalOfProvider = error instanceof OAuthCallbackError && (outcome.providerError ?? refusalIn(error));
      if (refusalOfProvider) {
        const provider = request && "providerId" in request ? request.providerId : undefined;
        error.cause ??= { err: refusalOfProvider, provider };
      }
      if (!(error instanceof EventError)) outcome.thrown = error;
      const { refusal: refused } = outcome;
      if (refused && loggedRefusals.has(refused)) return;
      if (refused) loggedRefusals.add(refused);
      const shown = refused ?? issuerMistake(error) ?? error;
      if (logger?.error) logger.error(shown);
      else console.error("[auth]", shown);
    },
    warn(code) {
      if (warned.has(code)) return;
      warned.add(code);
      // Auth.js's site explains core's codes.
      const shown = /^[\w-]+$/.test(code) ? `${code}. See https://warnings.authjs.dev` : code;
      if (logger?.warn) logger.warn(code);
      else console.warn(`[auth] ${shown}`);
    },
    debug(message, metadata) {
      if (logger?.debug) logger.debug(message, metadata);
      else if (debug) console.debug("[auth]", message, metadata);
    },
  };
}

/** If the token endpoint of Microsoft Entra ID refuses, core keeps the reason only in the message. */
function refusalIn({ message }: Error): Error | undefined {
  const [, error] = message.match(/^OAuth Provider returned an error: ([\w.-]+)/) ?? [];
  return error ? Object.assign(new Error(message), { name: "ResponseBodyError", error }) : undefined;
}

/**
 * @returns advice, if an error of oauth4webapi says that a provider's issuer is not the configured one. Often the two
 *   issuers differ only in the last slash
 */
function issuerMistake(error: Error): Error | undefined {
  const mistake = causesOf(error).find((each) => each instanceof Error && isAboutIssuer(each.cause)) as
    | (Error & { cause: { expected: string; body: { issuer: string } } })
    | undefined;
  if (!mistake) return undefined;
  const { body, expected } = mistake.cause;
  const text = `The OpenID provider says that its issuer is "${String(body.issuer).slice(0, MAX_ISSUER_LENGTH)}", and "${expected}" is configured. Set the issuer to exactly what the provider says, down to the last slash.`;
  return new Error(text, { cause: error });
}

function isAboutIssuer(cause: unknown): boolean {
  const { attribute, expected, body } = (cause ?? {}) as { attribute?: unknown; expected?: unknown; body?: object };
  return attribute === "issuer" && typeof expected === "string" && typeof body === "object";
}
