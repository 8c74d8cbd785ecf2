// Reading what arrives on the auth route. Everything a visitor controls is settled here, before @auth/core sees it:
// the origin, the action, the body, and every way to name a callback URL.

import { isAuthAction } from "@auth/core";
import type { AuthAction } from "@auth/core/types";
import { parseCookie } from "cookie";
import { cookieNames, isSessionCookie } from "./cookies";
import type { ResolvedConfig } from "./resolve";

export interface AuthRequest {
  method: "GET" | "POST";
  /** On the canonical origin, whatever the Host header says. */
  url: URL;
  action: AuthAction;
  providerId: string | undefined;
  headers: Headers;
  cookies: Record<string, string | undefined>;
  body: Record<string, unknown>;
  /** Whether cookies are for https only. */
  secure: boolean;
  names: ReturnType<typeof cookieNames>;
}

/** It goes into headers, up to three times as long there. Browsers and proxies give up on an answer with longer ones. In characters. */
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

  const secure = usesSecureCookies(url, config);
  const names = cookieNames(config, secure);
  const cookies = parseCookie(request.headers.get("cookie") ?? "");
  // Core takes every cookie that begins like the session's for a part of it: a neighbouring subdomain could set one.
  for (const name of Object.keys(cookies))
    if (name.startsWith(names.session) && !isSessionCookie(name, names.session)) cookies[name] = undefined;

  settleCallbackUrl(url.searchParams.get("callbackUrl"), url.origin, (href) =>
    href ? url.searchParams.set("callbackUrl", href) : url.searchParams.delete("callbackUrl"),
  );
  settleCallbackUrl(body.callbackUrl, url.origin, (href) => {
    body.callbackUrl = href;
  });
  settleCallbackUrl(cookies[names.callbackUrl], url.origin, (href) => {
    cookies[names.callbackUrl] = href;
  });

  return { method, url, ...target, headers: new Headers(request.headers), cookies, body, secure, names };
}

/** Whether session cookies are for https only: as configured, else as the origin is. */
export function usesSecureCookies(url: URL, config: ResolvedConfig): boolean {
  return config.core.useSecureCookies ?? url.protocol === "https:";
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
 * A callback URL in its parsed spelling, so that no two parsers can read it differently. What is not an http(s) URL is dropped:
 * core answers 500 to it. Whether a foreign origin is allowed stays with the `redirect` callback (by default: no).
 */
function settleCallbackUrl(value: unknown, origin: string, set: (href: string | undefined) => void): void {
  if (value === undefined || value === null) return;
  set(typeof value === "string" ? parseCallbackUrl(value, origin) : undefined);
}

function parseCallbackUrl(value: string, origin: string): string | undefined {
  const base = value.startsWith("/") ? origin : undefined;
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length <= MAX_CALLBACK_URL_LENGTH ? url.href : undefined;
}

/** The session token: the session cookie, or its chunks in their order. */
export function sessionTokenOf({ cookies, names }: Pick<AuthRequest, "cookies" | "names">): string {
  const index = (name: string) => Number(name.slice(names.session.length + 1));
  return Object.keys(cookies)
    .filter((name) => isSessionCookie(name, names.session))
    .sort((a, b) => index(a) - index(b))
    .map((name) => cookies[name])
    .join("");
}
