import "server-only";
import type { Engine } from "./types";

/** Loads the engine of a database URL, and only that one. */
export function engineOf(url: string): Promise<Engine> {
  return url.startsWith("file:") ? import("./sqlite") : import("./postgresql");
}
