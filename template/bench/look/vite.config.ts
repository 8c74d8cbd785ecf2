import { fileURLToPath } from "node:url";
import { solidStart } from "@solidjs/start/config";
import tailwindcss from "@tailwindcss/vite";
import { nitro } from "nitro/vite";
import { defineConfig, type Plugin } from "vite";
import { smallIcons } from "../../../scripts/small-icons.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The application's look comes from its own files. Its session has the query, and with it the whole server. */
const look: Plugin = {
  name: "look",
  config: () => ({
    resolve: {
      alias: [
        { find: "~/session", replacement: path("src/session.ts") },
        { find: "~", replacement: path("../../../src") },
      ],
    },
  }),
};

export default defineConfig({ plugins: [solidStart(), tailwindcss(), smallIcons(), nitro(), look] });
