// The databases of the tests. What they do on one engine only is in its folder.

import { type EngineName, engines } from "../../src/server/engines.ts";
import { postgresql } from "./postgresql/engine.ts";
import { sqlite } from "./sqlite/engine.ts";
import type { Rows, TestEngine } from "./test-engine.ts";

const testEngines: Record<EngineName, TestEngine> = {
  sqlite,
  postgresql,
};

const names = Object.keys(testEngines) as [EngineName, ...EngineName[]];

/** The engine of this run: the one that was started for it, or the first. */
export const engineName = names.find((name) => testEngines[name].isStarted?.()) ?? names[0];

export const engine = testEngines[engineName];

/** @param url of any engine */
export function openRows(url: string): Rows {
  return testEngines[engines.nameOf(url) ?? engineName].openRows(url);
}
