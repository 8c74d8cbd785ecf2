// A build plugin: the server starts sooner, because it does not load two libraries that its first answer does not need.
//
// @auth/core's passkey provider imports @simplewebauthn/server, with its parsers of certificates the largest part of the server. Here the
// first request about a passkey loads it. And culori is needed only to read the colours of src/app.css, which a build does once.
// docs/performance.md has what this saves. Without this plugin, everything works as well.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { readLook } from "../src/lib/look.ts";

const LIBRARY = "@simplewebauthn/server";
/** What the provider takes from the library. All of them are asynchronous. */
const FUNCTIONS = [
  "generateAuthenticationOptions",
  "generateRegistrationOptions",
  "verifyAuthenticationResponse",
  "verifyRegistrationResponse",
];
const LATER = "\0passkeys-later";

export function quickStart(): Plugin {
  return {
    name: "quick-start",
    apply: "build",
    enforce: "pre",
    resolveId(id, importer) {
      if (id === LIBRARY && /[\\/]@auth[\\/]core[\\/]providers[\\/]webauthn\.js$/.test(importer ?? "")) return LATER;
    },
    load(id) {
      if (id === LATER) return FUNCTIONS.map(asynchronously).join("\n");
      if (/[\\/]src[\\/]server[\\/]http[\\/]look\.ts$/.test(id))
        return `export const look = ${JSON.stringify(look())};`;
    },
  };
}

function asynchronously(name: string): string {
  return `export const ${name} = async (options) => (await import("${LIBRARY}")).${name}(options);`;
}

function look() {
  return readLook(readFileSync("src/app.css", "utf8"));
}
