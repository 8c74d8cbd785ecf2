// Spends the token of a mail link: once, and once more in the browser that spent it.
//
// A browser may lose the first answer: a double press sends the form twice and shows the second answer, and a
// connection may break before the answer arrives. So a spent token leaves another token in its place, for a second
// press.
//
// Threat: a replayed link. The second token is a hash of the first token and of this browser's CSRF token. Only this
// browser has the cookie with that CSRF token. The second token works once, for seconds, and ends when its user signs
// out.

import type { VerificationToken } from "@auth/core/adapters";
import type { FlowContext } from "../../context.ts";
import { readCsrfToken } from "../../csrf.ts";
import { repeatsOf } from "../../email.ts";
import { sha256 } from "../../sha256.ts";
import type { SolidAuthAdapter } from "../../types.ts";

/**
 * The time in which a second press of the same form signs in. The second press comes within seconds, or after the
 * browser has given up on the answer (ANSWER_TIMEOUT_MS in client/requests.ts). Within this time, a person at the same
 * browser can sign in once more without a mail. But that browser is signed in anyway, and a sign-out ends the time.
 */
export const REPEAT_SECONDS = 30;

/**
 * @param identifier the link's address
 * @param stored the values that the database may hold for the link's token: a hash with each secret
 * @returns null if there is no such token, or the token has expired
 */
export async function spendToken(
  context: FlowContext,
  adapter: SolidAuthAdapter,
  identifier: string,
  stored: string[],
): Promise<VerificationToken | null> {
  const browser = browserOf(context);
  const { replaceVerificationToken: replace } = adapter;
  if (browser && replace) {
    const repeatOf = (token: string) => ({
      identifier: repeatsOf(identifier),
      token: sha256(`${token} ${browser}`),
    });
    for (const each of stored) {
      const expires = new Date(Date.now() + REPEAT_SECONDS * 1000);
      const token = await replace({ identifier, token: each }, { ...repeatOf(each), expires });
      if (token) return token;
    }
    for (const each of stored) {
      const repeated = await replace(repeatOf(each), null);
      if (repeated) return { ...repeated, identifier };
    }
  }
  for (const each of stored) {
    // The use of a token deletes it, even if it has expired.
    const token = await adapter.useVerificationToken?.({ identifier, token: each });
    if (token) return token;
  }
  return null;
}

/** The CSRF token in this browser's cookie; undefined without a cookie, or if the check is switched off. */
function browserOf({ config, request }: FlowContext): string | undefined {
  const { token, cookie } = readCsrfToken(config, request.cookies[request.names.csrf]);
  return cookie === undefined && token ? token : undefined;
}
