// The answers of the auth route that are ours rather than core's, and the finishing touches on core's.

import { OAuthProfileParseError, SignOutError } from "@auth/core/errors";
import { expireCookie, expireSessionCookie, isSessionCookie, nameOf, sealCookie } from "./cookies";
import { endSession } from "./core/adapter";
import { newSessionToken } from "./crypto";
import { classify, type Failure } from "./errors";
import type { Flow } from "./flow";
import { type BadRequest, canonicalUrl } from "./request";
import type { ResolvedConfig } from "./resolve";

/** Core's own lifetime for mail links, in seconds, where the provider sets none. */
const DEFAULT_LINK_MAX_AGE_SECONDS = 24 * 60 * 60;

const NO_STORE = "private, no-cache, no-store";

/** Core's answer, with our cookies, a renewed session where rights grew, and errors that say what happened. */
export async function finish(flow: Flow, response: Response): Promise<Response> {
  if (flow.answer) return send(flow, flow.answer);
  // Core answers "signed out" here, and takes the cookie away.
  if (flow.isSessionUnknown) return send(flow, unreadableSession());
  // Core says goodbye and takes the cookie away, though the session is still in the database.
  if (flow.thrown instanceof SignOutError && flow.config.strategy === "database")
    return fail(flow, { error: "Configuration", page: "error" });

  const headers = new Headers(response.headers);
  const location = headers.get("location");
  // Core answers whatever throws before it has looked for the session with a redirect.
  if (location && flow.request.action === "session") return send(flow, unreadableSession());
  if (location && hasFailed(flow, location)) {
    flow.failure ??= classify(flow.thrown, flow.request.action, flow.provider?.type);
    headers.set("location", errorUrl(flow, flow.failure).href);
  } else {
    await settleSession(flow, headers);
    await settleMailRequest(flow, headers);
    flow.setCookies.push(...flow.setCookiesOnSuccess);
  }
  if (flow.redirect) headers.set("location", flow.redirect);
  return send(flow, new Response(response.body, { status: response.status, headers }));
}

function unreadableSession(): Response {
  return Response.json({ message: "The session cannot be read now." }, { status: 500 });
}

/** Ends a flow on one of the application's pages, with words for what went wrong. */
export function fail(flow: Flow, failure: Failure): Response {
  flow.failure = failure;
  return redirectTo(flow, errorUrl(flow, failure));
}

/** Ends a flow with a redirect. */
export function redirectTo(flow: Flow, url: URL): Response {
  return send(flow, new Response(null, { status: 302, headers: { location: url.href } }));
}

/** Ends a request for passkey options. */
export function refuseOptions(flow: Flow, status: 401 | 403, message: string): Response {
  return send(flow, Response.json({ error: message }, { status }));
}

/** What is not a request for the auth route at all: plain words for a person, the status for a program. */
export function refuse(request: Request, status: BadRequest, config: ResolvedConfig): Response {
  const headers = new Headers({ "cache-control": NO_STORE });
  if (status === 405) headers.set("allow", "GET, POST");
  const wantsPage = request.method === "GET" && request.headers.get("accept")?.includes("text/html");
  if (!wantsPage) return Response.json({ message: REFUSALS[status] }, { status, headers });
  const page = new URL(config.core.pages?.error ?? `${config.basePath}/error`, canonicalUrl(request, config));
  page.search = String(new URLSearchParams({ error: "UnknownAction" }));
  headers.set("location", page.href);
  return new Response(null, { status: 302, headers });
}

const REFUSALS = {
  400: "The request could not be read.",
  404: "There is nothing at this address.",
  405: "Only GET and POST are answered here.",
} satisfies Record<BadRequest, string>;

/** Adds our cookies, keeps caches away, and turns a redirect into JSON for clients that asked for that. */
function send(flow: Flow, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const line of flow.setCookies) headers.append("set-cookie", line);
  if (!headers.has("cache-control")) headers.set("cache-control", NO_STORE);

  const location = headers.get("location");
  if (!location || !flow.request.headers.has("x-auth-return-redirect"))
    return new Response(response.body, { status: response.status, headers });
  headers.delete("location");
  return Response.json({ url: location }, { headers });
}

function hasFailed({ thrown, failure, request }: Flow, location: string): boolean {
  // Core follows up a profile it cannot read with a redirect to nowhere.
  if (thrown instanceof OAuthProfileParseError) return true;
  return (thrown ?? failure) !== undefined && new URL(location, request.url).searchParams.has("error");
}

function errorUrl({ config, request }: Flow, failure: Failure): URL {
  const page = config.core.pages?.[failure.page] ?? `${config.basePath}/${failure.page.toLowerCase()}`;
  const url = new URL(page, request.url.origin);
  url.searchParams.set("error", failure.error);
  if (failure.code) url.searchParams.set("code", failure.code);
  const callbackUrl = request.body.callbackUrl ?? request.url.searchParams.get("callbackUrl");
  // So that the next try still ends where the visitor was going.
  if (typeof callbackUrl === "string" && failure.page === "signIn") url.searchParams.set("callbackUrl", callbackUrl);
  return url;
}

/** After a sign-in: the old session ends and its cookies go. After an account was added: the token changes. */
async function settleSession(flow: Flow, headers: Headers): Promise<void> {
  const { config, request, sessionToken } = flow;
  if (request.action !== "callback") return;
  const set = headers.getSetCookie().map(nameOf);
  const isRenewed = set.some((name) => isSessionCookie(name, request.names.session));
  if (!isRenewed && !flow.endsSession) return;

  for (const name of flow.sessionCookies)
    if (!set.includes(name)) flow.setCookies.push(expireSessionCookie(config, name, request.secure));
  if (!sessionToken || config.strategy !== "database") return;
  if (flow.linked) await rotateSession(flow, headers);
  else if (!flow.linking && config.core.adapter) await endSession(config.core.adapter, sessionToken);
}

async function rotateSession(flow: Flow, headers: Headers): Promise<void> {
  const { config, request, sessionToken } = flow;
  const token = newSessionToken(config);
  if (!(await config.core.adapter?.rotateSession?.(sessionToken, token))) return;
  const lines = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const line of lines) {
    const isSession = nameOf(line) === request.names.session;
    headers.append("set-cookie", isSession ? line.replace(/=[^;]*/, `=${encodeURIComponent(token)}`) : line);
  }
}

/** Remembers in the browser which address asked for a link, and forgets it once somebody is signed in. */
async function settleMailRequest(flow: Flow, headers: Headers): Promise<void> {
  const { config, request, provider } = flow;
  if (provider?.type !== "email") return;
  const name = request.names.mailRequest;
  if (request.action === "signin" && flow.mailedTo) {
    const { maxAge = DEFAULT_LINK_MAX_AGE_SECONDS } = provider as { maxAge?: number };
    flow.setCookies.push(await sealCookie(config, name, { email: flow.mailedTo }, { maxAge, secure: request.secure }));
  }
  if (request.action === "callback" && headers.has("location") && request.cookies[name])
    flow.setCookies.push(expireCookie(name, request.secure));
}
