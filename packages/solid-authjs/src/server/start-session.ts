// Signs a user in after a check of the application's own, such as a password's. The session is like that of every other
// sign-in: a row, listed and ended like others, with a new token. (It is not bound to its device, because that needs a
// response of the auth route.) The browser's old session ends, so an attacker who knows the old token gains nothing
// (session fixation).
//
// Threat: a check takes time, such as a password's. An event that ends access meanwhile, such as a new password, does
// not see the session, which does not exist yet. So the caller repeats the check after the session exists and before
// its cookie is sent.

import type { AdapterUser } from "@auth/core/adapters";
import { AccessDenied } from "@auth/core/errors";
import type { Account } from "@auth/core/types";
import type { CookieContext } from "../context.ts";
import { expireCookie, sessionCookie } from "../cookies.ts";
import { deleteSession } from "../core/adapter.ts";
import { emitEvent } from "../core/emit-event.ts";
import { cookiesOf } from "../request.ts";
import { resolveConfig } from "../resolve.ts";
import type { SolidAuthConfig } from "../types.ts";
import { sendCookies } from "./inner-request.ts";
import { forgetSession } from "./session.ts";

/**
 * Signs a user in from a form action, after the application's own check. The `signIn` callback and the `signIn` event
 * get an account of type `credentials`. The caller limits attempts and checks the request's origin.
 *
 * @param user the row of the database that the check found
 * @param method the name of the check, as the account's `provider`
 * @param stillHolds says whether the result of the check is still true. It is called after the session is stored. It
 *   has to wait for running events: it reads in a transaction that begins with `lockUser`
 * @returns false if the result is no longer true: then there is no session
 * @throws {AccessDenied} if the `signIn` callback returns anything but true
 * @throws {TypeError} without database sessions
 */
export async function startSession(
  request: Request,
  options: SolidAuthConfig,
  user: AdapterUser,
  method: string,
  stillHolds: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const config = resolveConfig(options);
  const { adapter, callbacks, events } = config.core;
  if (config.session.strategy !== "database" || !adapter?.createSession)
    throw new TypeError("startSession needs database sessions.");
  const account: Account = { provider: method, type: "credentials", providerAccountId: user.id, userId: user.id };
  if ((await (callbacks?.signIn?.({ user, account }) ?? true)) !== true)
    throw new AccessDenied("The signIn callback refuses the user.");

  const ofCookies = cookiesOf(request, config);
  const { names, cookies: sent, sessionCookies, sessionToken: old } = ofCookies;
  const sessionToken = config.session.generateSessionToken();
  const expires = new Date(Date.now() + config.session.maxAge * 1000);
  await adapter.createSession({ sessionToken, userId: user.id, expires }, { user, inPerson: true });
  if (!(await stillHolds())) {
    await deleteSession(adapter, sessionToken);
    return false;
  }
  if (old) await deleteSession(adapter, old);
  const context: CookieContext = { config, request: ofCookies, setCookies: [] };
  for (const name of sessionCookies) if (name !== names.session) expireCookie(context, name);
  // How the previous user signed in, for the provider's own sign-out.
  if (sent[names.signedInAt]) expireCookie(context, names.signedInAt);
  context.setCookies.push(sessionCookie(context, sessionToken, expires));
  sendCookies(request, config, context.setCookies);
  forgetSession(request);
  await emitEvent({ config, outcome: {} }, () => events?.signIn?.({ user, account, isAdded: false }));
  return true;
}
