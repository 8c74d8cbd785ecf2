// Reads a database session, for pages, form actions and the session endpoint alike. It follows the documentation of
// @auth/core, without `Auth()`, which does far more work for each page.
//
// Threat: a failure that looks like "signed out". A short outage of the database then signs out every visitor. So a
// failure throws, and the cookie stays. The cookie also stays if the row is missing: another request of this browser
// may just have replaced the token, and this late response must not remove the new token. For the same reason, a
// response sets a cookie only if it extends the session.

import { Auth } from "@auth/core";
import { SessionTokenError } from "@auth/core/errors";
import type { AuthRequest, CookieContext, CoreCallbacks, FlowContext } from "./context.ts";
import { expireCookie, sessionCookie } from "./cookies.ts";
import { deleteSession } from "./core/adapter.ts";
import { callSession } from "./core/callbacks.ts";
import { coreConfig, coreRequest } from "./core/config.ts";
import { emitEvent } from "./core/emit-event.ts";
import { coreLogger } from "./core/logger.ts";
import { type CoreSession, hasEnded, shownSession, signInTime, wasInPerson } from "./lifetime.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { provenAt } from "./signed-in.ts";
import type { SessionDetails, SolidAuthEvents } from "./types.ts";

/** The facts about a request that are needed to read a session, on a page or at the session endpoint. */
export interface SessionReading extends CookieContext, Pick<FlowContext, "outcome"> {
  /** The application's own origin. */
  origin: string;
}

type SessionEvent = Required<SolidAuthEvents>["session"];

/**
 * Reads the session that the browser sent. Deletes a session that has ended, and extends a session that is due. The
 * cookies for these changes are in `setCookies`.
 *
 * @param update the data of the client's `update`
 * @returns null if there is no session
 * @throws {SessionTokenError} if the session cannot be read. The error is already in the log
 */
export function readDatabaseSession(
  reading: SessionReading,
  update?: { data: unknown },
): Promise<SessionDetails | null> {
  return read(reading, update).catch((err) => {
    const failure = new SessionTokenError("The session cannot be read", { cause: { err } });
    coreLogger(reading).error?.(failure);
    throw failure;
  });
}

async function read(reading: SessionReading, update?: { data: unknown }): Promise<SessionDetails | null> {
  const { config, request, setCookies } = reading;
  const { adapter, events } = config.core;
  const { maxAge, updateAge } = config.session;
  const { sessionToken: token, sessionCookies, names } = request;
  if (!accepted.has(config)) await checkConfig(reading);
  if (!token) return null;

  const found = await adapter?.getSessionAndUser?.(token);
  if (!adapter || !found) return null;
  const { session, user } = found;
  if (!(await config.mayUse(reading, session))) return null;
  if (hasEnded(config, session)) {
    await deleteSession(adapter, token);
    for (const name of sessionCookies) expireCookie(reading, name);
    return null;
  }

  const latest = Date.now() + maxAge * 1000;
  const extendedTo = latest - session.expires.valueOf() >= updateAge * 1000 ? new Date(latest) : undefined;
  // Another request has ended the session meanwhile, or given it another token. That token's cookie must stay.
  if (extendedTo && (await adapter.updateSession?.({ sessionToken: token, expires: extendedTo })) === null) return null;

  const authenticatedAt = signInTime(session);
  // Core gives the callback one object with both types. Core does not export a type for that object.
  const whole = { ...session, user } as unknown as CoreSession;
  const shown = await callSession(config, {
    session: shownSession(config, authenticatedAt, whole),
    user,
    newSession: update?.data,
    trigger: update && "update",
  } as Parameters<CoreCallbacks["session"]>[0]);

  if (extendedTo) {
    // These chunks are left over from a longer session cookie.
    for (const name of sessionCookies) if (name !== names.session) expireCookie(reading, name);
    setCookies.push(sessionCookie(reading, token, extendedTo));
  }
  await emitEvent(reading, () => events?.session?.({ session: shown } as Parameters<SessionEvent>[0]));
  // Browsers get JSON, in which a Date is text.
  const signIn = { authenticatedAt, provenAt: provenAt({ authenticatedAt, inPerson: wasInPerson(session) }) };
  return shown && { session: JSON.parse(JSON.stringify(shown)), token, ...signIn };
}

const accepted = new WeakSet<ResolvedConfig>();

/**
 * Core checks the configuration with each request that it gets. Here core gets one request, before the first session is
 * read.
 *
 * @throws {Error} if core refuses the configuration
 */
async function checkConfig({ config, origin, request: cookies }: SessionReading): Promise<void> {
  const request: AuthRequest = {
    ...cookies,
    cookies: {},
    method: "GET",
    url: new URL(`${origin}${config.basePath}/providers`),
    action: "providers",
    providerId: undefined,
    provider: undefined,
    headers: new Headers(),
    body: {},
  };
  const quiet = { ...config, core: { ...config.core, logger: { ...config.core.logger, error() {} } } };
  const context: FlowContext = { config: quiet, request, setCookies: [], outcome: {} };
  const response = await Auth(coreRequest(request), coreConfig(context, []));
  if (!response.ok) throw context.outcome.thrown ?? new Error("@auth/core refuses the configuration.");
  accepted.add(config);
}
