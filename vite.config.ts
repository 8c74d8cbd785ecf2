// The build: SolidStart on Nitro, with Tailwind. `vite dev` also runs the development services.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { startKit } from "start-kit";
import { defineConfig } from "vite";
import { watchSchema } from "./scripts/dev/schema.ts";
import { computedLook } from "./scripts/look.ts";
import { STATIC_HEADERS } from "./src/server/http/security-headers.ts";

const DEFAULT_PORT = 3000;
const PUBLIC_FILES_MAX_AGE_SECONDS = 60 * 60;

export default defineConfig(async ({ command }) => {
  const isBuild = command === "build";
  // A build is always a production build, even if the shell sets NODE_ENV. It must not include code behind `import.meta.env.DEV`.
  if (isBuild) process.env.NODE_ENV = "production";
  const services = isBuild ? undefined : await (await import("./scripts/dev/services.ts")).developmentServices();

  return {
    plugins: [
      startKit({
        leanClient: {
          chunks: { app: "src/routes/index.tsx", forms: "src/routes/sign-in/index.tsx" },
          // For the pages that offer passkeys only.
          apart: /passkey/i,
        },
      }),
      solidStart({
        middleware: "./src/middleware/index.ts",
        devOverlay: false,
        serverFunctions: { onError: "./src/server/functions/errors.ts" },
        serialization: { plugins: "./src/lib/withheld-errors.ts" },
      }),
      tailwindcss(),
      nitro({
        plugins: ["./src/nitro/start.ts"],
        errorHandler: "./src/nitro/error-handler.ts",
        routeRules: staticHeaders(),
        // Ahead of time, so that no request waits for it.
        compressPublicAssets: { brotli: true, gzip: true },
      }),
      computedLook(),
      watchSchema(),
      services,
    ],
    server: {
      port: Number(process.env.PORT || DEFAULT_PORT),
      strictPort: true,
      watch: {
        // Otherwise each write to the database reloads the page.
        ignored: ["**/data/**"],
        // Many editors empty a file before they write it. Without this wait, in milliseconds, a page is compiled from the empty file.
        awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 10 },
      },
    },
    optimizeDeps: { include: ["@simplewebauthn/browser", "@solidjs/start/fns/client"] },
  };
});

/** Built files have a content hash in their names, so Nitro lets browsers cache them forever. The files in public/ have none. */
function staticHeaders() {
  const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `/${join(parentPath, name).split(/[\\/]/).slice(1).join("/")}`);
  const publicHeaders = { ...STATIC_HEADERS, "cache-control": `public, max-age=${PUBLIC_FILES_MAX_AGE_SECONDS}` };
  return Object.fromEntries([
    ["/_build/**", { headers: STATIC_HEADERS }],
    ...paths.map((path) => [path, { headers: publicHeaders }]),
  ]);
}
