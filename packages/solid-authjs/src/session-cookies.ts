// Finds the session among the cookies that a browser sends.
//
// A browser may send several cookies with the session's name: from the host and a parent domain, or from two paths. A
// server gets their values and cannot tell them apart. An ended session must not hide a working one, so each cookie is
// tried. Another application of Auth.js on this host may have left chunks: a whole cookie wins over chunks.

import { parseCookie } from "cookie";
import type { RequestCookies } from "./context.ts";
import { cookieHeader, requestCookies } from "./cookies.ts";
import { absoluteEnd, hasEnded, hasPassed, signInTimeOfJwt } from "./lifetime.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** How many values are tried at most: each one costs a look-up. */
export const MAX_TRIED = 5;

/**
 * @param name the session cookie's name
 * @returns the values of all cookies with exactly that name, in the browser's order
 */
export function wholeSessions(request: Request, name: string): string[] {
  // Servers limit the length of the header, so the number of chunks is limited, too.
  const pairs = cookieHeader(request)
    .split(";")
    .filter((pair) => pair.includes(name));
  const values = pairs.length > 1 ? pairs.map((pair) => parseCookie(pair)[name]) : [requestCookies(request)[name]];
  return [...new Set(values.filter((value) => value !== undefined && value !== ""))] as string[];
}

/**
 * The tokens that the chunks may form. The last chunks may belong to another application.
 *
 * @param chunks the chunks in their order
 */
export function chunkedSessions(chunks: string[]): string[] {
  return chunks.map((_, index) => chunks.slice(0, chunks.length - index).join(""));
}

/** If there are several sessions, the first that works becomes the request's session. Never throws. */
export async function chooseSession(config: ResolvedConfig, request: RequestCookies): Promise<void> {
  const { sessionTokens } = request;
  if (sessionTokens.length < 2) return;
  try {
    for (const token of sessionTokens.slice(0, MAX_TRIED)) {
      if (!(await isLiving(config, request, token))) continue;
      request.sessionToken = token;
      showOnly(request, token);
      return;
    }
  } catch {
    // The later look-up of the session fails in the same way, and answers and logs the failure.
  }
}

/** Shows core only the cookies that form the token. */
function showOnly({ names, cookies, sessionCookies }: RequestCookies, token: string): void {
  const chunks = sessionCookies.filter((name) => name !== names.session);
  const count = chunks.findIndex((_, index) => chunkValue(cookies, chunks.slice(0, index + 1)) === token) + 1;
  for (const name of chunks.slice(count)) cookies[name] = undefined;
  cookies[names.session] = count > 0 ? undefined : token;
}

const chunkValue = (cookies: RequestCookies["cookies"], names: string[]) => names.map((name) => cookies[name]).join("");

/** Whether a session signs in now, in this browser. Changes no cookie. */
async function isLiving(config: ResolvedConfig, request: RequestCookies, token: string): Promise<boolean> {
  if (config.session.strategy === "database") {
    const { session } = (await config.core.adapter?.getSessionAndUser?.(token)) ?? {};
    if (!session || hasEnded(config, session)) return false;
    return config.mayUse({ config, request, setCookies: [] }, session);
  }
  const { decode, secret } = config.jwt;
  const decoding = async () => decode({ token, secret, salt: request.names.session });
  const jwt = await decoding().catch(() => null);
  return jwt !== null && !hasPassed(absoluteEnd(config, signInTimeOfJwt(jwt)));
}
