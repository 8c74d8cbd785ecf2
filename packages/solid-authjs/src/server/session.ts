// Reads the session on the server, for pages, queries and middleware.

import type { Session } from "@auth/core/types";
import { parseCookie } from "cookie";
import type { FlowContext, RequestCookies } from "../context.ts";
import { isSessionCookie, nameInLine } from "../cookies.ts";
import { readDatabaseSession, type SessionReading } from "../database-session.ts";
import { canonicalOrigin, cookiesOf } from "../request.ts";
import { resolveConfig } from "../resolve.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import { provenAt, signedInUser } from "../signed-in.ts";
import type { ReaderOptions, SessionDetails } from "../types.ts";
import { askHandler, sendCookies } from "./inner-request.ts";

/** The sessions that were read, by request and configuration. */
const sessions = new WeakMap<Request, WeakMap<ResolvedConfig, Promise<SessionDetails | null>>>();

/**
 * The session of a request, read once for any number of callers. The response that the framework is building sets
 * refreshed session cookies, and clears ended ones.
 *
 * @param request the incoming request
 * @param options the same configuration object that the handlers have
 * @returns the session that the `session` callback returns, or null if the visitor is signed out
 * @throws {Error} if the look-up fails: a failure is never a session, and never "signed out"
 */
export async function getSession(request: Request, options: ReaderOptions): Promise<Session | null> {
  return (await getSessionDetails(request, options))?.session ?? null;
}

/**
 * The session, with the fields that the `session` callback does not show. This function and {@link getSession} together
 * read the session only once.
 *
 * @param update reads the session anew, with this data for the callbacks
 */
export function getSessionDetails(
  request: Request,
  options: ReaderOptions,
  update?: { data: unknown },
): Promise<SessionDetails | null> {
  const config = resolveConfig(options);
  if (update) forgetSession(request);
  const ofRequest = sessions.get(request) ?? new WeakMap<ResolvedConfig, Promise<SessionDetails | null>>();
  const isForgotten = () => sessions.get(request) !== ofRequest;
  const pending = ofRequest.get(config) ?? readSession(request, config, isForgotten, update);
  sessions.set(request, ofRequest.set(config, pending));
  return pending;
}

/**
 * Whether the browser has sent a session cookie. The session may have ended, and the look-up may have removed the
 * cookie.
 */
export function sendsSession(request: Request, options: ReaderOptions): boolean {
  const { names } = cookiesOf(request, resolveConfig(options));
  const sent = Object.keys(parseCookie(request.headers.get("cookie") ?? ""));
  return sent.some((name) => isSessionCookie(name, names.session));
}

/**
 * Whether an answer's headers set or remove the session cookie. Such an answer is for this visitor only, and no cache
 * may store it.
 */
export function setsSession(request: Request, options: ReaderOptions, headers: Headers): boolean {
  const lines = headers.getSetCookie();
  if (lines.length === 0) return false;
  const { names } = cookiesOf(request, resolveConfig(options));
  return lines.some((line) => isSessionCookie(nameInLine(line), names.session));
}

/**
 * Forgets the session of a request that has just signed in or out. A look-up that is still running then sends no
 * cookie.
 */
export function forgetSession(request: Request): void {
  sessions.delete(request);
}

async function readSession(
  request: Request,
  config: ResolvedConfig,
  isForgotten: () => boolean,
  update?: { data: unknown },
): Promise<SessionDetails | null> {
  const cookies = cookiesOf(request, config);
  if (cookies.sessionCookies.length === 0) return null;
  const send = (lines: string[]) => {
    // Without `getRequestEvent` the session can still be read, but its cookie ends earlier.
    if (!isForgotten() && config.core.getRequestEvent) sendCookies(request, config, lines);
  };
  if (config.session.strategy === "jwt") return readJwt(request, config, cookies, send);

  const origin = canonicalOrigin(request, config);
  const reading: SessionReading = { config, origin, request: cookies, setCookies: [], outcome: {} };
  const details = await readDatabaseSession(reading, update);
  send(reading.setCookies);
  return details;
}

async function readJwt(
  request: Request,
  config: ResolvedConfig,
  { names }: RequestCookies,
  send: (lines: string[]) => void,
): Promise<SessionDetails | null> {
  const { response, context } = await askHandler(request, config, "session");
  const { thrown: cause, jwt } = context?.outcome ?? {};
  if (!response.ok) throw new Error(`The auth handler answered ${response.status} to "session".`, { cause });
  const lines = response.headers.getSetCookie().filter((line) => isSessionCookie(nameInLine(line), names.session));
  if (!isInBackground(request)) send(lines);
  const session: Session | null = await response.json();
  if (!session || !context) return null;
  const signIn = { authenticatedAt: jwt?.authenticatedAt, provenAt: await jwtProvenAt(context) };
  return { session, token: context.request.sessionToken, ...signIn };
}

/**
 * See {@link provenAt}. Only the user's row says whether the address was proven after the sign-in. It is read while the
 * sign-in is recent, and only if the address was not proven by then.
 */
async function jwtProvenAt(context: FlowContext): Promise<Date | undefined> {
  const { config, outcome } = context;
  const at = outcome.jwt && provenAt(outcome.jwt);
  const isRecent = at && at.valueOf() + config.session.freshAge * 1000 > Date.now();
  if (!isRecent || outcome.jwt?.wasProven) return at;
  const user = await signedInUser(context);
  return user && provenAt(user);
}

/**
 * Whether a browser asks for data, for a picture, or for a page in advance. The visitor may sign out before the answer
 * arrives, and a JWT in the answer signs them in again. Or the visitor signs in anew, and the answer removes the new
 * session. So only pages and the session endpoint set the cookie of a JWT. The next such request sends the changes that
 * the `jwt` callback has made.
 */
function isInBackground({ headers }: Request): boolean {
  return (headers.get("sec-fetch-dest") ?? "document") !== "document" || headers.has("sec-purpose");
}
