import { fileURLToPath } from "node:url";
import solid from "@solidjs/vite-plugin";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    solid({ start: { middleware: "./src/middleware.ts", renderMode: "async" }, ssr: true, serverFunctions: true }),
    nitro({ serverEntry: false }),
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("src", import.meta.url)) } },
});
