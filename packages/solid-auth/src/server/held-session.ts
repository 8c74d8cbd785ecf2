// The short way to read a session. Most reads find a valid database session that is not due for extension, and then
// `Auth()` writes nothing. This file gives the same result without it, in a fraction of the time,
// and leaves all other cases to `Auth()`.

import { stringifySetCookie } from "cookie";
import { cookieOptions } from "../cookies.ts";
import { defaultSession } from "../core/calls.ts";
import { readCsrfToken } from "../csrf.ts";
import type { CoreCalls, RequestCookies } from "../exchange.ts";
import { type CoreSession, shownSession } from "../flows/session-lifetime.ts";
import { handleRequest } from "../handle-request.ts";
import { isOver, signInTime, validSession } from "../lifetime.ts";
import { canonicalOrigin, canonicalUrl, cookiesOf, normalizeCallbackUrl } from "../request.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { SessionDetails } from "../types.ts";

/** @returns the session for pages, or undefined if `Auth()` has to read it */
export async function readHeldSession(
  request: Request,
  config: ResolvedConfig,
  { names, sessionCookies, sessionToken: token }: RequestCookies,
): Promise<SessionDetails | undefined> {
  const isWhole = sessionCookies.length === 1 && sessionCookies[0] === names.session;
  if (!isEligible(config) || !token || !isWhole || !(await isAccepted(request, config))) return undefined;
  const { maxAge, updateAge } = config.session;
  try {
    const found = await validSession(config, token);
    if (!found) return undefined;
    const { session, user } = found;
    if (isOver(new Date(session.expires.valueOf() + (updateAge - maxAge) * 1000))) return undefined;
    const authenticatedAt = signInTime(session);
    // What core hands to the callback is both types in one object. Its type for that is not exported.
    const whole = { ...session, user } as unknown as CoreSession;
    const parameters = { session: shownSession(config, authenticatedAt, whole), user };
    const shown = await (config.core.callbacks?.session ?? defaultSession)(
      parameters as Parameters<CoreCalls["session"]>[0],
    );
    // As a browser would get it, in which a Date is text.
    return shown && { session: JSON.parse(JSON.stringify(shown)), token, authenticatedAt };
  } catch {
    // `Auth()` calls a failing callback once more, and its failure is logged.
    return undefined;
  }
}

/** @returns the answer of the session endpoint, or undefined if `Auth()` has to answer */
export async function answerHeldSession(request: Request, config: ResolvedConfig): Promise<Response | undefined> {
  const url = canonicalUrl(request, config);
  if (request.method !== "GET" || url.pathname !== `${config.basePath}/session` || url.search) return undefined;
  const received = cookiesOf(request, config);
  const held = await readHeldSession(request, config, received);
  if (!held) return undefined;

  const { secure, names, cookies } = received;
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "private, no-cache, no-store",
    expires: "0",
    pragma: "no-cache",
  });
  const set = (name: string, value: string, expires?: Date) =>
    headers.append("set-cookie", stringifySetCookie({ name, value, ...cookieOptions(secure), expires }));
  const csrf = readCsrfToken(config, cookies[names.csrf]);
  if (csrf.cookie) set(names.csrf, csrf.cookie);
  const sent = cookies[names.callbackUrl];
  const callbackUrl = normalizeCallbackUrl(sent, url.origin);
  // Core replaces a callback URL that leads to another origin, or nowhere.
  const isOwn = callbackUrl !== undefined && new URL(callbackUrl).origin === url.origin;
  if (sent !== undefined && !isOwn) set(names.callbackUrl, url.origin);
  set(names.session, held.token, new Date(Date.now() + config.session.maxAge * 1000));
  const body = JSON.stringify(held.session);
  // `text()` returns the text itself. Otherwise it reads the text back from a stream, which is slower.
  return Object.assign(new Response(body, { headers }), { text: async () => body });
}

/** Whether only the adapter and the `session` callback of the configuration take part in reading a session. */
function isEligible({ session, core }: ResolvedConfig): boolean {
  const { adapter, events, callbacks, cookies, debug, skipCSRFCheck } = core;
  const others = events?.session ?? callbacks?.redirect ?? cookies ?? skipCSRFCheck;
  return session.strategy === "database" && adapter !== undefined && !debug && others === undefined;
}

const accepted = new WeakMap<ResolvedConfig, Promise<boolean>>();

/**
 * Whether `Auth()` accepts the configuration. It checks that with each request; here it is asked once, without a
 * cookie.
 */
function isAccepted(request: Request, config: ResolvedConfig): Promise<boolean> {
  const url = `${canonicalOrigin(request, config)}${config.basePath}/session`;
  const answer = accepted.get(config) ?? handleRequest(new Request(url), config).then(({ response }) => response.ok);
  accepted.set(config, answer);
  return answer;
}
