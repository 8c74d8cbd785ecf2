// The device that a user agent names. Use it only to tell devices apart: clients can name any device.
//
// Threat: an attacker's sentence as the name of a browser, in a genuine mail. Bowser copies the name of a browser that
// it does not know, and the model of some phones, from the user agent.

export type DeviceKind = "computer" | "phone" | "tablet" | "unknown";

/** A field is undefined if the user agent does not name it, or names one that is not known. */
export interface Device {
  /** Like "Chrome". */
  browser: string | undefined;
  /** Apple's model, like "iPhone", or else the operating system. */
  system: string | undefined;
  kind: DeviceKind;
}

const KINDS: Record<string, DeviceKind> = { desktop: "computer", mobile: "phone", tablet: "tablet" };

/** Bowser is loaded with the first user agent, so that the start does not wait for it. */
let bowser: Promise<typeof import("bowser")> | undefined;

/** @returns the device that a user agent names */
export async function deviceOf(userAgent: string | null | undefined): Promise<Device> {
  if (!userAgent) return { browser: undefined, system: undefined, kind: "unknown" };
  bowser ??= import("bowser");
  const { default: Bowser } = await bowser;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = KINDS[platform.type ?? ""] ?? "unknown";
  const isKnown = Object.values(Bowser.BROWSER_MAP).includes(browser.name ?? "");
  const model = platform.vendor === "Apple" ? platform.model : undefined;
  return { browser: isKnown ? browser.name : undefined, system: model ?? os.name, kind };
}
