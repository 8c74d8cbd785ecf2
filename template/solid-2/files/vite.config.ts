import { fileURLToPath } from "node:url";
import solid from "@solidjs/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";
import { licences, traceOpts } from "./scripts/licences.ts";
import { presetWithNode } from "./scripts/nitro-preset.ts";
import { smallIcons } from "./scripts/small-icons.ts";
import { staticHeaders } from "./scripts/static-headers.ts";
import { watch } from "./scripts/watch.ts";

export default defineConfig(({ command }) => {
  if (command === "build") process.env.NODE_ENV = "production";
  return {
    server: { watch },
    build: { assetsDir: "_build/assets" },
    resolve: { alias: { "~": fileURLToPath(new URL("src", import.meta.url)) } },
    plugins: [
      solid({ start: { middleware: "./src/middleware.ts", renderMode: "async" }, ssr: true, serverFunctions: true }),
      tailwindcss(),
      smallIcons(),
      licences(),
      nitro({
        serverEntry: false,
        modules: [presetWithNode],
        plugins: ["./src/server/start.ts"],
        errorHandler: "./src/server/middleware/last-resort.ts",
        routeRules: staticHeaders(),
        traceOpts,
        compressPublicAssets: { brotli: true, gzip: true },
      }),
    ],
  };
});
