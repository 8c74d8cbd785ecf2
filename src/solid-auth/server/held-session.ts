// The short way to read a session. Most reads find a database session that holds and is not due for extension, and then `Auth()` only
// reads. This file gives the same result without it, in a fraction of the time (docs/performance.md). Whatever else there is to do, it leaves
// to `Auth()`. It can be deleted, with the line in ../handler.ts and the one in ./session.ts that call it.

import type { AdapterSession, AdapterUser } from "@auth/core/adapters";
import type { Session } from "@auth/core/types";
import { serialize } from "cookie";
import { cookieOptions } from "../cookies";
import { defaultSession } from "../core/calls";
import { readCsrfToken } from "../csrf";
import type { CoreCalls } from "../exchange";
import { type CoreSession, shownSession } from "../flows/session-lifetime";
import { handleRequest } from "../handler";
import { absoluteEnd, authTimeOf, isOver } from "../lifetime";
import { canonicalOrigin, canonicalUrl, cookiesOf, normalizeCallbackUrl, type RequestCookies } from "../request";
import type { ResolvedConfig } from "../resolve";
import type { SessionDetails } from "./session";

const CORE_MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
const CORE_UPDATE_AGE_SECONDS = 24 * 60 * 60;

/** @returns the session for pages, or undefined if `Auth()` has to read it */
export async function readHeldSession(
  request: Request,
  config: ResolvedConfig,
  cookies: RequestCookies,
): Promise<SessionDetails | undefined> {
  const held = await findHeldSession(request, config, cookies);
  return (
    held && { session: JSON.parse(held.json) as Session, token: held.token, authenticatedAt: held.authenticatedAt }
  );
}

/** @returns the answer of the session endpoint, or undefined if `Auth()` has to answer */
export async function answerHeldSession(request: Request, config: ResolvedConfig): Promise<Response | undefined> {
  const url = canonicalUrl(request, config);
  if (request.method !== "GET" || url.pathname !== `${config.basePath}/session` || url.search) return undefined;
  const received = cookiesOf(request, config);
  const held = await findHeldSession(request, config, received);
  if (!held) return undefined;

  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "private, no-cache, no-store",
    expires: "0",
    pragma: "no-cache",
  });
  const { secure, names, cookies } = received;
  const attributes = cookieOptions(secure);
  const set = (name: string, value: string, expires?: Date) =>
    headers.append("set-cookie", serialize(name, value, { ...attributes, expires }));
  const csrf = readCsrfToken(config, cookies[names.csrf]);
  if (csrf.cookie) set(names.csrf, csrf.cookie);
  const sent = cookies[names.callbackUrl];
  const callbackUrl = normalizeCallbackUrl(sent, url.origin);
  // Core replaces a callback URL that leads to another origin, or nowhere.
  const isOwn = callbackUrl !== undefined && new URL(callbackUrl).origin === url.origin;
  if (sent !== undefined && !isOwn) set(names.callbackUrl, url.origin);
  set(names.session, held.token, new Date(Date.now() + held.maxAge * 1000));
  return new Response(held.json, { headers });
}

interface HeldSession {
  /** What the `session` callback returns, as JSON. */
  json: string;
  token: string;
  authenticatedAt: Date | undefined;
  /** The idle lifetime, in seconds. */
  maxAge: number;
}

async function findHeldSession(
  request: Request,
  config: ResolvedConfig,
  { names, sessionCookies, sessionToken: token }: RequestCookies,
): Promise<HeldSession | undefined> {
  const isWhole = sessionCookies.length === 1 && sessionCookies[0] === names.session;
  if (!isEligible(config) || !token || !isWhole || !(await isAccepted(request, config))) return undefined;
  try {
    const found = await config.core.adapter?.getSessionAndUser?.(token);
    return found ? await hold(config, token, found) : undefined;
  } catch {
    // `Auth()` fails in the same way, and its failure is logged.
    return undefined;
  }
}

async function hold(
  config: ResolvedConfig,
  token: string,
  { session, user }: { session: AdapterSession; user: AdapterUser },
): Promise<HeldSession | undefined> {
  const { session: settings, callbacks } = config.core;
  const { maxAge = CORE_MAX_AGE_SECONDS, updateAge = CORE_UPDATE_AGE_SECONDS } = settings ?? {};
  const authTime = authTimeOf(session);
  const extendedFrom = new Date(session.expires.valueOf() + (updateAge - maxAge) * 1000);
  if (isOver(session.expires) || isOver(extendedFrom) || isOver(absoluteEnd(config, authTime))) return undefined;
  // What core hands to the callback is both types in one object. Its type for that is not exported.
  const whole = { ...session, user } as unknown as CoreSession;
  const parameters = { session: shownSession(config, authTime, whole), user } as Parameters<CoreCalls["session"]>[0];
  const shown = await (callbacks?.session ?? defaultSession)(parameters);
  if (!shown) return undefined;
  const authenticatedAt = authTime === undefined ? undefined : new Date(authTime * 1000);
  return { json: JSON.stringify(shown), token, authenticatedAt, maxAge };
}

/** Whether nothing of the configuration takes part in reading a session, but the adapter and the `session` callback. */
function isEligible({ strategy, core }: ResolvedConfig): boolean {
  const { adapter, events, callbacks, cookies, debug, skipCSRFCheck } = core;
  const others = events?.session ?? callbacks?.redirect ?? cookies ?? skipCSRFCheck;
  return strategy === "database" && adapter !== undefined && !debug && others === undefined;
}

const accepted = new WeakMap<ResolvedConfig, Promise<boolean>>();

/** Whether `Auth()` accepts the configuration. It checks it with each request; here it is asked once, without a cookie. */
function isAccepted(request: Request, config: ResolvedConfig): Promise<boolean> {
  const url = `${canonicalOrigin(request, config)}${config.basePath}/session`;
  const answer = accepted.get(config) ?? handleRequest(new Request(url), config).then(({ response }) => response.ok);
  accepted.set(config, answer);
  return answer;
}
