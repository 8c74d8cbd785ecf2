// The licences of the packages in a build. Vite writes licences.txt for the browser's files, which is public, and
// another for the server. Packages that are copied beside the server, because of their binaries, keep their own licence
// file.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NitroOptions } from "nitro/types";
import type { Plugin } from "vite";

/** The name of the file; the browser's is public under this name. */
export const LICENCES = "licences.txt";

/**
 * The server contains the built pages, whose packages Nitro does not see. So the licences of those packages have a
 * separate file.
 */
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

/** Adds the licence file to the files that Nitro copies from each package. */
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
