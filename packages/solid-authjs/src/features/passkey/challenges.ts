// The cookies of passkey challenges: one for each page that waits for a passkey.
//
// Core keeps one challenge in a browser, in a cookie of a kilobyte. A second tab with the sign-in page replaces the
// first tab's challenge, and the first tab's autofill then fails. So here each challenge has a separate cookie. The
// authenticator's answer contains the challenge, so the cookie has only the end of the challenge and a signature. The
// signature covers the challenge, the end, the provider and the user who adds a passkey. Each cookie expires with its
// challenge, and each challenge can be answered once (flow.ts).

import { encode } from "@auth/core/jwt";
import { stringifySetCookie } from "cookie";
import type { FlowContext } from "../../context.ts";
import { changeSetCookies, cookieOptions, expireCookie } from "../../cookies.ts";
import { isSigned, sign } from "../../signature.ts";

/** How long a challenge can be answered. */
export const CHALLENGE_MAX_AGE_SECONDS = 15 * 60;

/** How many of these cookies a browser has at most. A further one replaces the oldest. */
const MAX_WAITING = 4;

/**
 * There is one name more than challenges can wait at once, so that one name is always free: a cookie that is replaced
 * keeps its age (RFC 6265, 5.3).
 */
const NAMES = MAX_WAITING + 1;

/** The purpose of a signature: a challenge of one provider does not count for another. */
const purposeOf = ({ request }: FlowContext) => ["passkey challenge", request.providerId ?? ""];

/** The purpose for which core seals the challenge in its cookie. */
const CORE_PURPOSE = "encodedWebauthnChallenge";

const namesOf = ({ request }: FlowContext) =>
  Array.from({ length: NAMES }, (_, index) => `${request.names.challenge}.${index + 1}`);

/**
 * Replaces core's cookie in an answer by one for the challenge.
 *
 * @param userId the user who adds a passkey; undefined for a sign-in
 */
export function keepChallenge(context: FlowContext, headers: Headers, challenge: string, userId = ""): void {
  const { config, request, setCookies } = context;
  const { names, cookies } = request;
  const ours = namesOf(context);
  // Browsers send the oldest cookie first.
  const waiting = Object.keys(cookies).filter((name) => ours.includes(name) && cookies[name] !== undefined);
  const name = ours.find((name) => !waiting.includes(name)) ?? waiting[0] ?? "";
  if (waiting.length >= MAX_WAITING && waiting[0] && waiting[0] !== name) expireCookie(context, waiting[0]);
  const value = sign(config, CHALLENGE_MAX_AGE_SECONDS, ...purposeOf(context), challenge, userId);
  const attributes = { ...cookieOptions(request.secure), ...config.core.cookies?.webauthnChallenge?.options };
  setCookies.push(stringifySetCookie({ name, value, ...attributes, maxAge: CHALLENGE_MAX_AGE_SECONDS }));
  changeSetCookies(headers, (line, each) => (each === names.challenge ? undefined : line));
}

/**
 * Shows core the challenge that the browser has answered, in core's own cookie.
 *
 * @param user the user who adds a passkey; undefined for a sign-in
 * @returns false if this browser has no such challenge
 */
export async function findChallenge(context: FlowContext, challenge: string, user?: { id: string }): Promise<boolean> {
  const { config, request } = context;
  const { names, cookies } = request;
  const name = namesOf(context).find((each) =>
    isSigned(config, cookies[each] ?? "", ...purposeOf(context), challenge, user?.id ?? ""),
  );
  cookies[names.challenge] = undefined;
  if (name === undefined) return false;
  expireCookie(context, name);
  const { secret } = config.jwt;
  const token = { challenge, registerData: user };
  const value = await encode({ token, secret, salt: CORE_PURPOSE, maxAge: CHALLENGE_MAX_AGE_SECONDS });
  const sealed = { value, provider: request.providerId };
  cookies[names.challenge] = await encode({ token: sealed, secret, salt: names.challenge });
  return true;
}
