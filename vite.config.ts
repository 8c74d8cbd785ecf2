// The build: SolidStart on Nitro, with Tailwind; and, while `vite dev` runs, the development services.

import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

const DEFAULT_PORT = 3000;

export default defineConfig(async ({ command }) => {
  const port = Number(process.env.PORT || DEFAULT_PORT);
  const isBuild = command === "build";
  // What is built is a production build whatever the shell says: code behind `import.meta.env.DEV` must not get in.
  if (isBuild) process.env.NODE_ENV = "production";
  const services = isBuild ? undefined : (await import("./scripts/dev/services.ts")).developmentServices(port);

  return {
    plugins: [
      solidStart({ middleware: "./src/middleware.ts", devOverlay: false }),
      tailwindcss(),
      nitro({ plugins: ["./src/start.ts"], errorHandler: "./src/error-handler.ts" }),
      await services,
    ],
    // A page reload for each write to the database would be a nuisance.
    server: { port, strictPort: true, watch: { ignored: ["**/data/**"] } },
    optimizeDeps: { include: ["@simplewebauthn/browser", "@solidjs/start/fns/client"] },
  };
});
