// Reads a request to the auth route. This file normalises all that a visitor controls, before @auth/core sees it: the
// origin, the action, the body, and every way to name a callback URL.

import { isAuthAction } from "@auth/core";
import type { Action, AuthRequest, RequestCookies } from "./context.ts";
import { cookieNames, isSessionCookie, requestCookies } from "./cookies.ts";
import { signedAnew, unmaskToken } from "./csrf.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/**
 * The maximum length of a callback URL in bytes, escaped as in a cookie. Threat: another site's link to the sign-in
 * page sets that cookie. Together with all other cookies, it has to fit into the headers that proxies accept.
 */
const MAX_CALLBACK_URL_BYTES = 900;

/** JSON with more levels is refused: this code can read it, but core cannot write its copy. */
const MAX_JSON_LEVELS = 100;

/** Why a request is refused, as an HTTP status. */
export type BadRequest = 400 | 404 | 405;

/** @returns the request for the flows, or the status of a refusal */
export async function readRequest(request: Request, config: ResolvedConfig): Promise<AuthRequest | BadRequest> {
  const url = canonicalUrl(request, config);
  const route = matchRoute(url.pathname, config);
  const method = request.method === "HEAD" && isReadable(route?.action) ? "GET" : request.method;
  if (method !== "GET" && method !== "POST") return 405;

  if (!route) return 404;
  const body = method === "POST" ? await parseBody(request) : {};
  if (!body) return 400;

  const ofCookies = cookiesOf(request, config);
  const { cookies, names } = ofCookies;
  const callbackUrlOf = (value: unknown) => {
    const callbackUrl = normalizeCallbackUrl(value, url.origin);
    return callbackUrl && leadsToSignIn(callbackUrl, route.action, url.origin, config) ? undefined : callbackUrl;
  };
  const inQuery = callbackUrlOf(url.searchParams.get("callbackUrl"));
  if (inQuery) url.searchParams.set("callbackUrl", inQuery);
  else if (url.searchParams.has("callbackUrl")) url.searchParams.delete("callbackUrl");
  body.callbackUrl = callbackUrlOf(body.callbackUrl);
  body.csrfToken = unmaskToken(body.csrfToken);
  const csrf = signedAnew(config, cookies[names.csrf]);
  if (csrf) cookies[names.csrf] = csrf;
  if (names.callbackUrl in cookies) cookies[names.callbackUrl] = callbackUrlOf(cookies[names.callbackUrl]);

  return {
    method,
    url,
    ...route,
    headers: new Headers(request.headers),
    body,
    ...ofCookies,
  };
}

/** Whether a HEAD gets the answer of a GET. The other actions change something on a GET: a callback signs in. */
function isReadable(action: Action | undefined): boolean {
  return action === "csrf" || action === "providers" || action === "session";
}

export function cookiesOf(request: Request, config: ResolvedConfig): RequestCookies {
  const secure = config.core.useSecureCookies ?? canonicalOrigin(request, config).startsWith("https:");
  const names = cookieNames(config.core.cookies, secure);
  const cookies = requestCookies(request);
  const sessionCookies: string[] = [];
  // Core takes every cookie whose name begins with the session cookie's name for a part of the session. A sibling
  // subdomain could set such a cookie.
  for (const name of Object.keys(cookies).filter((name) => name.startsWith(names.session)))
    if (isSessionCookie(name, names.session)) sessionCookies.push(name);
    else cookies[name] = undefined;
  const numberOf = (name: string) => Number(name.slice(names.session.length + 1));
  sessionCookies.sort((a, b) => numberOf(a) - numberOf(b));
  // Chunks beside a whole cookie are left over from a longer session.
  if (cookies[names.session]) for (const name of sessionCookies) if (name !== names.session) cookies[name] = undefined;
  const sessionToken = sessionCookies.map((name) => cookies[name] ?? "").join("");
  return { secure, names, cookies, sessionCookies, sessionToken };
}

/**
 * The application's own origin: from AUTH_URL, else from a trusted proxy, else from the request. The origin goes into
 * mails and redirect URIs, and an attacker can send any Host and X-Forwarded-Host.
 */
export function canonicalOrigin(request: Request, config: ResolvedConfig): string {
  return config.origin ?? forwardedOrigin(request, config);
}

/** The request's URL on the canonical origin. */
export function canonicalUrl(request: Request, config: ResolvedConfig): URL {
  const { pathname, search } = new URL(request.url);
  // Joined as text. As a relative URL, a path that starts with two slashes is read as a host.
  return new URL(canonicalOrigin(request, config) + pathname + search);
}

function forwardedOrigin(request: Request, config: ResolvedConfig): string {
  const url = new URL(request.url);
  if (!config.core.trustHost) return url.origin;
  const protocol = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  const host = request.headers.get("x-forwarded-host") ?? url.host;
  const scheme = protocol === "http" || protocol === "https" ? protocol : url.protocol.slice(0, -1);
  // With several hosts, a proxy has appended its own to the visitor's header, and it is unclear which one is right. A
  // URL is not a host.
  const origin = `${scheme}://${/[,/\\@?#]/.test(host) ? url.host : host}`;
  return URL.canParse(origin) ? new URL(origin).origin : url.origin;
}

/** The action of a request. */
export type AuthRoute = Pick<AuthRequest, "action" | "providerId" | "provider">;

/** @returns the action and the provider that a path names; null for a path outside of the auth route */
export function matchRoute(pathname: string, config: ResolvedConfig): AuthRoute | null {
  const { basePath, providers } = config;
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const [action, providerId, ...rest] = pathname.slice(basePath.length).split("/").filter(Boolean);
  if (!action || rest.length > 0 || !isAction(action)) return null;
  if (providerId && action !== "signin" && action !== "callback" && action !== "webauthn-options") return null;
  return { action, providerId, provider: providers.find(({ id }) => id === providerId) };
}

function isAction(name: string): name is Action {
  return isAuthAction(name) || name === "device-bound-session";
}

/** @returns the fields of a form or a JSON object; null for an incomplete or invalid body */
async function parseBody(request: Request): Promise<Record<string, unknown> | null> {
  const type = request.headers.get("content-type") ?? "";
  try {
    if (type.includes("application/json")) {
      const body: unknown = await request.json();
      const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
      return isObject && isShallow(body) ? { ...body } : null;
    }
    if (type.includes("form")) {
      const fields = [...(await request.formData())].filter(([, value]) => typeof value === "string");
      return Object.fromEntries(fields);
    }
    return {};
  } catch {
    return null;
  }
}

function isShallow(value: unknown, levels = MAX_JSON_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/**
 * @returns a callback URL in its parsed spelling, so that no two parsers can read it differently; undefined for
 *   anything but an http(s) URL, because core answers other URLs with 500. The `redirect` callback decides whether
 *   another origin is allowed (by default: no)
 */
export function normalizeCallbackUrl(value: unknown, origin: string): string | undefined {
  if (typeof value !== "string") return undefined;
  const base = value.startsWith("/") ? origin : undefined;
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.username = "";
  url.password = "";
  return encodeURIComponent(url.href).length <= MAX_CALLBACK_URL_BYTES ? url.href : undefined;
}

/**
 * Whether a sign-in leads to the auth route, or to a page of signing in or out: then a signed-in visitor is redirected
 * for ever. A sign-out may lead to such a page. Routers compare paths decoded and without case.
 */
function leadsToSignIn(href: string, action: Action, origin: string, { core, basePath }: ResolvedConfig): boolean {
  const pathOf = (url: string) => {
    const { pathname } = new URL(url, origin);
    return `${decoded(pathname).toLowerCase().split("/").filter(Boolean).join("/")}/`;
  };
  if (new URL(href).origin !== origin) return false;
  const { signIn = basePath, signOut = basePath } = core.pages ?? {};
  const ownPages = action === "signout" ? [] : [signIn, signOut].map(pathOf);
  return pathOf(href).startsWith(pathOf(basePath)) || ownPages.includes(pathOf(href));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
