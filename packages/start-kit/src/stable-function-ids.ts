// Names each server function by its file, relative to the project's root, and by its own name. The same code has the
// same ids in every build, and no function ever gets another function's id.
//
// Upstream: @solidjs/start 2.0.5, directives/plugin.ts (createID): the id is a hash of the file's absolute path and the
// function's place in the file. After a function has moved, a page that is still open calls its neighbour. After a
// build in another folder, every call of an open page fails.
// Reported: not yet. Sibling: solidjs/solid#3109 (Solid 2, repaired).
// Gain: safety. A press in an open page runs the function that the page names, or no function.
// It can go: when SolidStart's ids depend on neither the folder nor the order.

import { createHash } from "node:crypto";
import { relative } from "node:path";
import MagicString from "magic-string";
import { normalizePath, type Plugin, type ResolvedConfig } from "vite";
import { edited } from "./rewriting.ts";
import { changedUpstream } from "./tested-versions.ts";

/** SolidStart's plugin that decides whether ids contain the function's name. It adds the name only in development. */
const SETUP = "solid-start:server-functions/setup";

/** A function's id as SolidStart's compiler writes it: hash, place and name. */
const REFERENCE = /\b(?:create|clone)ServerReference\w*\(\s*"([\da-f]+-(\d+)-([^"]+))"/g;

const ID_LENGTH = 8;

export function stableFunctionIds(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "stable-function-ids",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      const setup = config.plugins.find(({ name }) => name === SETUP)?.configResolved;
      const configure = typeof setup === "function" ? setup : setup?.handler;
      // The compiler reads nothing else of this object.
      if (configure) configure.call(this as never, { ...config, mode: "named" });
      else
        this.warn(
          changedUpstream(
            "stableFunctionIds",
            "SolidStart names server functions in another way. Their ids may change with each build.",
          ),
        );
    },
    // This plugin runs after SolidStart's own, which is among the first.
    transform: {
      filter: { code: /ServerReference/ },
      handler(code, id) {
        const file = normalizePath(relative(this.environment.config.root, id.replace(/\?.*$/, "")));
        const text = new MagicString(code);
        const places = new Map<string, string>();
        for (const { 0: match, 1: old = "", 2: place = "", 3: name = "", index } of code.matchAll(REFERENCE)) {
          if ((places.get(name) ?? place) !== place) this.error(twins(file, name));
          places.set(name, place);
          const start = index + match.indexOf(old);
          text.update(start, start + old.length, functionId(file, name));
        }
        return text.hasChanged() ? edited(text) : undefined;
      },
    },
  };
}

/**
 * @param file its path from the project's root, with slashes
 * @param name the variable, function or component that contains the function
 * @returns the id by which browsers call a server function
 */
function functionId(file: string, name: string): string {
  return `${createHash("sha256").update(file).digest("hex").slice(0, ID_LENGTH)}-${name}`;
}

const twins = (file: string, name: string) =>
  `${file}: two server functions are named "${name}", so a page that stays open over an update could call the wrong ` +
  "one. Give each a variable of its own.";
