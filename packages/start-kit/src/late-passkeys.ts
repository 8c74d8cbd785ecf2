// Keeps the library for passkeys out of the server's start: the first request about a passkey loads it.
//
// Upstream: @auth/core 0.41.3, providers/webauthn.js: the provider imports @simplewebauthn/server at once, which is the
// largest part of a server with sign-in and reads certificates.
// Reported: not as of 2026-11-23.
// Gain: a shorter start. It is not measured by itself.
// It can go: when the provider imports the library where it uses it.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

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
          return this.warn(
            "start-kit: latePasskeys: @auth/core imports passkeys in another way. The server starts more slowly.",
          );
        const later = (_: string, names: string) => names.split(",").map(importedLater).join("\n");
        return edited(new MagicString(code).replace(IMPORT, later));
      },
    },
  };
}

function importedLater(written: string): string {
  const name = written.trim();
  return name && `const ${name} = async (options) => (await import("@simplewebauthn/server")).${name}(options);`;
}
