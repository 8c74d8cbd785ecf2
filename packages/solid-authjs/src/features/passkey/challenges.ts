// The cookies of passkey challenges: one for each page that waits for a passkey.
//
// Core keeps one challenge in a browser, in a cookie of a kilobyte. A second tab with the sign-in page would replace
// that of the first, whose autofill then fails. So each challenge gets a cookie of its own instead. The authenticator's
// answer contains the challenge, so the cookie has only its end and a signature: over the challenge, the end, the
// provider and the user who adds a passkey. Each expires with its challenge and is answered once (flows/passkey.ts).

import { encode } from "@auth/core/jwt";
import { stringifySetCookie } from "cookie";
import type { FlowContext } from "../../context.ts";
import { changeSetCookies, cookieOptions, expireCookie } from "../../cookies.ts";
import { isSigned, sign } from "../../signature.ts";

/** How long a challenge can be answered. */
export const CHALLENGE_MAX_AGE_SECONDS = 15 * 60;

/** The most of these cookies in a browser. With one more, the oldest ends. */
const MAX_WAITING = 4;

/** One more than may be waiting, so that one is free: a cookie that is replaced keeps its age (RFC 6265, 5.3). */
const NAMES = MAX_WAITING + 1;

/** What a signature is for: a challenge of one provider counts for no other. */
const purposeOf = ({ request }: FlowContext) => ["passkey challenge", request.providerId ?? ""];

/** What core seals the challenge for, within its cookie. */
const CORE_PURPOSE = "encodedWebauthnChallenge";

const namesOf = ({ request }: FlowContext) =>
  Array.from({ length: NAMES }, (_, index) => `${request.names.challenge}.${index + 1}`);

/**
 * Replaces core's cookie in an answer by one for the challenge.
 *
 * @param userId of the user who adds a passkey; none for a sign-in
 */
export function keepChallenge(context: FlowContext, headers: Headers, challenge: string, userId = ""): void {
  const { config, request, setCookies } = context;
  const { names, cookies } = request;
  const ours = namesOf(context);
  // Browsers send the oldest first.
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
 * @param user who adds a passkey; undefined for a sign-in
 * @returns false if this browser has none such
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
