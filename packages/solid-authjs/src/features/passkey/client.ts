// Passkeys in the browser. Pages that use none of these functions do not load this file.

import { currentPage, failed, post, request, type SignInResult } from "../../client/requests.ts";
import { broadcastSession } from "../../client/session.ts";
import { credentialJson, parseCreationOptions, parseRequestOptions } from "./client-json.ts";

/** Options of the passkey functions. */
interface PasskeyOptions {
  provider?: string;
  userId?: string;
  callbackUrl?: string;
  autofill?: boolean;
  atOnce?: boolean;
  onChosen?: () => boolean | Promise<boolean>;
}

/** The reasons why no passkey was added or used. */
export type PasskeyError =
  /** The visitor closed the prompt, or it timed out. Show no error. */
  | "Cancelled"
  /** This device or browser already holds a passkey for the account. */
  | "AlreadyRegistered"
  /** The browser does not support passkeys here. */
  | "Unsupported"
  /** Passkeys belong to the site's host name. The page has another host name, or an IP address. */
  | "OtherOrigin"
  /** The device or the password manager could not do it. */
  | "DeviceFailed"
  /** The server could not be reached, or did not answer in time. */
  | "Unreachable"
  /** The passkey was sent, and no answer came: the server may have added it. */
  | "Unanswered"
  /** Too many requests (429). */
  | "RateLimited"
  /** The server refused: the `error` in the URL of its answer. */
  | (string & {});

/** @returns whether this browser supports passkeys */
export function supportsPasskeys(): boolean {
  const isHere = typeof PublicKeyCredential === "function" && Boolean(navigator.credentials?.create);
  return isHere && !isIpAddress(location.hostname);
}

/** Passkeys belong to a domain: browsers refuse an IP address (WebAuthn, section 5.1.3, step 8). */
function isIpAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

/**
 * Adds a passkey to the account of the signed-in user.
 *
 * @param options `provider`: the id of the passkey provider, if there are several; `userId`: the user that the page
 *   shows, so that another user who has signed in since does not get the passkey (`OtherUser`); `onChosen`: see {@link
 *   signInWithPasskey}
 * @returns the result; its `error` is a {@link PasskeyError}
 */
export async function registerPasskey({
  provider,
  userId,
  onChosen,
}: Pick<PasskeyOptions, "provider" | "userId" | "onChosen"> = {}): Promise<SignInResult> {
  return passkeyCeremony("register", { provider, userId, onChosen, callbackUrl: currentPage() });
}

/**
 * Signs in with a passkey that the visitor chooses in the browser's prompt. A second sign-in ends the session of the
 * first: let one finish before another begins.
 *
 * @param options `callbackUrl`: the page to go to after sign-in; `autofill`: wait in the autofill of a field marked
 *   `autocomplete="username webauthn"` instead of showing the prompt at once (a later call ends this wait); `atOnce`:
 *   for a press of a link to the sign-in page. If this device has no passkey, the call then fails without a prompt;
 *   `onChosen`: called when the visitor has answered, before the request to the server. If it returns or resolves to
 *   false, the answer is dropped, as if the visitor had cancelled
 * @returns the result; its `error` is a {@link PasskeyError}
 */
export async function signInWithPasskey(options: PasskeyOptions = {}): Promise<SignInResult> {
  // Without a field, for example without sign-in by email, there is nothing to fill.
  const canFill =
    !options.autofill ||
    (supportsPasskeys() &&
      document.querySelector("input[autocomplete$='webauthn']") !== null &&
      (await hint(() => PublicKeyCredential.isConditionalMediationAvailable?.())));
  const canAsk = !options.atOnce || (await canAskAtOnce());
  return canFill && canAsk ? passkeyCeremony("authenticate", options) : failed("Unsupported");
}

/** Whether the browser says at once that it has no passkey, instead of offering other devices. */
async function canAskAtOnce(): Promise<boolean> {
  return supportsPasskeys() && (await hint(() => PublicKeyCredential.getClientCapabilities?.()))?.immediateGet === true;
}

/** The reasons why the server refuses passkey options, by the status of its answer. */
const OPTIONS_ERRORS: Record<number, PasskeyError> = {
  401: "SessionRequired",
  403: "FreshSignInRequired",
  409: "OtherUser",
  429: "RateLimited",
};

type Action = "register" | "authenticate";

async function passkeyCeremony(
  action: Action,
  { provider = "passkey", userId: user = "", callbackUrl, onChosen, ...options }: PasskeyOptions,
): Promise<SignInResult> {
  if (!supportsPasskeys()) return failed("Unsupported");
  const asked = await askServer(action, provider, user);
  if (typeof asked === "string") return failed(asked);
  const credential = await askDevice(action, asked, options);
  if (typeof credential === "string") return failed(credential);
  if ((await onChosen?.()) === false) return failed("Cancelled");
  const fields = { action, user, callbackUrl, data: JSON.stringify(credential) };
  const answer = await post(`callback/${provider}`, fields).catch(() => undefined);
  // Without the answer's cookie, no sign-in has happened. A passkey may have been added.
  if (!answer) return failed(action === "register" ? "Unanswered" : "Unreachable");
  const { unknownPasskey, ...result } = answer;
  if (result.ok && action === "authenticate") await broadcastSession();
  if (unknownPasskey) void signal("signalUnknownCredential", { credentialId: credential.id });
  return result;
}

type Asked = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;

/** @returns the options for the device, or the reason why the server sends no options */
async function askServer(action: Action, provider: string, user: string): Promise<Asked | PasskeyError> {
  const query = new URLSearchParams({ action, ...(user && { user }) });
  const response = await request(`webauthn-options/${provider}?${query}`).catch(() => undefined);
  if (!response?.ok) return OPTIONS_ERRORS[response?.status ?? 0] ?? "Unreachable";
  const parse: (json: never) => object = action === "register" ? parseCreationOptions : parseRequestOptions;
  // If a network answers with its own page, the answer has no such options.
  return response.json().then(
    ({ options }) => parse(options as never) as Asked,
    () => "Unreachable",
  );
}

/** Ends the waiting prompt or autofill: the browser allows one at a time. */
let waiting: AbortController | undefined;

/** @returns a signal for the next request, after ending the waiting one */
function nextSignal(): AbortSignal {
  waiting?.abort();
  waiting = new AbortController();
  return waiting.signal;
}

/** A password manager that replaces the browser's functions may refuse with any value, or answer in its own form. */
async function askDevice(action: Action, publicKey: Asked, options: PasskeyOptions) {
  try {
    const signal = nextSignal();
    const answer =
      action === "register"
        ? navigator.credentials.create({ publicKey, signal })
        : navigator.credentials.get({ publicKey, ...howToAsk(options, signal) });
    return credentialJson(await answer) ?? "DeviceFailed";
  } catch (error) {
    return deviceErrorOf(error, action);
  }
}

function howToAsk({ autofill, atOnce }: PasskeyOptions, signal: AbortSignal): CredentialRequestOptions {
  // Pages cannot end a prompt of the mode "immediate": if they pass a signal, the browser refuses.
  const atOnceOnly: CredentialRequestOptions & { uiMode: string } = { uiMode: "immediate" };
  return atOnce ? atOnceOnly : { mediation: autofill ? "conditional" : "optional", signal };
}

/** The facts that password managers should know about a user's passkeys. */
export interface PasskeyFacts {
  /** The user handle of all the user's passkeys, in base64url. */
  userHandle: string;
  /** The ids of all the user's passkeys, in base64url. Password managers hide or remove others. */
  credentialIds: string[];
  /** The user's address, as at registration. */
  name: string;
  displayName: string;
}

/**
 * Tells the browser a signed-in user's passkeys and current name, so that password managers offer no other passkeys.
 * Browsers without the Signal API of WebAuthn ignore it.
 */
export async function signalPasskeys({ userHandle: userId, credentialIds, ...names }: PasskeyFacts): Promise<void> {
  await Promise.all([
    signal("signalAllAcceptedCredentials", { userId, allAcceptedCredentialIds: credentialIds }),
    signal("signalCurrentUserDetails", { userId, ...names }),
  ]);
}

type Signal = (options: Record<string, unknown>) => unknown;

async function signal(name: string, options: Record<string, unknown>): Promise<void> {
  if (!supportsPasskeys()) return;
  // TypeScript does not know all versions of these browser methods, and older browsers lack them.
  const api = PublicKeyCredential as unknown as Record<string, Signal | undefined>;
  await hint(() => api[name]?.({ rpId: location.hostname, ...options }));
}

/**
 * Calls a method that older browsers lack and password managers replace. The result is a hint: a ceremony goes on
 * without it.
 */
async function hint<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

function deviceErrorOf(error: unknown, action: Action): PasskeyError {
  const { name } = Object(error);
  if (name === "NotAllowedError" || name === "AbortError") return "Cancelled";
  if (name === "InvalidStateError" && action === "register") return "AlreadyRegistered";
  if (name === "NotSupportedError") return "Unsupported";
  // The page's address is not the site's, or it is a number, such as 127.0.0.1.
  return name === "SecurityError" ? "OtherOrigin" : "DeviceFailed";
}
