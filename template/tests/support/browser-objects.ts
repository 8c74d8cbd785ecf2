// The objects of the browser that the build uses, found in its scripts, and since when browsers have them, by MDN's
// compatibility data.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data";

const bcd: CompatData = createRequire(import.meta.url)("@mdn/browser-compat-data");
const LANGUAGE = bcd.javascript.builtins ?? {};

/** The oldest browsers that read the build's syntax: Vite's default target. */
const OLDEST = { chrome: 111, firefox: 114, safari: 16.4 };

type Browser = keyof typeof OLDEST;
const BROWSERS = Object.keys(OLDEST) as Browser[];

export interface BrowserObject {
  /** Such as `hidePopover`, `URL.canParse` or `BroadcastChannel`. */
  name: string;
  /** The interfaces that have it. */
  interfaces: string[];
  /** The first version of each browser that has it; Infinity for none. */
  since: Record<Browser, number>;
}

/**
 * @param folder the folder of a build's `.output`
 * @returns what its scripts name and one of the oldest browsers lacks
 */
export function newObjects(folder: string): BrowserObject[] {
  const names = namesIn(folder);
  return [...known()].filter(
    ({ name, since }) => names.has(name) && BROWSERS.some((browser) => since[browser] > OLDEST[browser]),
  );
}

/** Each word of the scripts, and each member of a word: more than they use, and all of that. */
function namesIn(folder: string): Set<string> {
  const assets = join(folder, ".output/public/_build/assets");
  const scripts = readdirSync(assets).filter((each) => each.endsWith(".js"));
  const code = scripts.map((file) => readFileSync(join(assets, file), "utf8")).join("\n");
  return new Set([...code.matchAll(/\w+/g), ...code.matchAll(/\b[A-Z]\w*\.\w+/g)].map(([name]) => name));
}

/** All objects of browsers by name. A member that several interfaces have is as old as the oldest of them. */
function known(): Iterable<BrowserObject> {
  const objects = new Map<string, BrowserObject>();
  const add = (name: string, owner: string, { __compat: compat }: Identifier) => {
    if (!compat) return;
    const known = objects.get(name) ?? {
      name,
      interfaces: [],
      since: { chrome: Infinity, firefox: Infinity, safari: Infinity },
    };
    known.interfaces.push(owner);
    for (const browser of BROWSERS)
      known.since[browser] = Math.min(known.since[browser], versionOf(compat.support[browser]));
    objects.set(name, known);
  };
  for (const [owner, { __compat, ...members }] of Object.entries({ ...bcd.api, ...LANGUAGE } as Record<
    string,
    Identifier
  >)) {
    if (__compat) add(owner, owner, { __compat } as Identifier);
    for (const [member, entry] of Object.entries(members)) {
      const name = member.replace(/_static$/, "");
      if (!member.endsWith("_event")) add(name === member ? name : `${owner}.${name}`, owner, entry as Identifier);
    }
  }
  return objects.values();
}

function versionOf(statement: SupportStatement | undefined): number {
  const { version_added: added, flags } = [statement].flat()[0] ?? {};
  if (flags || typeof added !== "string" || added === "preview") return Infinity;
  return Number.parseFloat(added.replace("≤", ""));
}
