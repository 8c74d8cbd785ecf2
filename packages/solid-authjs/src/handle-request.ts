// Reads a request, and runs it through its flows, any of which may answer. Then @auth/core does the protocol, and the
// response goes back through the flows.

import { Auth } from "@auth/core";
import { OAuthProfileParseError } from "@auth/core/errors";
import type { Action, Flow, FlowContext } from "./context.ts";
import { callbackUrlCookie, changeSetCookies } from "./cookies.ts";
import { coreConfig, coreRequest } from "./core/config.ts";
import { coreLogger } from "./core/logger.ts";
import { CONFIGURATION, classify, type Failure, UNKNOWN_ACTION } from "./errors.ts";
import { startFlows } from "./flows/index.ts";
import { readRequest } from "./request.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { errorUrl, finishedResponse, redirectToError, refusalResponse } from "./responses.ts";

/**
 * Answers a request, and never throws because of a visitor's input.
 *
 * @returns the response, and the context if the request could be read. `outcome.failure` says whether, and how, it
 *   failed
 */
export async function handleRequest(
  request: Request,
  config: ResolvedConfig,
): Promise<{ response: Response; context?: FlowContext }> {
  const authRequest = await readRequest(request, config);
  if (typeof authRequest === "number") return { response: refusalResponse(request, authRequest, config) };

  const context: FlowContext = { config, request: authRequest, setCookies: [], outcome: {} };
  try {
    const answer = finishedResponse(context, await responseTo(context));
    const response = request.method === "HEAD" ? new Response(null, answer) : answer;
    if (response.status >= 400) context.outcome.failure ??= response.status < 500 ? UNKNOWN_ACTION : CONFIGURATION;
    return { response, context };
  } catch (error) {
    // The adapter failed outside of core's error handling. No session was created.
    coreLogger(context).error?.(error instanceof Error ? error : new Error(String(error)));
    context.outcome.failure = CONFIGURATION;
    const answer = IN_BACKGROUND.includes(authRequest.action)
      ? Response.json({ message: "The database cannot be read now." }, { status: 500 })
      : redirectToError(context, CONFIGURATION);
    return { response: finishedResponse(context, answer), context };
  }
}

async function responseTo(context: FlowContext): Promise<Response> {
  const { request, outcome } = context;
  if (!hasItsProvider(request)) return redirectToError(context, { error: "InvalidProvider", page: "error" });
  const flows = startFlows(context);
  for (const flow of flows) {
    const ended = await flow.before?.();
    if (ended) return endingResponse(context, ended);
  }

  const response = await Auth(coreRequest(request), coreConfig(context, flows));
  if (outcome.response) {
    outcome.failure ??= { error: "AccessDenied", page: "error" };
    return outcome.response;
  }
  for (const flow of flows) {
    const replacement = flow.replace?.(response);
    if (replacement) return endingResponse(context, replacement);
  }

  const headers = new Headers(response.headers);
  const { callbackUrl, csrf } = request.names;
  if (IN_BACKGROUND.includes(request.action))
    changeSetCookies(headers, (line, name) =>
      [callbackUrl, csrf].includes(name) && !(name in request.cookies) ? undefined : line,
    );
  const remembered = request.cookies[callbackUrl];
  // The application may have remembered the page only for minutes. A sign-in that has begun may take longer.
  const chosen = request.body.callbackUrl ?? request.url.searchParams.get("callbackUrl");
  if (request.action === "signin" && request.method === "POST" && remembered && !chosen)
    context.setCookies.push(callbackUrlCookie(context.config, request, remembered));
  const location = headers.get("location");
  if (location && isErrorRedirect(context, location)) {
    outcome.failure ??= classify(outcome.thrown, request.action, request.provider?.type, reasonOf(flows));
    headers.set("location", errorUrl(context, outcome.failure).href);
  } else {
    for (const flow of flows) await flow.after?.(headers);
  }
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Actions that pages call in the background. If the browser sent no callback-URL or CSRF cookie, core sets one with the
 * response. A late response then does harm: the visitor's sign-in leads to the home page, or the page's new token no
 * longer fits its cookie.
 */
const IN_BACKGROUND: Action[] = ["session", "webauthn-options"];

/** @returns why the request has failed, by the first flow that knows it */
function reasonOf(flows: Flow[]): string | undefined {
  for (const flow of flows) {
    const reason = flow.reason?.();
    if (reason) return reason;
  }
}

function endingResponse(context: FlowContext, ended: Response | Failure): Response {
  return ended instanceof Response ? ended : redirectToError(context, ended);
}

/** Whether a request names a configured provider, if it has to. */
function hasItsProvider({ action, provider, providerId }: FlowContext["request"]): boolean {
  if (action === "webauthn-options") return provider?.type === "webauthn";
  return provider !== undefined || (providerId === undefined && action !== "callback");
}

function isErrorRedirect({ outcome: { thrown, failure }, request }: FlowContext, location: string): boolean {
  // If core cannot read a profile, it does not redirect.
  if (thrown instanceof OAuthProfileParseError) return true;
  return (thrown ?? failure) !== undefined && new URL(location, request.url).searchParams.has("error");
}
