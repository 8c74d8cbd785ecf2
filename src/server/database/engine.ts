import "server-only";
import { databaseKinds, type EngineName, engineNameOf } from "./engines.ts";
import type { Engine } from "./types";

const load: Record<EngineName, () => Promise<Engine>> = {
  sqlite: () => import("./sqlite/engine"),
  postgresql: () => import("./postgresql/engine"),
};

/** Loads the engine of a database URL, and only that one. */
export function engineOf(url: string): Promise<Engine> {
  const name = engineNameOf(url);
  if (!name) throw new Error(`DATABASE_URL must name ${databaseKinds}.`);
  return load[name]();
}
