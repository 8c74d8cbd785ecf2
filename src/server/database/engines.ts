// The database engines. DATABASE_URL picks one (./engine.ts). The build, scripts and tests read this list too.

import { postgresql } from "./postgresql/about.ts";
import { sqlite } from "./sqlite/about.ts";
import type { AboutEngine } from "./types.ts";

export const engines = {
  sqlite,
  postgresql,
};

export type EngineName = keyof typeof engines;

/** At least one. */
export const engineNames = Object.keys(engines) as [EngineName, ...EngineName[]];

export const aboutEngines: AboutEngine[] = Object.values(engines);

/** What DATABASE_URL can name, in words. */
export const databaseKinds = aboutEngines.map(({ kind, exampleUrl }) => `${kind}, like ${exampleUrl}`).join(", or ");

/** The URL that the first engine gives as an example. */
export const exampleDatabaseUrl = aboutEngines[0]?.exampleUrl;

/** Undefined if DATABASE_URL has to be set. */
export const defaultUrl = aboutEngines.find((about) => about.defaultUrl)?.defaultUrl;

/** @returns undefined if it is a URL of no engine */
export function engineNameOf(url: string): EngineName | undefined {
  return engineNames.find((name) => engines[name].isUrl(url));
}

/** @returns undefined if it is a URL of no engine */
export function aboutUrl(url: string): AboutEngine | undefined {
  return aboutEngines.find(({ isUrl }) => isUrl(url));
}
