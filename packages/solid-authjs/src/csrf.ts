// The CSRF token. Forms repeat the token. A cookie holds the token, and a hash of the token and the secret (double
// submit). This file makes tokens as core does, so that both accept them.

import { randomBytes } from "node:crypto";
import { skipCSRFCheck } from "@auth/core";
import { MissingCSRF } from "@auth/core/errors";
import type { FlowContext } from "./context.ts";
import { coreLogger } from "./core/logger.ts";
import type { Failure } from "./errors.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { sha256 } from "./sha256.ts";

const CSRF_TOKEN_BYTES = 32;

/** One call for random bytes is enough for many tokens: a call for each response costs a twentieth of a page. */
let drawn = Buffer.alloc(0);

/**
 * @param cookie the CSRF cookie that the browser sent
 * @returns its token, or a new one, and the cookie to set, if any; an empty token if the check is switched off
 */
export function readCsrfToken(config: ResolvedConfig, cookie: string | undefined): { token: string; cookie?: string } {
  if (config.core.skipCSRFCheck === skipCSRFCheck) return { token: "" };
  const known = signedAnew(config, cookie);
  const signed = known ?? sign(config, newToken().toString("hex"));
  const [token = ""] = signed.split("|");
  return signed === cookie ? { token } : { token, cookie: signed };
}

/**
 * Helps a form that was open during a rotation of the secret: core knows only the newest secret.
 *
 * @returns the browser's cookie, signed with the newest secret; undefined if no secret has signed it
 */
export function signedAnew(config: ResolvedConfig, cookie: string | undefined): string | undefined {
  const [token, signature] = cookie?.split("|") ?? [];
  const isOurs = token && config.secrets.some((secret) => signature === sha256(token + secret));
  return isOurs ? sign(config, token) : undefined;
}

/**
 * Threat: BREACH. The length of a compressed page tells an attacker on the network whether the page repeats a guess of
 * the token. So each page shows another text for the same token.
 *
 * @returns the hidden token: random bytes, and the token combined with them
 */
export function maskToken(token: string): string {
  const mask = newToken();
  return mask.toString("hex") + combined(mask, Buffer.from(token, "hex"));
}

/** @returns the token that was hidden; the value itself if it does not hide a token */
export function unmaskToken(value: unknown): unknown {
  if (typeof value !== "string" || value.length !== 4 * CSRF_TOKEN_BYTES) return value;
  const bytes = Buffer.from(value, "hex");
  return combined(bytes.subarray(0, CSRF_TOKEN_BYTES), bytes.subarray(CSRF_TOKEN_BYTES));
}

function newToken(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(256 * CSRF_TOKEN_BYTES);
  const token = drawn.subarray(0, CSRF_TOKEN_BYTES);
  drawn = drawn.subarray(CSRF_TOKEN_BYTES);
  return token;
}

/** Two numbers combined by exclusive or, in hex. */
function combined(one: Buffer, other: Buffer): string {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0))).toString("hex");
}

/**
 * The check that core makes on its other POSTs. Core does not make it for the callbacks of email links and passkeys.
 *
 * @returns why a request without its token is refused, logged as core logs its own refusals
 */
export function csrfRefusal(context: FlowContext): Failure | undefined {
  const { config, request } = context;
  const { token, cookie } = readCsrfToken(config, request.cookies[request.names.csrf]);
  // A new cookie: the browser sent no cookie, or a forged one.
  if (token === "" || (cookie === undefined && token === request.body.csrfToken)) return undefined;
  coreLogger(context).error?.(new MissingCSRF(`CSRF token was missing during an action ${request.action}`));
  return { error: "MissingCSRF", page: "signIn" };
}

function sign({ secrets }: ResolvedConfig, token: string): string {
  return `${token}|${sha256(token + secrets[0])}`;
}
