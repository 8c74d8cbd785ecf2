// `npm run dev` adds these plugins to the build: the services, the database's client after a change of the schema, and
// the settings of Vite's server.

import { resolve } from "node:path";
import { watchSchema } from "database-engines/tools";
import type { Plugin, PluginOption } from "vite";
import { project } from "../database/project.ts";
import { PUBLIC_FILES } from "./public-files.ts";
import { developmentServices } from "./services.ts";

const DEFAULT_PORT = 3000;

/** Sets all variables that the application needs in process.env. */
export async function development(): Promise<PluginOption[]> {
  const services = await developmentServices();
  return [settings(), services, watchSchema(project)];
}

/** This folder's path as a pattern, with its special characters escaped. */
const root = resolve()
  .replaceAll("\\", "/")
  .replace(/[^\w/.-]/g, "?");

/** The domain of a codespace's forwarded ports. */
const codespaces = process.env.GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN;

/** This plugin comes first, because the services need the port. */
function settings(): Plugin {
  return {
    name: "development-settings",
    apply: "serve",
    enforce: "pre",
    config: ({ server }) => ({
      server: {
        port: server?.port ?? Number(process.env.PORT || DEFAULT_PORT),
        strictPort: true,
        // GitHub Codespaces needs this host; .devcontainer supports Codespaces.
        allowedHosts: codespaces ? [`.${codespaces}`] : [],
        fs: { allow: PUBLIC_FILES },
        // Vite reloads the page with each write to the database.
        watch: { ignored: [`${root}/data/**`] },
      },
    }),
  };
}
