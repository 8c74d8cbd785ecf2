// The arguments after a command.

import { parseArgs } from "node:util";
import { stop } from "./stop.ts";

/** @param known the flags of the command. Any other flag ends the command, with one line */
export function readArguments(...known: string[]): { names: string[]; flags: Set<string> } {
  const options = Object.fromEntries(known.map((name) => [name, { type: "boolean" as const }]));
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    return { names: positionals, flags: new Set(Object.keys(values)) };
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}
