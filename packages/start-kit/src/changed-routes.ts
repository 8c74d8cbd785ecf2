// What the parts share that change SolidStart's list of routes.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

/** The module with the list of routes, whose pages are loaded by functions. */
const ROUTES = /^solid-start:routes$/;
const LIST = "export default ";

/** @param code changes `routes` before SolidStart sees them */
export function changedRoutes(name: string, { code, apply }: { code: string; apply?: "build" }): Plugin {
  return {
    name,
    apply,
    applyToEnvironment: (environment) => environment.name === "ssr",
    transform: {
      filter: { id: ROUTES },
      handler(written) {
        if (!written.includes(LIST))
          return this.warn(`start-kit: ${name}: SolidStart writes its list of routes in another way.`);
        // A name of its own, because several plugins may change the list.
        const list = `$${name.replaceAll("-", "_")}`;
        const text = new MagicString(written).replace(LIST, `const ${list} = `);
        return edited(text.append(`;\n((routes) => {${code}\n})(${list});\nexport default ${list};`));
      },
    },
  };
}
