// One request's way through the handler: what is known about it so far.

import { decode } from "@auth/core/jwt";
import { isSessionCookie, type SetCookie } from "./cookies";
import { sha256 } from "./crypto";
import type { Failure } from "./errors";
import { authTimeOf, endOfSession, endOfToken, isOver } from "./lifetime";
import { type AuthRequest, sessionTokenOf } from "./request";
import type { ResolvedConfig, SettledProvider } from "./resolve";

export interface Flow {
  config: ResolvedConfig;
  request: AuthRequest;
  provider: SettledProvider | undefined;
  /** The session the browser came with, which core may not get to see. */
  sessionToken: string;
  sessionCookies: string[];
  /** Who is signed in already, where that matters to the flow. */
  userId?: string;
  /** When the session's user signed in, in seconds since 1970, as far as that is known. */
  authTime?: number;
  /** When the session that was read or made ends, however much it is used. */
  endsAt?: Date;
  /** The idle lifetime of the session has begun anew. */
  isProlonged?: boolean;
  /** The visitor pressed "Connect" or adds a passkey: the outcome belongs to the user who is signed in. */
  linking: boolean;
  /** Lines to add to the answer. */
  setCookies: SetCookie[];
  /** Lines to add to the answer unless it is an error. */
  setCookiesOnSuccess: SetCookie[];
  /** Where a `signIn` callback sends the visitor, in flows where core ignores it. */
  redirect?: string;
  /** What the `signIn` callback threw to be the answer. */
  answer?: Response;
  failure?: Failure;
  /** The last error core logged. */
  thrown?: Error;
  createdUserId?: string;
  /** The session's user has got an account or a passkey more. */
  linked?: boolean;
  /** The address a sign-in link went to. */
  mailedTo?: string;
  /** The session could not be read, by no fault of the session's. */
  isSessionUnknown?: boolean;
  /** The `jwt` callback returned null: whatever session there was is over. */
  endsSession?: boolean;
}

/** The beginning of a flow, from a request that could be read. */
export function startFlow(config: ResolvedConfig, request: AuthRequest): Flow {
  return {
    config,
    request,
    provider: config.providers.find(({ id }) => id === request.providerId),
    sessionToken: sessionTokenOf(request),
    sessionCookies: Object.keys(request.cookies).filter((name) => isSessionCookie(name, request.names.session)),
    linking: false,
    setCookies: [],
    setCookiesOnSuccess: [],
  };
}

/** The JWT settings as core has them. A token opens with each of the secrets. */
export function jwtOptions({ core, secrets }: ResolvedConfig) {
  return { secret: secrets, decode, ...core.jwt };
}

/**
 * Takes the session out of core's sight, so that a sign-in always makes a new one: core would keep the old one for the same
 * user, and link whatever account comes back from a provider to whoever happens to be signed in.
 */
export function hideSession({ request, sessionCookies }: Flow): void {
  for (const name of sessionCookies) request.cookies[name] = undefined;
}

/** @returns the id of the user whose session the browser came with, if it holds */
export async function signedInUserId(flow: Flow): Promise<string | undefined> {
  const { config, request, sessionToken } = flow;
  const { adapter } = config.core;
  if (!sessionToken) return undefined;
  if (config.strategy === "database") {
    const found = await adapter?.getSessionAndUser?.(sessionToken);
    if (!found || isOver(found.session.expires) || isOver(endOfSession(config, found.session))) return undefined;
    flow.authTime = authTimeOf(found.session);
    return found.user.id;
  }
  const { decode: decodeJwt, secret } = jwtOptions(config);
  const decoding = async () => decodeJwt({ token: sessionToken, secret, salt: request.names.session });
  const token = await decoding().catch(() => null);
  if (!token?.sub || isOver(endOfToken(config, token))) return undefined;
  flow.authTime = typeof token.auth_time === "number" ? token.auth_time : undefined;
  // The token outlives its user.
  return adapter ? (await adapter.getUser?.(token.sub))?.id : token.sub;
}

/**
 * Takes something that a cookie holds, so that a copy of the cookie cannot bring it again.
 *
 * @param maxAge how long the cookie lives, in seconds
 * @returns false where it was taken before. Where the adapter cannot remember, always true
 */
export async function useOnce({ config }: Flow, what: string, maxAge: number): Promise<boolean> {
  const expires = new Date(Date.now() + maxAge * 1000);
  return (await config.core.adapter?.useChallenge?.(await sha256(what), expires)) !== false;
}

/** Whether the session is too old for what changes who may sign in. Where its age is not known, it is. */
export function isStale({ config, authTime = 0 }: Flow): boolean {
  return (authTime + config.freshAge) * 1000 <= Date.now();
}
