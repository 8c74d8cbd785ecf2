// Keeps the library for passkeys out of the server's start: the first request about a passkey loads it. Upstream:
// @auth/core 0.41.3, providers/webauthn.js imports @simplewebauthn/server at once, which is the largest part of a
// server with sign-in: most of it reads certificates. Gain: not measured by itself. Not reported as of 2026-11-23. It can
// go when the provider imports the library where it uses it.

import type { Plugin } from "vite";

const PROVIDER = /[\\/]@auth[\\/]core[\\/]providers[\\/]webauthn\.js$/;
/** All functions that it imports are asynchronous. */
const IMPORT = /import \{([^}]+)\} from "@simplewebauthn\/server";/;

export function latePasskeys(): Plugin {
  return {
    name: "late-passkeys",
    apply: "build",
    transform: {
      filter: { id: PROVIDER },
      handler(code) {
        if (!IMPORT.test(code))
          this.warn(
            "start-kit: latePasskeys: @auth/core imports passkeys in another way. The server starts more slowly.",
          );
        return code.replace(IMPORT, (_, names: string) => names.split(",").map(importedLater).join("\n"));
      },
    },
  };
}

function importedLater(written: string): string {
  const name = written.trim();
  return name && `const ${name} = async (options) => (await import("@simplewebauthn/server")).${name}(options);`;
}
