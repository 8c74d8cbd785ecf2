// A build plugin that computes the colours of src/server/http/look.ts, so that the server starts without the library
// that converts them. `npm run dev` works without it, and so does a build.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { readLook } from "../src/lib/look.ts";

export function computedLook(): Plugin {
  return {
    name: "computed-look",
    apply: "build",
    load: {
      filter: { id: /[\\/]src[\\/]server[\\/]http[\\/]look\.ts$/ },
      handler: () => `import "server-only"; export const look = ${JSON.stringify(readLook(styles()))};`,
    },
  };
}

const styles = () => readFileSync("src/app.css", "utf8");
