// The layer in the browser: the functions of Auth.js's client, and those for passkeys. All of them call the auth route.

import type { Session } from "@auth/core/types";
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { Accessor } from "solid-js";
import { announceSession, liveSession, refreshSession } from "./live-session";

export { announceSession, onSessionChange } from "./live-session";

let basePath = "/api/auth";

/** Sets where the auth route is mounted, if not at `/api/auth`. Call it before the other functions. */
export function configureClient(options: { basePath: string }): void {
  basePath = options.basePath.replace(/\/+$/, "");
}

/** The result of a sign-in that did not redirect. */
export interface SignInResult {
  ok: boolean;
  /** The URL that the visitor would have been sent to. */
  url: string;
  /** An error type of Auth.js, if the sign-in failed. */
  error?: string;
  /** Narrows the error down. */
  code?: string;
}

export interface SignInOptions extends Record<string, unknown> {
  /** The page to go to after sign-in, on this origin. Default: the current page. */
  callbackUrl?: string;
  /** True (default) goes there at once. False stays and returns a {@link SignInResult}. Providers that redirect always do. */
  redirect?: boolean;
}

/** A provider as the `providers` endpoint lists it. */
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
 * @param options further fields (an `email`, credentials) are sent along
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
    location.assign(`${basePath}/signin?${new URLSearchParams({ callbackUrl })}`);
    return;
  }
  if (known.type === "webauthn") return leaveOrReturn(await signInWithPasskey({ callbackUrl, provider }), redirect);

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
 * @param options `callbackUrl`: the page to go to then (default: the current page); `redirect: false` stays and returns the URL
 */
export async function signOut({
  callbackUrl = currentPage(),
  redirect = true,
} = {}): Promise<SignInResult | undefined> {
  const result = await post("signout", { callbackUrl });
  announceSession(null);
  await refreshSession();
  return leaveOrReturn(result, redirect);
}

/**
 * The session as a signal: undefined until it is known, null if the visitor is signed out. All callers share it; no provider
 * component is needed. It follows sign-ins and sign-outs in other tabs.
 */
export function useSession(): Accessor<Session | null | undefined> {
  return liveSession(() => getJson<Session | null>("session"));
}

/**
 * Sends data to the `jwt` callback (`trigger: "update"`), or with database sessions to the `session` callback.
 *
 * @returns the updated session, or null if the visitor is signed out
 * @throws {Error} if the session could not be updated: a failure is never "signed out"
 */
export async function update(data?: unknown): Promise<Session | null> {
  const response = await postJson("session", { data });
  await refreshSession();
  if (!response.ok) throw new Error(`The auth route answered ${response.status} to session.`);
  return response.json();
}

/** @returns the configured providers by their ids */
export async function getProviders(): Promise<Record<string, PublicProvider>> {
  return getJson("providers");
}

/** Options of the passkey functions. */
interface PasskeyOptions {
  provider?: string;
  callbackUrl?: string;
  autofill?: boolean;
  onChosen?: () => boolean | Promise<boolean>;
}

/** Why no passkey was added or used. */
export type PasskeyError =
  /** The visitor closed the prompt, or it timed out. Show no error. */
  | "Cancelled"
  /** This device or browser already holds a passkey for the account. */
  | "AlreadyRegistered"
  /** The browser does not support passkeys here. */
  | "Unsupported"
  /** The server could not be reached. */
  | "Unreachable"
  /** Too many requests (429). */
  | "RateLimited"
  /** The server refused: `error` of the URL in its answer. */
  | (string & {});

/** @returns whether this browser supports passkeys */
export function supportsPasskeys(): boolean {
  return browserSupportsWebAuthn();
}

/**
 * Adds a passkey to the account of the signed-in user.
 *
 * @param options `provider`: the id of the passkey provider, if there are several; `onChosen`: see {@link signInWithPasskey}
 * @returns the result; its `error` is a {@link PasskeyError}
 */
export async function registerPasskey({
  provider,
  onChosen,
}: Pick<PasskeyOptions, "provider" | "onChosen"> = {}): Promise<SignInResult> {
  return passkeyCeremony("register", { provider, onChosen, callbackUrl: currentPage() });
}

/**
 * Signs in with a passkey that the visitor chooses in the browser's prompt. A second sign-in ends the session of the first: let one finish
 * before another begins.
 *
 * @param options `callbackUrl`: the page to go to after sign-in; `autofill`: wait in the autofill of a field marked
 *   `autocomplete="username webauthn"` instead of showing the prompt at once (a later call ends one that waits); `onChosen`: called when the
 *   visitor has answered, before the request to the server. If it returns or resolves to false, the answer is dropped, as if cancelled
 * @returns the result; its `error` is a {@link PasskeyError}
 */
export async function signInWithPasskey(options: PasskeyOptions = {}): Promise<SignInResult> {
  if (options.autofill && !(await browserSupportsWebAuthnAutofill())) return failed("Unsupported");
  return passkeyCeremony("authenticate", options);
}

/** Why the server refused passkey options, by the status of its answer. */
const OPTIONS_ERRORS: Record<number, PasskeyError> = {
  401: "SessionRequired",
  403: "FreshSignInRequired",
  429: "RateLimited",
};

async function passkeyCeremony(
  action: "register" | "authenticate",
  { provider = "passkey", callbackUrl, autofill = false, onChosen }: PasskeyOptions,
): Promise<SignInResult> {
  if (!supportsPasskeys()) return failed("Unsupported");
  const response = await fetch(`${basePath}/webauthn-options/${provider}?action=${action}`).catch(() => undefined);
  if (!response?.ok) return failed(OPTIONS_ERRORS[response?.status ?? 0] ?? "Unreachable");
  const { options } = await response.json();
  try {
    const credential =
      action === "register" ? await startRegistration(options) : await startAuthentication(options, autofill);
    if ((await onChosen?.()) === false) return failed("Cancelled");
    const fields = { action, callbackUrl, data: JSON.stringify(credential) };
    const { unknownPasskey, ...result } = await post(`callback/${provider}`, fields);
    if (result.ok && action === "authenticate") await broadcastSession();
    if (unknownPasskey) await signal("signalUnknownCredential", { credentialId: credential.id });
    return result;
  } catch (error) {
    return failed(passkeyErrorOf(error));
  }
}

/** What password managers should know about a user's passkeys. */
export interface PasskeyFacts {
  /** The user handle of all their passkeys, in base64url. */
  userHandle: string;
  /** The ids of all their passkeys, in base64url. Others are hidden or removed. */
  credentialIds: string[];
  /** As in registration: the address. */
  name: string;
  displayName: string;
}

/**
 * Tells the browser which passkeys a signed-in user still has, and how the user is called now, so that password managers offer no others. Browsers
 * without the Signal API of WebAuthn ignore it.
 */
export async function signalPasskeys({ userHandle: userId, credentialIds, ...names }: PasskeyFacts): Promise<void> {
  await signal("signalAllAcceptedCredentials", { userId, allAcceptedCredentialIds: credentialIds });
  await signal("signalCurrentUserDetails", { userId, ...names });
}

type Signal = (options: Record<string, unknown>) => Promise<void>;

/** Signals never fail for the caller: they are hints. */
async function signal(name: string, options: Record<string, unknown>): Promise<void> {
  if (!supportsPasskeys()) return;
  const send = (PublicKeyCredential as unknown as Record<string, Signal | undefined>)[name];
  await send?.call(PublicKeyCredential, { rpId: location.hostname, ...options }).catch(() => {});
}

function passkeyErrorOf(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "Cancelled";
  if (name === "InvalidStateError") return "AlreadyRegistered";
  return error instanceof TypeError ? "Unreachable" : "WebAuthnVerificationError";
}

function failed(error: PasskeyError): SignInResult {
  return { ok: false, url: location.href, error };
}

async function post(path: string, body: Record<string, unknown>): Promise<SignInResult & { unknownPasskey?: boolean }> {
  const response = await postJson(path, body, { "x-auth-return-redirect": "1" });
  if (response.status === 429) return failed("RateLimited");
  if (!response.ok) throw new Error(`The auth route answered ${response.status} to ${path}.`);
  const { url, unknownPasskey }: { url: string; unknownPasskey?: boolean } = await response.json();
  const { searchParams } = new URL(url, location.href);
  const error = searchParams.get("error") ?? undefined;
  return { ok: error === undefined, url, error, code: searchParams.get("code") ?? undefined, unknownPasskey };
}

async function postJson(path: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return fetch(`${basePath}/${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ ...body, csrfToken: await getCsrfToken() }),
  });
}

/** Tells this tab and the others who is signed in now. */
async function broadcastSession(): Promise<void> {
  const session = await getJson<Session | null>("session");
  announceSession(session?.user?.id ?? null);
  await refreshSession();
}

/** The page's URL, without the error of an earlier call: with it, the next call would seem to have failed too. */
function currentPage(): string {
  const url = new URL(location.href);
  url.searchParams.delete("error");
  url.searchParams.delete("code");
  return url.href;
}

function leaveOrReturn(result: SignInResult, redirect: boolean): SignInResult | undefined {
  if (!redirect) return result;
  location.assign(result.url);
  // The browser would only scroll to an address that differs in its fragment alone.
  if (result.url.includes("#")) location.reload();
}

async function getCsrfToken(): Promise<string> {
  const response = await fetch(`${basePath}/csrf`);
  // With `skipCSRFCheck` there is none.
  if (response.status === 404) return "";
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}

async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(`${basePath}/${path}`);
  if (!response.ok) throw new Error(`The auth route answered ${response.status} to ${path}.`);
  return response.json();
}
