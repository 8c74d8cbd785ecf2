// A build plugin that keeps two libraries out of the server's start, so its first page is sent sooner.
// - @auth/core's passkey provider imports @simplewebauthn/server, which is the largest part of the server: most of it reads certificates. The
//   first request about a passkey loads it.
// - culori converts the colours of src/app.css. The build does that, and the server gets the result.
// `npm run dev` works without this plugin, and so does a build.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { readLook } from "../src/lib/look.ts";

const PROVIDER = /[\\/]@auth[\\/]core[\\/]providers[\\/]webauthn\.js$/;
/** All functions that it imports are asynchronous. */
const IMPORT = /import \{([^}]+)\} from "@simplewebauthn\/server";/;
const LOOK = /[\\/]src[\\/]server[\\/]http[\\/]look\.ts$/;

export function lateLibraries(): Plugin {
  return {
    name: "late-libraries",
    apply: "build",
    transform: {
      filter: { id: PROVIDER },
      handler(code) {
        if (!IMPORT.test(code)) this.warn("@auth/core imports passkeys in another way. The server starts more slowly.");
        return code.replace(IMPORT, (_, names: string) => names.split(",").map(importedLater).join("\n"));
      },
    },
    load: {
      filter: { id: LOOK },
      handler: () => `import "server-only"; export const look = ${JSON.stringify(readLook(styles()))};`,
    },
  };
}

function importedLater(written: string): string {
  const name = written.trim();
  return name && `const ${name} = async (options) => (await import("@simplewebauthn/server")).${name}(options);`;
}

const styles = () => readFileSync("src/app.css", "utf8");
