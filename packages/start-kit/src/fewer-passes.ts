// Compiles a module only for the syntax that it contains. Without this part, Babel reads each module once for JSX and
// once for server functions, in each of the environments, even if it has neither.
//
// Upstream: @solidjs/start 2.0.5, config/index.js and directives/index.js: to look for JSX in each .js and .ts file,
// and for "use server" in each file of src, Babel parses and prints it.
// Reported: not yet.
// Gain: the first page of a development server takes half of the processor time.
// It can go: when both look at a module's text first, or with SolidStart for Solid 2, whose compiler is not Babel.

import type { Plugin } from "vite";
import { changedUpstream } from "./tested-versions.ts";

/** How a module's text shows that the plugin has to change it. JSX has an end tag, and a type argument has none. */
const NEEDED: Record<string, (code: string, path: string) => boolean> = {
  solid: (code, path) => /\.[cm]?[jt]sx$/.test(path) || /<\/|\/>/.test(code),
  "solid-start:server-functions/compiler": (code) => code.includes("use server"),
};

export function fewerPasses(): Plugin {
  return {
    name: "fewer-passes",
    configResolved({ plugins, logger }) {
      for (const [name, isNeeded] of Object.entries(NEEDED)) {
        const plugin = plugins.find((each) => each.name === name);
        if (!leaveOut(plugin, isNeeded))
          logger.warn(changedUpstream("fewerPasses", `There is no plugin "${name}" any more. Builds may take longer.`));
      }
    },
  };
}

/** @returns whether the plugin skips modules from now on */
function leaveOut(plugin: Plugin | undefined, isNeeded: (code: string, path: string) => boolean): boolean {
  const transform = plugin?.transform;
  if (!plugin || typeof transform !== "function") return false;
  plugin.transform = function (code, id, options) {
    return isNeeded(code, id.replace(/\?.*$/, "")) ? transform.call(this, code, id, options) : null;
  };
  return true;
}
