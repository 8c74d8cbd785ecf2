// Reading a database session: the one way of pages, form actions and the session endpoint. It does what @auth/core
// documents, without `Auth()`, which would do far more work for each page.
//
// Threats: a failure that looks like "signed out". A database that is down for a moment would sign out every visitor.
// So a failure throws, and the cookie stays. It also stays if there is no such row: another request of this browser may
// just have replaced the token, and the late response would remove the new one. For the same reason a cookie is only
// set when the session is extended.

import { Auth } from "@auth/core";
import { EventError, SessionTokenError } from "@auth/core/errors";
import { stringifySetCookie } from "cookie";
import { cookieOptions, expireCookie } from "./cookies.ts";
import { deleteSession } from "./core/adapter.ts";
import { coreCalls } from "./core/calls.ts";
import { coreConfig, coreRequest } from "./core/config.ts";
import { coreLogger } from "./core/logger.ts";
import type { CoreCalls, Exchange } from "./exchange.ts";
import { type CoreSession, hasEnded, hasPassed, shownSession, signInTime } from "./lifetime.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import type { SessionDetails } from "./types.ts";

type Events = Required<NonNullable<ResolvedConfig["core"]["events"]>>;

/**
 * Reads the session that the browser sent. It is deleted if it has ended, and extended if that is due. The cookies for
 * that are in `setCookies`.
 *
 * @param update for the client's `update`: its data
 * @returns null if there is none
 * @throws {SessionTokenError} if it cannot be read. The error has been logged
 */
export async function readDatabaseSession(
  exchange: Exchange,
  update?: { data: unknown },
): Promise<SessionDetails | null> {
  try {
    await checkConfig(exchange);
    return await read(exchange, update);
  } catch (error) {
    const failure = new SessionTokenError("The session cannot be read", { cause: { err: error } });
    coreLogger(exchange).error?.(failure);
    throw failure;
  }
}

async function read(exchange: Exchange, update?: { data: unknown }): Promise<SessionDetails | null> {
  const { config, request, setCookies } = exchange;
  const { adapter, cookies, events } = config.core;
  const { maxAge, updateAge } = config.session;
  const { sessionToken: token, names } = request;
  const { debug, error: logError } = coreLogger(exchange);
  if (!token) return null;

  debug?.("adapter_getSessionAndUser", { args: [token] });
  const found = await adapter?.getSessionAndUser?.(token);
  if (!adapter || !found) return null;
  const { session, user } = found;
  if (hasEnded(config, session)) {
    debug?.("adapter_deleteSession", { args: [token] });
    await deleteSession(adapter, token);
    for (const name of request.sessionCookies) expireCookie(exchange, name);
    return null;
  }

  const isDue = hasPassed(new Date(session.expires.valueOf() + (updateAge - maxAge) * 1000));
  const extended = { sessionToken: token, expires: new Date(Date.now() + maxAge * 1000) };
  if (isDue) {
    debug?.("adapter_updateSession", { args: [extended] });
    await adapter.updateSession?.(extended);
  }

  const authenticatedAt = signInTime(session);
  // What core hands to the callback is both types in one object. Its type for that is not exported.
  const whole = { ...session, user } as unknown as CoreSession;
  const shown = await coreCalls(exchange).session({
    session: shownSession(config, authenticatedAt, whole),
    user,
    newSession: update?.data,
    ...(update && { trigger: "update" }),
  } as Parameters<CoreCalls["session"]>[0]);

  if (isDue) {
    // Left over from a longer session.
    for (const name of request.sessionCookies) if (name !== names.session) expireCookie(exchange, name);
    const options = { ...cookieOptions(request.secure), ...cookies?.sessionToken?.options };
    setCookies.push(stringifySetCookie({ name: names.session, value: token, ...options, expires: extended.expires }));
  }
  try {
    await events?.session?.({ session: shown } as Parameters<Events["session"]>[0]);
  } catch (error) {
    logError?.(new EventError("The session event failed", { cause: { err: error } }));
  }
  // As a browser would get it, in which a Date is text.
  return shown && { session: JSON.parse(JSON.stringify(shown)), token, authenticatedAt };
}

const checks = new WeakMap<ResolvedConfig, Promise<Error | undefined>>();

/**
 * Core checks the configuration with each request that it gets. Here it gets one, before the first session is read.
 *
 * @throws {Error} why core refuses the configuration
 */
async function checkConfig(exchange: Exchange): Promise<void> {
  const { config } = exchange;
  const check = checks.get(config) ?? askCore(exchange);
  checks.set(config, check);
  const refusal = await check;
  if (refusal) throw refusal;
}

async function askCore({ config, request }: Exchange): Promise<Error | undefined> {
  const url = new URL(`${config.basePath}/providers`, request.url);
  const quiet = { ...config, core: { ...config.core, logger: { ...config.core.logger, error() {} } } };
  const asked: Exchange = {
    config: quiet,
    request: { ...request, method: "GET", action: "providers", url, cookies: {} },
    setCookies: [],
    reported: {},
  };
  const response = await Auth(coreRequest(asked.request), coreConfig(asked, []));
  return response.ok ? undefined : (asked.reported.thrown ?? new Error("@auth/core refuses the configuration."));
}
