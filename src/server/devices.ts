// Readable names for devices and passkeys, from user agents and authenticator models. Use them only to tell devices
// apart on the account page: clients can send any value.

import "server-only";
import { authenticatorName, deviceOf } from "solid-authjs";
import onePasswordLogo from "~/icons/logos/1password.svg?raw";
import appleLogo from "~/icons/logos/apple.svg?raw";
import bitwardenLogo from "~/icons/logos/bitwarden.svg?raw";
import dashlaneLogo from "~/icons/logos/dashlane.svg?raw";
import googleLogo from "~/icons/logos/google.svg?raw";
import chromeLogo from "~/icons/logos/googlechrome.svg?raw";
import keePassLogo from "~/icons/logos/keepassxc.svg?raw";
import protonLogo from "~/icons/logos/proton.svg?raw";
import samsungLogo from "~/icons/logos/samsung.svg?raw";
import { deviceText } from "~/messages/devices";

/** @returns a name like "Chrome on Linux" or "Safari on iPhone", and the kind, for its icon */
export async function describeDevice(userAgent: string | null | undefined) {
  const { browser, system, kind } = await deviceOf(userAgent);
  const both = browser && system && deviceText.browserOn(browser, system);
  return { name: both || browser || system || deviceText.unknown, kind };
}

/** The logos, by the names of authenticators. */
const LOGOS: Record<string, string> = {
  "1Password": onePasswordLogo,
  "Apple Passwords": appleLogo,
  Bitwarden: bitwardenLogo,
  "Chrome on Mac": chromeLogo,
  Chromium: chromeLogo,
  Dashlane: dashlaneLogo,
  "Google Password Manager": googleLogo,
  KeePassXC: keePassLogo,
  "Proton Pass": protonLogo,
  "Samsung Pass": samsungLogo,
};

/** @returns the logo of an authenticator's model, as SVG; null if there is none */
export function logoOf(aaguid: string | null): string | null {
  return LOGOS[authenticatorName(aaguid ?? undefined) ?? ""] ?? null;
}

/**
 * @param aaguid the authenticator's model, if known
 * @param userAgent of the browser that added the passkey
 * @returns the initial name of a passkey
 */
export async function namePasskey(aaguid: string | undefined, userAgent: string | null | undefined): Promise<string> {
  const model = authenticatorName(aaguid);
  if (model) return model;
  return userAgent ? deviceText.passkeyFrom((await describeDevice(userAgent)).name) : deviceText.passkey;
}
