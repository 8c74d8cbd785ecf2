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

/** Why no passkey was added or used. */
export type PasskeyError =
  /** The visitor closed the prompt, or it timed out. Show no error. */
  | "Cancelled"
  /** This device or browser already holds a passkey for the account. */
  | "AlreadyRegistered"
  /** The browser does not support passkeys here. */
  | "Unsupported"
  /** Passkeys belong to the name of the site. The page has another name, or a number instead of a name. */
  | "OtherOrigin"
  /** The device or the password manager could not do it. */
  | "DeviceFailed"
  /** The server could not be reached, or did not answer in time. */
  | "Unreachable"
  /** The passkey was sent, and no answer came: it may have been added. */
  | "Unanswered"
  /** Too many requests (429). */
  | "RateLimited"
  /** The server refused: `error` of the URL in its answer. */
  | (string & {});

/** @returns whether this browser supports passkeys */
export function supportsPasskeys(): boolean {
  const isHere = typeof PublicKeyCredential === "function" && Boolean(navigator.credentials?.create);
  return isHere && !isIpAddress(location.hostname);
}

/** Passkeys belong to a domain: browsers refuse an address (WebAuthn, section 5.1.3, step 8). */
function isIpAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

/**
 * Adds a passkey to the account of the signed-in user.
 *
 * @param options `provider`: the id of the passkey provider, if there are several; `userId`: of the user whom the page
 *   shows, so that no other one gets the passkey who has signed in since (`OtherUser`); `onChosen`: see {@link
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
 *   `autocomplete="username webauthn"` instead of showing the prompt at once (a later call ends one that waits);
 *   `atOnce`: for a press of a link to the sign-in page. Without a passkey on this device, it fails without a prompt;
 *   `onChosen`: called when the visitor has answered, before the request to the server. If it returns or resolves to
 *   false, the answer is dropped, as if cancelled
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

/** Why the server refused passkey options, by the status of its answer. */
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

/** @returns what to ask the device for, or why the server does not say */
async function askServer(action: Action, provider: string, user: string): Promise<Asked | PasskeyError> {
  const query = new URLSearchParams({ action, ...(user && { user }) });
  const response = await request(`webauthn-options/${provider}?${query}`).catch(() => undefined);
  if (!response?.ok) return OPTIONS_ERRORS[response?.status ?? 0] ?? "Unreachable";
  const parse: (json: never) => object = action === "register" ? parseCreationOptions : parseRequestOptions;
  // The answer of a network's own page has no such options.
  return response.json().then(
    ({ options }) => parse(options as never) as Asked,
    () => "Unreachable",
  );
}

/** Ends the prompt or the autofill that waits: the browser allows one at a time. */
let waiting: AbortController | undefined;

/** @returns a signal for the next request, after ending the one that waits */
function nextSignal(): AbortSignal {
  waiting?.abort();
  waiting = new AbortController();
  return waiting.signal;
}

/** A password manager in place of the browser's own may refuse with anything, answer in its own form, or never. */
async function askDevice(action: Action, publicKey: Asked, options: PasskeyOptions) {
  try {
    const signal = nextSignal();
    const answer =
      action === "register"
        ? navigator.credentials.create({ publicKey, signal })
        : navigator.credentials.get({ publicKey, ...howToAsk(options, signal) });
    return credentialJson(await inTime(answer, publicKey, options)) ?? "DeviceFailed";
  } catch (error) {
    return deviceErrorOf(error, action);
  }
}

function howToAsk({ autofill, atOnce }: PasskeyOptions, signal: AbortSignal): CredentialRequestOptions {
  // Pages cannot end a prompt of the mode "immediate": with a signal, the browser refuses.
  const atOnceOnly: CredentialRequestOptions & { uiMode: string } = { uiMode: "immediate" };
  return atOnce ? atOnceOnly : { mediation: autofill ? "conditional" : "optional", signal };
}

/** The device may not keep the time that a prompt may take. */
function inTime<T>(answer: Promise<T>, { timeout }: Asked, { autofill }: PasskeyOptions): Promise<T> {
  if (autofill || !timeout) return answer;
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException("No answer.", "NotAllowedError")), timeout);
  });
  return Promise.race([answer, tooLate]);
}

/** What password managers should know about a user's passkeys. */
export interface PasskeyFacts {
  /** The user handle of all their passkeys, in base64url. */
  userHandle: string;
  /** The ids of all their passkeys, in base64url. Others are hidden or removed. */
  credentialIds: string[];
  /** The user's address, as at registration. */
  name: string;
  displayName: string;
}

/**
 * Tells the browser a signed-in user's passkeys and current name, so that password managers offer no others. Browsers
 * without the Signal API of WebAuthn ignore it.
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
  // TypeScript's types of the browser do not know these methods in all their versions, and older browsers lack them.
  const api = PublicKeyCredential as unknown as Record<string, Signal | undefined>;
  await hint(() => api[name]?.({ rpId: location.hostname, ...options }));
}

/** Asks for what older browsers lack and password managers replace. It is a hint: without it, a ceremony goes on. */
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
  // The page is at an address that is not the site's, or is a number, such as 127.0.0.1.
  return name === "SecurityError" ? "OtherOrigin" : "DeviceFailed";
}
