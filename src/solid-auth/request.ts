// Reading a request to the auth route. Everything that a visitor controls is normalised here, before @auth/core sees it: the origin, the
// action, the body, and every way to name a callback URL.

import { isAuthAction } from "@auth/core";
import type { AuthAction } from "@auth/core/types";
import { parseCookie } from "cookie";
import { cookieHeader, cookieNames, isSessionCookie } from "./cookies";
import type { ResolvedConfig, ResolvedProvider } from "./resolve";

export interface AuthRequest {
  method: "GET" | "POST";
  /** On the canonical origin, whatever the Host header says. */
  url: URL;
  action: AuthAction;
  /** As the path has it. */
  providerId: string | undefined;
  /** The configured provider with that id. */
  provider: ResolvedProvider | undefined;
  headers: Headers;
  /** As core gets to see them. */
  cookies: Record<string, string | undefined>;
  /** The session that the browser sent, though core may not get to see it. Empty where it sent none. */
  sessionToken: string;
  /** The names of the cookies that hold it. */
  sessionCookies: string[];
  body: Record<string, unknown>;
  /** Whether cookies are for https only. */
  secure: boolean;
  names: ReturnType<typeof cookieNames>;
}

/** A callback URL goes into headers, escaped to up to three times its length. Browsers and proxies refuse longer headers. In characters. */
const MAX_CALLBACK_URL_LENGTH = 2000;

/** Why a request is not one for the auth route, as an HTTP status. */
export type BadRequest = 400 | 404 | 405;

/** @returns the request as the handlers work on it, or the status to refuse it with */
export async function readRequest(request: Request, config: ResolvedConfig): Promise<AuthRequest | BadRequest> {
  const { method } = request;
  if (method !== "GET" && method !== "POST") return 405;

  const url = canonicalUrl(request, config);
  const target = parseTarget(url.pathname, config.basePath);
  if (!target) return 404;
  const body = method === "POST" ? await readBody(request) : {};
  if (!body) return 400;

  const { secure, names, cookies } = cookiesOf(request, config);
  // Core takes every cookie whose name begins with the session cookie's for a part of it. A sibling subdomain could set one.
  for (const name of Object.keys(cookies))
    if (name.startsWith(names.session) && !isSessionCookie(name, names.session)) cookies[name] = undefined;

  const inQuery = normalizeCallbackUrl(url.searchParams.get("callbackUrl"), url.origin);
  if (inQuery) url.searchParams.set("callbackUrl", inQuery);
  else if (url.searchParams.has("callbackUrl")) url.searchParams.delete("callbackUrl");
  body.callbackUrl = normalizeCallbackUrl(body.callbackUrl, url.origin);
  cookies[names.callbackUrl] = normalizeCallbackUrl(cookies[names.callbackUrl], url.origin);

  return {
    method,
    url,
    ...target,
    provider: config.providers.find(({ id }) => id === target.providerId),
    headers: new Headers(request.headers),
    cookies,
    ...readSessionCookies(cookies, names.session),
    body,
    secure,
    names,
  };
}

/** The request's cookies, and the names that the layer's have. They are `secure` as configured, else as the origin is. */
export function cookiesOf(request: Request, config: ResolvedConfig) {
  const secure = config.core.useSecureCookies ?? canonicalUrl(request, config).protocol === "https:";
  return { secure, names: cookieNames(config, secure), cookies: parseCookie(cookieHeader(request)) };
}

/**
 * The request's URL on the application's own origin: AUTH_URL's where it is set, else what a trusted proxy forwards, else the
 * request's. Host and X-Forwarded-Host are a visitor's to choose, and the origin goes into mails and redirect URIs.
 */
export function canonicalUrl(request: Request, config: ResolvedConfig): URL {
  const { pathname, search } = new URL(request.url);
  // Joined as text: as a relative URL, a path that starts with two slashes would name the host.
  return new URL((config.origin ?? forwardedOrigin(request, config)) + pathname + search);
}

function forwardedOrigin(request: Request, config: ResolvedConfig): string {
  const url = new URL(request.url);
  if (!config.core.trustHost) return url.origin;
  const protocol = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  const host = request.headers.get("x-forwarded-host") ?? url.host;
  const scheme = protocol === "http" || protocol === "https" ? protocol : url.protocol.slice(0, -1);
  // Several hosts: some proxy appended to what the visitor sent, and nobody can say which of them is ours. And no URL is a host.
  const origin = `${scheme}://${/[,/\\@?#]/.test(host) ? url.host : host}`;
  return URL.canParse(origin) ? new URL(origin).origin : url.origin;
}

/** @returns null for what is not an address of the auth route */
export function parseTarget(pathname: string, basePath: string): Pick<AuthRequest, "action" | "providerId"> | null {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const [action, providerId, ...rest] = pathname
    .slice(basePath.length + 1)
    .split("/")
    .filter(Boolean);
  if (!action || rest.length > 0 || !isAuthAction(action)) return null;
  if (providerId && action !== "signin" && action !== "callback" && action !== "webauthn-options") return null;
  return { action, providerId };
}

/** @returns the fields of a form or a JSON object; null for what is neither whole nor parseable */
async function readBody(request: Request): Promise<Record<string, unknown> | null> {
  const type = request.headers.get("content-type") ?? "";
  try {
    if (type.includes("application/json")) {
      const body: unknown = await request.json();
      return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : null;
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

/**
 * @returns a callback URL in its parsed spelling, so that no two parsers can read it differently; undefined for what is no http(s) URL, to
 *   which core answers 500. Whether a foreign origin is allowed stays with the `redirect` callback (by default: no)
 */
function normalizeCallbackUrl(value: unknown, origin: string): string | undefined {
  if (typeof value !== "string") return undefined;
  const base = value.startsWith("/") ? origin : undefined;
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length <= MAX_CALLBACK_URL_LENGTH ? url.href : undefined;
}

/** The session token is the session cookie, or its chunks in their order. */
function readSessionCookies(
  cookies: AuthRequest["cookies"],
  sessionName: string,
): Pick<AuthRequest, "sessionToken" | "sessionCookies"> {
  const index = (name: string) => Number(name.slice(sessionName.length + 1));
  const sessionCookies = Object.keys(cookies)
    .filter((name) => isSessionCookie(name, sessionName))
    .sort((a, b) => index(a) - index(b));
  return { sessionCookies, sessionToken: sessionCookies.map((name) => cookies[name]).join("") };
}
