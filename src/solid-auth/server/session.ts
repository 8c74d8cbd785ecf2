// Reading the session, the CSRF token and the pending mail link on the server, for pages, queries and middleware.

import { skipCSRFCheck } from "@auth/core";
import type { OAuthConfig, ProviderType } from "@auth/core/providers";
import type { AuthAction, Session } from "@auth/core/types";
import { parseCookie, serialize } from "cookie";
import { getRequestEvent } from "solid-js/web";
import { cookieHeader, cookieNames, cookieOptions, isExpired, isSessionCookie, nameOf, openCookie } from "../cookies";
import { handleRequest } from "../handler";
import { canonicalUrl, parseTarget, usesSecureCookies } from "../request";
import { type ResolvedConfig, resolveConfig } from "../resolve";
import type { SolidAuthConfig } from "../types";

type ReaderOptions = Omit<SolidAuthConfig, "raw">;

/** What there is to know about a session beside what it shows. */
export interface SessionDetails {
  session: Session;
  /** The cookie's value: with database sessions the key to the row. A secret. */
  token: string;
  /** When its user last signed in; undefined where the adapter does not tell. */
  authenticatedAt: Date | undefined;
}

type Memory<T> = WeakMap<Request, WeakMap<ResolvedConfig, Promise<T>>>;

const sessions: Memory<SessionDetails | null> = new WeakMap();
const csrfTokens: Memory<string> = new WeakMap();

/**
 * The session of a request. However many callers ask during one request, core is asked once. Session cookies that core
 * refreshes or clears go out with the response of the request that SolidStart is answering.
 *
 * @param request the incoming request
 * @param options the same configuration object that the handlers have
 * @returns the session as the `session` callback gives it out, or null when nobody is signed in
 * @throws {Error} if the session could not be looked up: a failure is never a session, nor "signed out"
 */
export async function getSession(request: Request, options: ReaderOptions): Promise<Session | null> {
  return (await getSessionDetails(request, options))?.session ?? null;
}

/** The same with what the `session` callback does not show: for what depends on how old a sign-in is, or on which session it is. */
export function getSessionDetails(request: Request, options: ReaderOptions): Promise<SessionDetails | null> {
  return once(sessions, request, resolveConfig(options), readSession);
}

async function readSession(request: Request, config: ResolvedConfig): Promise<SessionDetails | null> {
  const { names, cookies } = cookiesOf(request, config);
  if (!Object.keys(cookies).some((name) => isSessionCookie(name, names.session))) return null;
  const { response, exchange } = await ask(request, config, "session");
  // Core sets the cookie each time, and clears one that names no session. From a slow answer, both would undo what another request of
  // this browser has changed meanwhile: with a row, the token may just have been replaced. A JWT that does not open never will.
  const unchanged = `${names.session}=${encodeURIComponent(exchange?.request.sessionToken ?? "")};`;
  const isStale = (line: string) =>
    isExpired(line)
      ? config.strategy === "database"
      : !exchange?.reported.sessionProlonged && line.startsWith(unchanged);
  forward(response, (name, line) => isSessionCookie(name, names.session) && !isStale(line));
  const session: Session | null = await response.json();
  if (!session || !exchange) return null;
  const authenticatedAt =
    exchange.reported.authTime === undefined ? undefined : new Date(exchange.reported.authTime * 1000);
  return { session, token: exchange.request.sessionToken, authenticatedAt };
}

/** For when the request has changed who is signed in. */
export function forgetSession(request: Request): void {
  sessions.delete(request);
}

/**
 * The token that a form on a server-rendered page sends back as `csrfToken`. A new token's cookie goes out with that same
 * response, so forms work on a first visit and without JavaScript.
 */
export function getCsrfToken(request: Request, options: ReaderOptions): Promise<string> {
  return once(csrfTokens, request, resolveConfig(options), readCsrfToken);
}

async function readCsrfToken(request: Request, config: ResolvedConfig): Promise<string> {
  if (config.core.skipCSRFCheck === skipCSRFCheck) return "";
  const { names } = cookiesOf(request, config);
  const { response } = await ask(request, config, "csrf");
  forward(response, (name) => name === names.csrf);
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}

/**
 * @returns the address that this browser last asked a sign-in link for, while the link lives; null in any other browser
 */
export async function getMailRequest(request: Request, options: ReaderOptions): Promise<string | null> {
  const config = resolveConfig(options);
  const { names, cookies } = cookiesOf(request, config);
  const opened = await openCookie(config, names.mailRequest, cookies[names.mailRequest]);
  return typeof opened?.email === "string" ? opened.email : null;
}

/**
 * The origin that the application answers under, as every redirect and mail has it: AUTH_URL's, or with trust in the proxy
 * what that forwards. The measure for "same origin".
 */
export function getOrigin(request: Request, options: ReaderOptions): string {
  return canonicalUrl(request, resolveConfig(options)).origin;
}

/**
 * Makes the next sign-in lead to a page, in the cookie in which core keeps that.
 *
 * @param path with its query, on this origin
 * @returns the `Set-Cookie` line
 */
export function rememberCallbackUrl(request: Request, options: ReaderOptions, path: string): string {
  const config = resolveConfig(options);
  const { names, secure } = cookiesOf(request, config);
  const attributes = { ...cookieOptions(secure), ...config.core.cookies?.callbackUrl?.options };
  return serialize(names.callbackUrl, canonicalUrl(request, config).origin + path, attributes);
}

/** What a request to the auth route is for. */
export interface AuthTarget {
  /** Auth.js's name for it: `signin`, `callback`, `session`. */
  action: AuthAction;
  /** As configured; undefined where the action names none, or one that does not exist. */
  provider: { id: string; type: ProviderType } | undefined;
}

/**
 * Reads a request's path as the handlers read it, for whatever looks at requests before them: an origin check, a limiter.
 *
 * @returns null for a path that the handlers answer with 404
 */
export function readTarget(request: Request, options: ReaderOptions): AuthTarget | null {
  const { basePath, providers } = resolveConfig(options);
  const target = parseTarget(new URL(request.url).pathname, basePath);
  if (!target) return null;
  const found = providers.find(({ id }) => id === target.providerId);
  return { action: target.action, provider: found && { id: found.id, type: found.type } };
}

/**
 * The origins that a visitor is sent to for signing in: those of the OAuth providers' authorization pages. For the
 * `form-action` of a Content-Security-Policy, since a sign-in form's redirect ends there.
 */
export function getProviderOrigins(options: ReaderOptions): string[] {
  const origins = resolveConfig(options).providers.flatMap((provider) => {
    if (provider.type !== "oauth" && provider.type !== "oidc") return [];
    const { authorization, issuer, options: given } = provider as OAuthConfig<unknown>;
    const endpoint = given?.authorization ?? authorization;
    const url = (typeof endpoint === "object" ? endpoint.url : endpoint) ?? given?.issuer ?? issuer ?? "";
    return URL.canParse(url) ? [new URL(url).origin] : [];
  });
  return [...new Set(origins)];
}

function cookiesOf(request: Request, config: ResolvedConfig) {
  const secure = usesSecureCookies(canonicalUrl(request, config), config);
  return { secure, names: cookieNames(config, secure), cookies: parseCookie(cookieHeader(request)) };
}

/** Asks the handler itself, below the base path, with the visitor's cookies and nothing else of the request. */
async function ask(request: Request, config: ResolvedConfig, action: "session" | "csrf") {
  const url = `${canonicalUrl(request, config).origin}${config.basePath}/${action}`;
  const result = await handleRequest(new Request(url, { headers: { cookie: cookieHeader(request) } }), config);
  if (!result.response.ok)
    throw new Error(`The auth handler answered ${result.response.status} to "${action}".`, {
      cause: result.exchange?.reported.thrown,
    });
  return result;
}

/** Each internal call may mint cookies. All but the wanted ones stay here: a new CSRF cookie would end open forms. */
function forward(response: Response, isWanted: (cookieName: string, line: string) => boolean): void {
  const event = getRequestEvent();
  if (!event) return;
  for (const line of response.headers.getSetCookie())
    if (isWanted(nameOf(line), line)) event.response.headers.append("set-cookie", line);
}

function once<T>(
  memory: Memory<T>,
  request: Request,
  config: ResolvedConfig,
  read: (request: Request, config: ResolvedConfig) => Promise<T>,
): Promise<T> {
  const ofRequest = memory.get(request) ?? new WeakMap<ResolvedConfig, Promise<T>>();
  memory.set(request, ofRequest);
  const pending = ofRequest.get(config) ?? read(request, config);
  ofRequest.set(config, pending);
  return pending;
}
