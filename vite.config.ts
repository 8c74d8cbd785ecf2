// The build: SolidStart on Nitro, with Tailwind. `vite dev` also runs the development services.

import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { startKit } from "start-kit";
import { defineConfig } from "vite";
import { licences, traceOpts } from "./scripts/licences.ts";
import { presetWithNode } from "./scripts/nitro-preset.ts";
import { smallIcons } from "./scripts/small-icons.ts";
import { staticHeaders } from "./scripts/static-headers.ts";
import { watch } from "./scripts/watch.ts";

export default defineConfig(async ({ command }) => {
  // A build is always a production build, even if the shell sets NODE_ENV. It must not include code behind
  // `import.meta.env.DEV`.
  if (command === "build") process.env.NODE_ENV = "production";
  const development = command === "serve" && (await (await import("./scripts/dev/index.ts")).development());

  return {
    server: { watch },
    // Vite would write small images and fonts into the pages, where the Content-Security-Policy blocks them.
    build: { assetsInlineLimit: 0 },
    plugins: [
      startKit({
        leanClient: {
          chunks: {
            app: "src/routes/index.tsx",
            user: ["UserMenu", "Protected", "ui/RelativeTime"].map((name) => `src/components/${name}.tsx`),
            forms: "src/routes/sign-in/index.tsx",
          },
          // The code that only pages with passkeys, or with forms, need.
          apart: /passkey|restore-focus/i,
          settings: "app.config.ts",
        },
        serverFunctions: { modules: ["src/server/functions.ts"] },
      }),
      solidStart({
        middleware: "./src/middleware.ts",
        devOverlay: false,
        serverFunctions: { onError: "./src/server/middleware/server-function-errors.ts" },
        serialization: { plugins: "./src/lib/withheld-errors.ts" },
      }),
      tailwindcss(),
      smallIcons(),
      licences(),
      nitro({
        modules: [presetWithNode],
        plugins: ["./src/server/start.ts"],
        errorHandler: "./src/server/middleware/last-resort.ts",
        routeRules: staticHeaders(),
        traceOpts,
        // The server is one file. Of a hundred and fifty, Node would find, read and link each by itself.
        inlineDynamicImports: true,
        // Ahead of time, so that no request waits for it.
        compressPublicAssets: { brotli: true, gzip: true },
      }),
      development,
    ],
  };
});
