import { skipCSRFCheck } from "@auth/core";
import { sha256 } from "./crypto";
import type { Exchange } from "./exchange";

/**
 * The double-submit check, as core makes it on its other POSTs: the body repeats the token that the cookie signs. Core leaves it out for
 * the callbacks of e-mail links and passkeys.
 */
export async function hasCsrfToken({ config, request }: Exchange): Promise<boolean> {
  if (config.core.skipCSRFCheck === skipCSRFCheck) return true;
  const [token, hash] = request.cookies[request.names.csrf]?.split("|") ?? [];
  return token !== undefined && token === request.body.csrfToken && hash === (await sha256(token + config.secrets[0]));
}
