// The device that a user agent names. Use it only to tell devices apart: clients can send any text.

export type DeviceKind = "computer" | "phone" | "tablet" | "unknown";

/** A field is undefined if the user agent does not name it. */
export interface Device {
  /** Like "Chrome". */
  browser: string | undefined;
  /** The model, like "iPhone", or else the operating system. */
  system: string | undefined;
  kind: DeviceKind;
}

const KINDS: Record<string, DeviceKind> = { desktop: "computer", mobile: "phone", tablet: "tablet" };

/** How many user agents are remembered: many visitors use the same few browsers. */
const MAX_KNOWN = 1000;
const known = new Map<string, Device>();

/** Bowser is loaded with the first user agent, so that the start does not wait for it. */
let bowser: Promise<typeof import("bowser")> | undefined;

/** @returns the device that a user agent names */
export async function deviceOf(userAgent: string | null | undefined): Promise<Device> {
  if (!userAgent) return { browser: undefined, system: undefined, kind: "unknown" };
  const before = known.get(userAgent);
  if (before) return before;
  bowser ??= import("bowser");
  const { default: Bowser } = await bowser;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = KINDS[platform.type ?? ""] ?? "unknown";
  const device = { browser: browser.name, system: platform.model ?? os.name, kind };
  if (known.size === MAX_KNOWN) known.clear();
  known.set(userAgent, device);
  return device;
}
