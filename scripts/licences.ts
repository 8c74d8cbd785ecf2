// The licences of the packages in a build: Vite writes licences.txt for the browser's files, which are public, and for
// the server. Packages that lie beside the server, for their binaries, keep the file of their licence.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NitroOptions } from "nitro/types";
import type { Plugin } from "vite";

/** The name of the file, under which the browser's is public. */
export const LICENCES = "licences.txt";

/** The server is made of the built pages, whose packages Nitro does not see. Theirs are a file of their own. */
export function licences(): Plugin {
  return {
    name: "licences",
    config: () => ({ build: { license: { fileName: LICENCES } } }),
    applyToEnvironment: ({ name }) => name === "nitro",
    generateBundle() {
      const { ssr } = this.environment.getTopLevelConfig().environments;
      if (!ssr) return;
      const source = readFileSync(join(ssr.build.outDir, LICENCES), "utf8");
      this.emitFile({ type: "asset", fileName: `pages-${LICENCES}`, source });
    },
  };
}

/** Adds the file of the licence to those that Nitro copies of each package. */
export const traceOpts: NitroOptions["traceOpts"] = {
  hooks: {
    traceResult({ reasons }) {
      const folders = new Set([...reasons.keys()].flatMap((file) => file.match(PACKAGE)?.[0] ?? []));
      for (const folder of folders) {
        // The paths of a trace begin at the root of the file system.
        const [file] = globSync("{LICEN[CS]E,Licen[cs]e,licen[cs]e,COPYING}*", { cwd: `/${folder}` });
        if (file) reasons.set(join(folder, file), { type: ["asset"], ignored: false, parents: new Set() });
      }
    },
  },
};

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
