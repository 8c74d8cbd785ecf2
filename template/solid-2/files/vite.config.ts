import { fileURLToPath } from "node:url";
import solid from "@solidjs/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { startKit } from "start-kit";
import { defineConfig } from "vite";
import { licences, traceOpts } from "./scripts/licences.ts";
import { presetWithNode } from "./scripts/nitro-preset.ts";
import { smallIcons } from "./scripts/small-icons.ts";
import { staticHeaders } from "./scripts/static-headers.ts";
import { watch } from "./scripts/watch.ts";

/** The parts of start-kit that start mode has no place for. */
const GONE = ["GONE_PARTS"];

export default defineConfig(({ command }) => {
  if (command === "build") process.env.NODE_ENV = "production";
  return {
    server: { watch },
    build: { assetsDir: "_build/assets" },
    resolve: { alias: { "~": fileURLToPath(new URL("src", import.meta.url)) } },
    plugins: [
      startKit({
        ...Object.fromEntries(GONE.map((name) => [name, false])),
        serverFunctions: { modules: ["src/server/functions.ts"] },
      }),
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
