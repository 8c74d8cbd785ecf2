// The build: SolidStart on Nitro, with Tailwind; and, while `vite dev` runs, the development services.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { defineConfig, type Plugin } from "vite";
import { developmentRoutes } from "./scripts/dev/routes.ts";
import { checkServerFunctions } from "./scripts/server-functions.ts";
import { STATIC_HEADERS } from "./src/server/http/security-headers.ts";

const DEFAULT_PORT = 3000;
const PUBLIC_FILES_MAX_AGE_SECONDS = 60 * 60;

export default defineConfig(async ({ command }) => {
  const isBuild = command === "build";
  // What is built is a production build whatever the shell says: code behind `import.meta.env.DEV` must not get in.
  if (isBuild) process.env.NODE_ENV = "production";
  const services = isBuild ? undefined : await (await import("./scripts/dev/services.ts")).developmentServices();

  return {
    plugins: [
      checkServerFunctions(),
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
      }),
      withoutManifest(),
      developmentRoutes(),
      services,
    ],
    // A page reload for each write to the database would be a nuisance.
    server: { port: Number(process.env.PORT || DEFAULT_PORT), strictPort: true, watch: { ignored: ["**/data/**"] } },
    optimizeDeps: { include: ["@simplewebauthn/browser", "@solidjs/start/fns/client"] },
  };
});

/** What is built has its content's hash in its name, and is kept for good (Nitro says so). The files in public/ do not. */
function staticHeaders() {
  const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `/${join(parentPath, name).split(/[\\/]/).slice(1).join("/")}`);
  const publicHeaders = { ...STATIC_HEADERS, "cache-control": `public, max-age=${PUBLIC_FILES_MAX_AGE_SECONDS}` };
  return Object.fromEntries([
    ["/_build/**", { headers: STATIC_HEADERS }],
    ...paths.map((path) => [path, { headers: publicHeaders }]),
  ]);
}

/** The build's manifest lists every source file. It is needed while building, and nobody's business after that. */
function withoutManifest(): Plugin {
  return {
    name: "without-manifest",
    applyToEnvironment: ({ name }) => name === "nitro",
    buildStart: () => rmSync(".output/public/.vite", { recursive: true, force: true }),
  };
}
