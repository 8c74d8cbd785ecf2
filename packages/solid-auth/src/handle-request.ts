// A request is read, goes through the flows that it is for (any of them may answer), then to @auth/core, which does the
// protocol, and back through the flows.

import { Auth } from "@auth/core";
import { OAuthProfileParseError } from "@auth/core/errors";
import type { AuthAction } from "@auth/core/types";
import { changeSetCookies } from "./cookies.ts";
import { coreConfig, coreRequest } from "./core/config.ts";
import { coreLogger } from "./core/logger.ts";
import { CONFIGURATION, classify, type Failure } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { startFlows } from "./flows/index.ts";
import { readRequest } from "./request.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { errorUrl, fail, refuseRequest, send } from "./respond.ts";

/**
 * Answers a request, and never throws for what a visitor sends.
 *
 * @returns the response, and the exchange where the request could be read. `reported.failure` says whether, and how, it
 *   failed
 */
export async function handleRequest(
  request: Request,
  config: ResolvedConfig,
): Promise<{ response: Response; exchange?: Exchange }> {
  const authRequest = await readRequest(request, config);
  if (typeof authRequest === "number") return { response: refuseRequest(request, authRequest, config) };

  const exchange: Exchange = { config, request: authRequest, setCookies: [], reported: {} };
  try {
    const response = send(exchange, await respond(exchange));
    if (response.status >= 500) exchange.reported.failure ??= CONFIGURATION;
    return { response, exchange };
  } catch (error) {
    // The adapter failed outside of core's error handling. No session was created.
    coreLogger(exchange).error?.(error instanceof Error ? error : new Error(String(error)));
    return { response: send(exchange, fail(exchange, CONFIGURATION)), exchange };
  }
}

async function respond(exchange: Exchange): Promise<Response> {
  const { request, reported } = exchange;
  if (!hasItsProvider(request)) return fail(exchange, { error: "InvalidProvider", page: "error" });
  const flows = startFlows(exchange);
  for (const flow of flows) {
    const ended = await flow.before?.();
    if (ended) return toResponse(exchange, ended);
  }

  const response = await Auth(coreRequest(request), coreConfig(exchange, flows));
  if (reported.answer) {
    reported.failure ??= { error: "AccessDenied", page: "error" };
    return reported.answer;
  }
  for (const flow of flows) {
    const replacement = flow.replace?.(response);
    if (replacement) return toResponse(exchange, replacement);
  }

  const headers = new Headers(response.headers);
  const { callbackUrl } = request.names;
  if (IN_BACKGROUND.includes(request.action) && !(callbackUrl in request.cookies))
    changeSetCookies(headers, (line, name) => (name === callbackUrl ? undefined : line));
  const location = headers.get("location");
  if (location && isErrorRedirect(exchange, location)) {
    reported.failure ??= classify(reported.thrown, request.action, request.provider?.type);
    headers.set("location", errorUrl(exchange, reported.failure).href);
    if (reported.failure.error === CONFIGURATION.error) for (const flow of flows) await flow.undo?.();
  } else {
    for (const flow of flows) await flow.after?.(headers);
  }
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Actions that pages call in the background. If the browser sent no callback-URL cookie, core sets one with the
 * response. A late response, after the visitor has pressed a sign-in button, would then make that sign-in lead to the
 * home page.
 */
const IN_BACKGROUND: AuthAction[] = ["session", "webauthn-options"];

function toResponse(exchange: Exchange, ended: Response | Failure): Response {
  return ended instanceof Response ? ended : fail(exchange, ended);
}

/** Whether a request that has to name a configured provider does so. */
function hasItsProvider({ action, provider, providerId }: Exchange["request"]): boolean {
  if (action === "webauthn-options") return provider?.type === "webauthn";
  return provider !== undefined || (providerId === undefined && action !== "callback");
}

function isErrorRedirect({ reported: { thrown, failure }, request }: Exchange, location: string): boolean {
  // Core redirects nowhere after a profile that it cannot read.
  if (thrown instanceof OAuthProfileParseError) return true;
  return (thrown ?? failure) !== undefined && new URL(location, request.url).searchParams.has("error");
}
