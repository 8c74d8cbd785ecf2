// The cookies of passkey challenges: one for each page that waits for a passkey.
//
// Core keeps one challenge in a browser, in a cookie of a kilobyte. A second tab with the sign-in page would replace
// that of the first, whose autofill then fails. So each challenge gets a cookie of its own instead. The authenticator's
// answer contains the challenge, so the cookie has only its end and a signature: over the challenge, the end and the
// user who adds a passkey. Each expires with its challenge and is answered once (flows/passkey.ts).

import { createHmac, timingSafeEqual } from "node:crypto";
import { encode } from "@auth/core/jwt";
import { stringifySetCookie } from "cookie";
import type { FlowContext } from "./context.ts";
import { changeSetCookies, cookieOptions, expireCookie } from "./cookies.ts";

/** How long a challenge can be answered. */
export const CHALLENGE_MAX_AGE_SECONDS = 15 * 60;

/** The most of these cookies in a browser. With one more, the oldest ends. */
const MAX_WAITING = 4;

/** One more than may be waiting, so that one is free: a cookie that is replaced keeps its age (RFC 6265, 5.3). */
const NAMES = MAX_WAITING + 1;

/** What core seals the challenge for, within its cookie. */
const CORE_PURPOSE = "encodedWebauthnChallenge";

const namesOf = ({ request }: FlowContext) =>
  Array.from({ length: NAMES }, (_, index) => `${request.names.challenge}.${index + 1}`);

/**
 * Replaces core's cookie in an answer by one for the challenge.
 *
 * @param userId of the user who adds a passkey; undefined for a sign-in
 */
export function keepChallenge(context: FlowContext, headers: Headers, challenge: string, userId?: string): void {
  const { config, request, setCookies } = context;
  const { names, cookies } = request;
  const ours = namesOf(context);
  // Browsers send the oldest first.
  const waiting = Object.keys(cookies).filter((name) => ours.includes(name) && cookies[name] !== undefined);
  const name = ours.find((name) => !waiting.includes(name)) ?? waiting[0] ?? "";
  if (waiting.length >= MAX_WAITING && waiting[0] && waiting[0] !== name) expireCookie(context, waiting[0]);
  const end = (Math.ceil(Date.now() / 1000) + CHALLENGE_MAX_AGE_SECONDS).toString(36);
  const value = `${end}.${sign(config.secrets[0], end, challenge, userId)}`;
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
  const isOfChallenge = (value = "") => {
    const [end = "", signature = ""] = value.split(".");
    if (!(Number.parseInt(end, 36) * 1000 > Date.now())) return false;
    return config.secrets.some((secret) => isSame(signature, sign(secret, end, challenge, user?.id)));
  };
  const name = namesOf(context).find((each) => isOfChallenge(cookies[each]));
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

function sign(secret: string, end: string, challenge: string, userId = ""): string {
  const text = JSON.stringify(["passkey challenge", end, challenge, userId]);
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
