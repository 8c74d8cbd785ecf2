// The build: SolidStart on Nitro, with Tailwind. `vite dev` also runs the development services.

import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { startKit } from "start-kit";
import { defineConfig } from "vite";
import { developmentErrors } from "./scripts/dev/errors.ts";
import { PRIVATE_FILES } from "./scripts/dev/private-files.ts";
import { watchSchema } from "./scripts/dev/schema.ts";
import { computedLook } from "./scripts/look.ts";
import { checkServerFunctions } from "./scripts/server-functions.ts";
import { staticHeaders } from "./scripts/static-headers.ts";

const DEFAULT_PORT = 3000;

export default defineConfig(async ({ command }) => {
  const isBuild = command === "build";
  // A build is always a production build, even if the shell sets NODE_ENV. It must not include code behind
  // `import.meta.env.DEV`.
  if (isBuild) process.env.NODE_ENV = "production";
  const services = isBuild ? undefined : await (await import("./scripts/dev/services.ts")).developmentServices();

  return {
    plugins: [
      checkServerFunctions(),
      startKit({
        leanClient: {
          chunks: { app: "src/routes/index.tsx", forms: "src/routes/sign-in/index.tsx" },
          // For the pages that offer passkeys only.
          apart: /passkey/i,
        },
      }),
      solidStart({
        middleware: "./src/middleware.ts",
        devOverlay: false,
        serverFunctions: { onError: "./src/server/errors/server-functions.ts" },
        serialization: { plugins: "./src/lib/withheld-errors.ts" },
      }),
      tailwindcss(),
      nitro({
        plugins: ["./src/server/start.ts"],
        errorHandler: "./src/server/errors/last-resort.ts",
        routeRules: staticHeaders(),
        // Ahead of time, so that no request waits for it.
        compressPublicAssets: { brotli: true, gzip: true },
      }),
      developmentErrors(),
      computedLook(),
      watchSchema(),
      services,
    ],
    server: {
      port: Number(process.env.PORT || DEFAULT_PORT),
      strictPort: true,
      fs: { deny: PRIVATE_FILES },
      // Otherwise each write to the database reloads the page.
      watch: { ignored: ["**/data/**"] },
    },
    optimizeDeps: { include: ["@simplewebauthn/browser", "@solidjs/start/fns/client"] },
  };
});
