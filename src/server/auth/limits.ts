// The limits of the auth route.

import "server-only";
import { isOAuth } from "~/server/auth/sign-in-method";
import { limit } from "~/server/http/rate-limit";
import { requestContext } from "~/server/http/request-context";

/**
 * Counts a request of a client. (The `signIn` callback limits mails per address.)
 *
 * @throws {Response} 429, see `limit`
 */
export async function limitAuthRequest(request: Request): Promise<void> {
  const { action, provider } = requestContext().authRoute ?? {};
  if (action === "callback") return limit(isOAuth(provider) ? "providerCallbacks" : "callbacks");
  if (action === "webauthn-options") return limit("passkeyOptions");
  if (action === "signin" && request.method === "POST")
    return limit(provider?.type === "email" ? "links" : "providerStarts");
}
