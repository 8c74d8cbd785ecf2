// Readable names for devices and passkeys, from user agents and authenticator models. Use them only to tell devices
// apart on the account page: clients can send any value.

import "server-only";
import onePasswordLogo from "simple-icons/icons/1password.svg?raw";
import appleLogo from "simple-icons/icons/apple.svg?raw";
import bitwardenLogo from "simple-icons/icons/bitwarden.svg?raw";
import dashlaneLogo from "simple-icons/icons/dashlane.svg?raw";
import googleLogo from "simple-icons/icons/google.svg?raw";
import chromeLogo from "simple-icons/icons/googlechrome.svg?raw";
import keePassLogo from "simple-icons/icons/keepassxc.svg?raw";
import protonLogo from "simple-icons/icons/proton.svg?raw";
import samsungLogo from "simple-icons/icons/samsung.svg?raw";
import { authenticatorName } from "solid-auth";

export type DeviceKind = "computer" | "phone" | "tablet" | "unknown";

export interface Device {
  /** Like "Chrome on Linux" or "Safari on iPhone"; "Unknown device" if the user agent says nothing. */
  name: string;
  kind: DeviceKind;
}

const KINDS: Record<string, DeviceKind> = { desktop: "computer", mobile: "phone", tablet: "tablet" };

export const UNKNOWN_DEVICE = "Unknown device";

/** Many visitors have one of a few browsers. */
const MAX_KNOWN = 1000;
const known = new Map<string, Device>();

/** Bowser is loaded with the first name, so startup does not wait for it. */
let bowser: Promise<typeof import("bowser")> | undefined;

export async function describeDevice(userAgent: string | null | undefined): Promise<Device> {
  if (!userAgent) return { name: UNKNOWN_DEVICE, kind: "unknown" };
  const before = known.get(userAgent);
  if (before) return before;
  bowser ??= import("bowser");
  const { default: Bowser } = await bowser;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name = [browser.name, platform.model ?? os.name].filter(Boolean).join(" on ");
  const device = { name: name || UNKNOWN_DEVICE, kind: KINDS[platform.type ?? ""] ?? "unknown" };
  if (known.size === MAX_KNOWN) known.clear();
  known.set(userAgent, device);
  return device;
}

/** By the names of authenticators. */
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
  return userAgent ? `Passkey from ${(await describeDevice(userAgent)).name}` : "Passkey";
}
