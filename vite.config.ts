// The build: SolidStart on Nitro, with Tailwind. `vite dev` also runs the development services.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { defineConfig, type Plugin } from "vite";
import { developmentErrors } from "./scripts/dev/errors.ts";
import { developmentRoutes } from "./scripts/dev/routes.ts";
import { watchSchema } from "./scripts/dev/schema.ts";
import { lateLibraries } from "./scripts/late-libraries.ts";
import { leanStart } from "./scripts/lean-start.ts";
import { checkServerFunctions } from "./scripts/server-functions.ts";
import { shortLived } from "./scripts/short-lived.ts";
import { STATIC_HEADERS } from "./src/server/http/security-headers.ts";

const DEFAULT_PORT = 3000;
const PUBLIC_FILES_MAX_AGE_SECONDS = 60 * 60;

/** Vite would serve every file of the project. The first lines are its defaults, the others are the databases and the local mailbox. */
const PRIVATE_FILES = [
  ...[".env", ".env.*", ".npmrc", ".yarnrc.yml", "**/.git/**"],
  "*.{crt,pem,key,p12,pfx,cer,der}",
  ...["*.{db,sqlite,sqlite3}", "*.{db,sqlite,sqlite3}-{wal,shm,journal}"],
  ...["mailbox.json", "mailbox.json.new"],
];

export default defineConfig(async ({ command }) => {
  const isBuild = command === "build";
  // A build is always a production build, even if the shell sets NODE_ENV. It must not include code behind `import.meta.env.DEV`.
  if (isBuild) process.env.NODE_ENV = "production";
  const services = isBuild ? undefined : await (await import("./scripts/dev/services.ts")).developmentServices();

  return {
    plugins: [
      checkServerFunctions(),
      leanStart(),
      lateLibraries(),
      compactIcons(),
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
      shortLived(),
      withoutManifest(),
      developmentRoutes(),
      developmentErrors(),
      watchSchema(),
      services,
    ],
    server: {
      port: Number(process.env.PORT || DEFAULT_PORT),
      strictPort: true,
      fs: { deny: PRIVATE_FILES },
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

/** lucide's files have a line for each attribute, and a comment. A page contains half a dozen of them, so they are shortened. */
function compactIcons(): Plugin {
  return {
    name: "compact-icons",
    enforce: "pre",
    load: {
      filter: { id: /[\\/]lucide-static[\\/]icons[\\/].*\.svg\?raw$/ },
      handler(id) {
        const svg = readFileSync(id.replace("?raw", ""), "utf8");
        const short = svg
          .replace(/<!--.*?-->/gs, "")
          .replace(/\s+/g, " ")
          .replace(/ ?([<>]) ?/g, "$1")
          .trim();
        return { code: `export default ${JSON.stringify(short)}`, moduleType: "js" };
      },
    },
  };
}

/** The build's manifest lists every source file. Only the build needs it, so it is not published. */
function withoutManifest(): Plugin {
  return {
    name: "without-manifest",
    applyToEnvironment: ({ name }) => name === "nitro",
    buildStart() {
      const { client } = this.environment.getTopLevelConfig().environments;
      if (client) rmSync(join(client.build.outDir, ".vite"), { recursive: true, force: true });
    },
  };
}
