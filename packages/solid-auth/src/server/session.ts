// Reading the session on the server, for pages, queries and middleware.

import type { Session } from "@auth/core/types";
import { isSessionCookie, nameOf } from "../cookies.ts";
import { readDatabaseSession } from "../database-session.ts";
import type { Exchange, RequestCookies } from "../exchange.ts";
import { canonicalOrigin, cookiesOf } from "../request.ts";
import { resolveConfig } from "../resolve.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { ReaderOptions, SessionDetails } from "../types.ts";
import { askHandler, sendCookies } from "./inner-request.ts";

/** The sessions that were read, by request and configuration. */
const sessions = new WeakMap<Request, WeakMap<ResolvedConfig, Promise<SessionDetails | null>>>();

/**
 * The session of a request, which is read once for any number of callers. Session cookies that are refreshed or cleared
 * are sent with the response that SolidStart is building.
 *
 * @param request the incoming request
 * @param options the same configuration object that the handlers have
 * @returns the session as the `session` callback gives it out, or null if the visitor is signed out
 * @throws {Error} if the session could not be looked up: a failure is never a session, nor "signed out"
 */
export async function getSession(request: Request, options: ReaderOptions): Promise<Session | null> {
  return (await getSessionDetails(request, options))?.session ?? null;
}

/** The session with what the `session` callback does not show. It shares its reading with {@link getSession}. */
export function getSessionDetails(request: Request, options: ReaderOptions): Promise<SessionDetails | null> {
  const config = resolveConfig(options);
  const ofRequest = sessions.get(request) ?? new WeakMap<ResolvedConfig, Promise<SessionDetails | null>>();
  const isForgotten = () => sessions.get(request) !== ofRequest;
  const pending = ofRequest.get(config) ?? readSession(request, config, isForgotten);
  sessions.set(request, ofRequest.set(config, pending));
  return pending;
}

/** Forgets the session of a request that has just signed in or out. A reading under way then sends no cookie. */
export function forgetSession(request: Request): void {
  sessions.delete(request);
}

async function readSession(
  request: Request,
  config: ResolvedConfig,
  isForgotten: () => boolean,
): Promise<SessionDetails | null> {
  const cookies = cookiesOf(request, config);
  if (cookies.sessionCookies.length === 0) return null;
  const read = config.session.strategy === "database" ? readRow : readJwt;
  const { details, setCookies } = await read(request, config, cookies);
  if (!isForgotten()) sendCookies(request, setCookies);
  return details;
}

interface ReadSession {
  details: SessionDetails | null;
  setCookies: string[];
}

async function readRow(request: Request, config: ResolvedConfig, cookies: RequestCookies): Promise<ReadSession> {
  const url = new URL(`${canonicalOrigin(request, config)}${config.basePath}/session`);
  const route = { action: "session", providerId: undefined, provider: undefined } as const;
  const exchange: Exchange = {
    config,
    request: { ...cookies, ...route, method: "GET", url, headers: request.headers, body: {} },
    setCookies: [],
    reported: {},
  };
  const details = await readDatabaseSession(exchange);
  return { details, setCookies: exchange.setCookies };
}

async function readJwt(request: Request, config: ResolvedConfig, { names }: RequestCookies): Promise<ReadSession> {
  const { response, exchange } = await askHandler(request, config, "session");
  const { thrown: cause, authenticatedAt } = exchange?.reported ?? {};
  if (!response.ok) throw new Error(`The auth handler answered ${response.status} to "session".`, { cause });
  const session: Session | null = await response.json();
  return {
    details: session && { session, token: exchange?.request.sessionToken ?? "", authenticatedAt },
    setCookies: response.headers.getSetCookie().filter((line) => isSessionCookie(nameOf(line), names.session)),
  };
}
