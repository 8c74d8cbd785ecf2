// Signing in and out in the browser: the functions of Auth.js's client.

import type { Session } from "@auth/core/types";
import { announceSession } from "./announce.ts";
import { authUrl, currentPage, getJson, post, postJson, readJson, type SignInResult } from "./requests.ts";
import { broadcastSession, reloadSession } from "./session.ts";

export interface SignInOptions extends Record<string, unknown> {
  /** The page to go to after sign-in, on this origin. The default is the current page. */
  callbackUrl?: string;
  /**
   * True (default) goes to that page at once. False stays on the page and returns a {@link SignInResult}. Providers
   * that redirect always leave the page.
   */
  redirect?: boolean;
}

/** A provider in the form of the `providers` endpoint. */
export interface PublicProvider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}

/**
 * Starts a sign-in.
 *
 * @param provider a provider's id; without one, the sign-in page opens
 * @param options its further fields (an `email`, credentials) are sent, too
 * @param authorizationParams go into the query of the provider's authorization URL
 * @returns the result with `redirect: false`; otherwise nothing, because the browser leaves the page
 */
export async function signIn(
  provider?: string,
  { callbackUrl = currentPage(), redirect = true, ...fields }: SignInOptions = {},
  authorizationParams: Record<string, string> = {},
): Promise<SignInResult | undefined> {
  const providers = await getProviders();
  const known = provider === undefined ? undefined : providers[provider];
  if (!known || !provider) {
    location.assign(authUrl(`signin?${new URLSearchParams({ callbackUrl })}`));
    return;
  }
  if (known.type === "webauthn") {
    const { signInWithPasskey } = await import("../features/passkey/client.ts");
    return leaveOrReturn(await signInWithPasskey({ callbackUrl, provider }), redirect);
  }

  const action = known.type === "credentials" ? "callback" : "signin";
  const query = new URLSearchParams(authorizationParams);
  const result = await post(`${action}/${provider}${query.size > 0 ? `?${query}` : ""}`, { ...fields, callbackUrl });
  if (known.type === "credentials" && result.ok) await broadcastSession();
  const staysHere = known.type === "credentials" || known.type === "email";
  return leaveOrReturn(result, redirect || !staysHere);
}

/**
 * Signs out: ends the session.
 *
 * @param options `callbackUrl`: the page to go to afterwards (default: the current page); `redirect: false` stays and
 *   returns the URL; `userId`: the id of the user that the page shows. If another user has signed in since, that user
 *   stays signed in (`OtherUser`)
 */
export async function signOut({
  callbackUrl = currentPage(),
  redirect = true,
  userId: user = "",
} = {}): Promise<SignInResult | undefined> {
  const result = await post("signout", { callbackUrl, user });
  // A failed sign-out leaves the session. Other tabs must not leave their pages then.
  if (result.ok) announceSession(null);
  await reloadSession();
  return leaveOrReturn(result, redirect);
}

/**
 * Sends data to the `jwt` callback (`trigger: "update"`), or with database sessions to the `session` callback.
 *
 * @param options `userId`: the id of the user that the page shows. The call fails if another user has signed in since
 * @returns the updated session, or null if the visitor is signed out
 * @throws {Error} if the session could not be updated: a failure is never "signed out"
 */
export async function update(data?: unknown, { userId: user = "" } = {}): Promise<Session | null> {
  try {
    return await readJson<Session | null>("session", await postJson("session", { data, user }));
  } finally {
    await reloadSession();
  }
}

/** @returns the configured providers by their ids */
export async function getProviders(): Promise<Record<string, PublicProvider>> {
  return getJson("providers");
}

function leaveOrReturn(result: SignInResult, redirect: boolean): SignInResult | undefined {
  if (!redirect) return result;
  const [here] = location.href.split("#");
  location.assign(result.url);
  // If an address differs only in its fragment, the browser only scrolls. For another page, the navigation has already
  // begun.
  if (result.url.includes("#") && new URL(result.url, here).href.split("#")[0] === here) location.reload();
}
