// The one way in which parts change the built code of a package: a text of a module is replaced by another text. If a
// module has changed so that it lacks the text, the build says so, and leaves the module as it is.

import MagicString, { type SourceMap } from "magic-string";
import type { Plugin } from "vite";
import { changedUpstream } from "./tested-versions.ts";

export interface Rewrite {
  /**
   * The end of a module's path, such as "@solidjs/start/dist/fns/client.js", or the name of a virtual module. An
   * expression is for modules of the application.
   */
  file: string | RegExp;
  /**
   * Texts of the module, each with the text that takes its place: everywhere, or only once for an expression without
   * the flag "g". Only an expression has `$1`, its first group.
   */
  texts?: [text: string | RegExp, other: string][];
  /** More code, at the beginning and at the end of the module. */
  first?: string;
  last?: string;
}

export interface Rewriting {
  /** The part's name in `startKit()`. */
  part: string;
  /** Which of SolidStart's builds has the modules. */
  environment: "client" | "ssr" | "nitro";
  /** "build" leaves the development server as it is. */
  apply?: "build";
  rewrites: Rewrite[];
  /** Two sentences for the log, if a text is not there: how the package has changed, and the consequence. */
  changed: string;
  /** Whether the build then fails, because the missing change is dangerous. */
  isVital?: boolean;
}

/** @returns the plugin that makes the changes */
export function rewriting({ part, environment, apply, rewrites, changed, isVital = false }: Rewriting): Plugin {
  const files = rewrites.map(({ file }) => (typeof file === "string" ? pathEndingWith(file) : file));
  const unseen = new Set(rewrites);
  return {
    name: part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    apply,
    applyToEnvironment: ({ name }) => name === environment,
    transform: {
      filter: { id: files },
      handler(code, id) {
        const rewrite = rewrites.find((_, index) => files[index]?.test(id));
        if (!rewrite) return undefined;
        unseen.delete(rewrite);
        const problem = changedUpstream(part, changed, String(rewrite.file));
        const isThere = (rewrite.texts ?? []).every(([text]) =>
          typeof text === "string" ? code.includes(text) : code.search(text) >= 0,
        );
        if (isThere) return edited(rewritten(code, rewrite));
        return isVital ? this.error(problem) : this.warn(problem);
      },
    },
    buildEnd(error) {
      const [rewrite] = unseen;
      // Which modules of Nitro there are depends on the platform.
      if (error || !rewrite || this.environment.mode !== "build" || environment === "nitro") return;
      const problem = changedUpstream(part, changed, String(rewrite.file));
      if (isVital) this.error(problem);
      this.warn(problem);
    },
  };
}

function rewritten(code: string, { texts = [], first = "", last = "" }: Rewrite): MagicString {
  const text = new MagicString(code);
  for (const [from, to] of texts)
    if (typeof from === "string") text.replaceAll(from, () => to);
    else text.replace(from, to);
  return text.prepend(first).append(last);
}

/** @returns a changed module in the form that a plugin returns: its code, and a map to the original lines */
export function edited(text: MagicString): { code: string; map: SourceMap } {
  return { code: text.toString(), map: text.generateMap({ hires: "boundary" }) };
}

/** Paths of Windows have backslashes. The development server adds a version to the path of a package's module. */
const pathEndingWith = (path: string) => new RegExp(`${path.split("/").map(RegExp.escape).join("[\\\\/]")}(?:\\?v=|$)`);
