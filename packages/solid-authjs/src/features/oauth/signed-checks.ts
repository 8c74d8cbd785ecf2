// The values that core keeps in the browser while a visitor is at a provider: the state, the PKCE verifier and the
// nonce.
//
// Threat: another site's links make a browser collect cookies, until proxies refuse each of its requests. Core encrypts
// these three values, which takes two kilobytes. Here each value is signed instead. The provider sends the state back,
// so its cookie is only the signature. The other two values are useless without the cookies themselves.

import { decode, encode } from "@auth/core/jwt";
import { parseSetCookie } from "cookie";
import type { StartFlow } from "../../context.ts";
import { changeSetCookies, checkNames } from "../../cookies.ts";
import { isSigned, sign } from "../../signature.ts";

/** How long core keeps these values. */
const CHECKS_MAX_AGE_SECONDS = 15 * 60;

export const signedChecks: StartFlow = ({ config, request }) => {
  const { secret } = config.jwt;
  const providerId = request.providerId ?? "";
  const [stateName = "", ...others] = checkNames(config.core.cookies, request.secure, ["state", "pkce", "nonce"]);
  const names = [stateName, ...others];

  if (request.action === "signin")
    return {
      async after(headers) {
        const signed = new Map<string, string>();
        for (const line of headers.getSetCookie()) {
          const { name, value: token } = parseSetCookie(line);
          if (!names.includes(name) || !token) continue;
          const value = String((await decode({ token, secret, salt: name }))?.value);
          const signature = sign(config, CHECKS_MAX_AGE_SECONDS, name, providerId, value);
          signed.set(name, name === stateName ? signature : `${signature}.${value}`);
        }
        changeSetCookies(headers, (line, name) =>
          signed.has(name) ? `${name}=${signed.get(name)}${line.slice(line.indexOf(";"))}` : line,
        );
      },
    };
  return {
    async before(): Promise<undefined> {
      for (const name of names) {
        const cookie = request.cookies[name] ?? "";
        const value = name === stateName ? request.url.searchParams.get("state") : cookie.split(".")[2];
        const isOurs = value && isSigned(config, cookie, name, providerId, value);
        const token = { value, provider: providerId };
        request.cookies[name] = isOurs ? await encode({ token, secret, salt: name }) : undefined;
      }
    },
  };
};
