// What has to be so before core may see a request, for each kind of sign-in.

import { skipCSRFCheck } from "@auth/core";
import type { EmailConfig } from "@auth/core/providers";
import { expireCookie, expireSessionCookie, openCookie, sealCookie } from "./cookies";
import { sha256 } from "./crypto";
import { normalizeEmail } from "./email";
import { type Flow, hideSession, isStale, signedInUserId, useOnce } from "./flow";
import { fail, redirectTo, refuseOptions } from "./respond";

/** How long "Connect" waits for the visitor at the provider, in seconds. As long as core keeps the OAuth state. */
const LINK_INTENT_MAX_AGE_SECONDS = 15 * 60;

/** A provider's posted answer becomes an address. No server takes a longer one. In characters. */
const MAX_ANSWER_LENGTH = 8000;

/** @returns the answer where the flow ends here, else nothing, and core goes on */
export async function prepare(flow: Flow): Promise<Response | undefined> {
  const { config, request, provider } = flow;
  const type = provider?.type;
  const isOAuth = type === "oauth" || type === "oidc";

  if (request.providerId && !provider) return fail(flow, { error: "InvalidProvider", page: "error" });
  if (request.action === "error" && request.method === "GET" && config.core.pages?.error) {
    // Core would join the error to the page's URL as it is, and "undefined" where there is none.
    const page = new URL(config.core.pages.error, request.url.origin);
    for (const name of ["error", "code"]) {
      const value = request.url.searchParams.get(name);
      if (value) page.searchParams.set(name, value);
    }
    return redirectTo(flow, page);
  }
  if (request.action === "signin" && request.method === "GET" && provider) {
    // A typed or bookmarked /signin/<id>, which core takes for a mistake in the configuration: the sign-in page.
    request.url.pathname = `${config.basePath}/signin`;
  } else if (request.action === "signin" && isOAuth) {
    return prepareOAuthStart(flow);
  } else if (request.action === "webauthn-options") {
    if (type !== "webauthn") return fail(flow, { error: "InvalidProvider", page: "error" });
    return preparePasskeyOptions(flow);
  } else if (request.action === "callback") {
    if (!provider) return fail(flow, { error: "InvalidProvider", page: "error" });
    if (type === "email") return prepareEmailCallback(flow);
    if (type === "webauthn") return preparePasskeyCallback(flow);
    if (isOAuth) return prepareOAuthCallback(flow);
  }
}

/** "Connect" is an ordinary OAuth start with `connect=true`: a sealed cookie then names the user it is for. */
async function prepareOAuthStart(flow: Flow): Promise<Response | undefined> {
  const { config, request } = flow;
  const { linkIntent } = request.names;
  if (request.body.connect !== "true") {
    // Left over from a "Connect" that was never finished: it must not catch this sign-in.
    if (request.cookies[linkIntent]) flow.setCookies.push(expireCookie(linkIntent, request.secure));
    return;
  }
  const userId = await signedInUserId(flow);
  if (!userId) return fail(flow, { error: "SessionRequired", page: "signIn" });
  if (isStale(flow)) return fail(flow, { error: "FreshSignInRequired", page: "signIn" });
  const intent = { sub: userId, provider: request.providerId ?? "" };
  const options = { maxAge: LINK_INTENT_MAX_AGE_SECONDS, secure: request.secure };
  flow.setCookiesOnSuccess.push(await sealCookie(config, linkIntent, intent, options));
}

async function prepareOAuthCallback(flow: Flow): Promise<Response | undefined> {
  const { config, request } = flow;
  if (request.method === "POST") {
    // response_mode=form_post: the form comes from the provider's site, so without our SameSite=Lax cookies. A redirect to
    // the same answer as a GET brings them.
    for (const [name, value] of Object.entries(request.body))
      if (typeof value === "string") request.url.searchParams.set(name, value);
    if (request.url.href.length > MAX_ANSWER_LENGTH) return fail(flow, { error: "OAuthCallbackError", page: "signIn" });
    return redirectTo(flow, request.url);
  }
  // Where the provider is set to form_post, core reads the body only.
  request.method = "POST";
  request.body = Object.fromEntries(request.url.searchParams);

  const { linkIntent } = request.names;
  const intent = await openCookie(config, linkIntent, request.cookies[linkIntent]);
  if (request.cookies[linkIntent]) flow.setCookies.push(expireCookie(linkIntent, request.secure));

  flow.userId = await signedInUserId(flow);
  if (intent?.provider !== request.providerId) {
    hideSession(flow);
    return;
  }
  if (!flow.userId || intent?.sub !== flow.userId) return fail(flow, { error: "SessionRequired", page: "signIn" });
  if (isStale(flow)) return fail(flow, { error: "FreshSignInRequired", page: "signIn" });
  // A cookie that was kept would connect one account after the other.
  const isFirstUse = await useOnce(flow, `${intent.jti}`, LINK_INTENT_MAX_AGE_SECONDS);
  if (!isFirstUse) return fail(flow, { error: "InvalidCheck", page: "signIn" });
  flow.linking = true;
}

async function prepareEmailCallback(flow: Flow): Promise<Response | undefined> {
  const { config, request } = flow;
  hideSession(flow);
  const confirm = config.core.pages?.confirm;
  if (request.method === "GET") {
    // Mail scanners open links. Opening one must not spend it.
    if (!confirm) return settleLink(flow);
    const page = new URL(confirm, request.url.origin);
    page.search = request.url.search;
    return redirectTo(flow, page);
  }
  // Core has no CSRF check here: a stranger's form could sign the visitor in as the stranger.
  if (!(await hasCsrfToken(flow))) return fail(flow, { error: "MissingCSRF", page: "signIn" });
  // Core reads these from the query only, on POST too.
  for (const name of ["token", "email", "callbackUrl"]) {
    const value = request.body[name];
    if (typeof value === "string") request.url.searchParams.set(name, value);
  }
  return settleLink(flow);
}

/** Core compares the address with the link's letter by letter, and by then has spent the token. */
function settleLink(flow: Flow): Response | undefined {
  const { searchParams } = flow.request.url;
  const { normalizeIdentifier = normalizeEmail } = flow.provider as EmailConfig;
  const email = searchParams.get("email");
  try {
    if (!searchParams.get("token")) throw new TypeError("The link has no token.");
    if (email !== null) searchParams.set("email", normalizeIdentifier(email));
  } catch {
    return fail(flow, { error: "Verification", page: "error" });
  }
}

async function preparePasskeyOptions(flow: Flow): Promise<Response | undefined> {
  const { config, request } = flow;
  const isRegistration = request.url.searchParams.get("action") === "register";
  flow.userId = await signedInUserId(flow);
  // A cookie that names no session breaks core's look-up under `jwt`.
  if (!flow.userId)
    for (const name of flow.sessionCookies) flow.setCookies.push(expireSessionCookie(config, name, request.secure));
  // Signing in again is anybody's passkey to answer: options for the signed-in user would allow theirs only.
  if (!flow.userId || !isRegistration) hideSession(flow);
  // A passkey registered while signed out would sit in an account whose owner has yet to open it.
  if (isRegistration && !flow.userId) return refuseOptions(flow, 401, "Sign in before you add a passkey.");
  // Whoever finds a browser open is not to leave a key of their own in the account.
  if (isRegistration && isStale(flow)) return refuseOptions(flow, 403, "Sign in again before you add a passkey.");
}

async function preparePasskeyCallback(flow: Flow): Promise<Response | undefined> {
  const { request } = flow;
  if (request.method === "GET") return fail(flow, { error: "WebAuthnVerificationError", page: "error" });
  if (!(await hasCsrfToken(flow))) return fail(flow, { error: "MissingCSRF", page: "signIn" });
  // Core would take what is no answer of an authenticator for a fault of ours, and log it as one.
  if (!isJson(request.body.data)) return fail(flow, { error: "WebAuthnVerificationError", page: "error" });
  if (request.body.action !== "register") {
    hideSession(flow);
    return;
  }
  flow.userId = await signedInUserId(flow);
  if (!flow.userId) return fail(flow, { error: "SessionRequired", page: "signIn" });
  if (isStale(flow)) return fail(flow, { error: "FreshSignInRequired", page: "signIn" });
  flow.linking = true;
}

function isJson(data: unknown): boolean {
  try {
    return typeof JSON.parse(String(data)) === "object";
  } catch {
    return false;
  }
}

/** The double-submit check that core makes on its other POSTs: the body repeats the token that the cookie signs. */
async function hasCsrfToken({ config, request }: Flow): Promise<boolean> {
  if (config.core.skipCSRFCheck === skipCSRFCheck) return true;
  const [token, hash] = request.cookies[request.names.csrf]?.split("|") ?? [];
  return token !== undefined && token === request.body.csrfToken && hash === (await sha256(token + config.secrets[0]));
}
