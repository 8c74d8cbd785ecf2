// What SolidStart 2 lacks for a production server, as one build plugin. Each part has a file of its own, which says
// what is wrong upstream, what the part gains, and when it can go; README.md has the table. `false` for a part gives
// the framework as it comes.

import type { Plugin, PluginOption } from "vite";
import { developmentRoutes } from "./development-routes.ts";
import { finishedWrites } from "./finished-writes.ts";
import { latePasskeys } from "./late-passkeys.ts";
import { type LeanClientOptions, leanClient } from "./lean-client.ts";
import { ownRoute } from "./own-route.ts";
import { rememberedRoutes } from "./remembered-routes.ts";
import { failingPages, loadedPages, rememberedApiRoutes } from "./route-modules.ts";
import { shortLived } from "./short-lived.ts";
import { unpublishedManifest } from "./unpublished-manifest.ts";

/** The parts that need no settings. */
const PARTS = {
  developmentRoutes,
  failingPages,
  finishedWrites,
  latePasskeys,
  loadedPages,
  ownRoute,
  rememberedApiRoutes,
  rememberedRoutes,
  shortLived,
  unpublishedManifest,
} satisfies Record<string, () => Plugin>;

/** The parts that the server runs: modules that the application imports. Turned off, each does nothing. */
const MODULES: Record<string, string> = {
  serverCalls: `export const isPlainPayload = () => true; export const keepRedirectOnOrigin = (_, response) => response;`,
  withheldErrors: `export const withheldErrors = () => [];`,
};

type Parts = Record<keyof typeof PARTS | "serverCalls" | "withheldErrors", boolean>;

/** True by default, each of them; `leanClient` is off without its settings. */
export interface StartKitOptions extends Partial<Parts> {
  leanClient?: false | LeanClientOptions;
}

/**
 * ```ts
 * plugins: [startKit({ leanClient: { chunks: { app: "src/routes/index.tsx" } } }), solidStart(), nitro()]
 * ```
 *
 * @returns the plugins; their place in the list does not matter
 */
export function startKit({ leanClient: client = false, ...chosen }: StartKitOptions = {}): PluginOption[] {
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
  return [
    ...names.filter((name) => chosen[name] !== false).map((name) => PARTS[name]()),
    client && leanClient(client),
    withoutModules(Object.keys(MODULES).filter((name) => chosen[name as keyof Parts] === false)),
  ];
}

/** Replaces modules of parts that are turned off. */
function withoutModules(names: string[]): Plugin {
  const paths = new Map(
    names.map((name) => [`start-kit/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, MODULES[name]]),
  );
  return {
    name: "start-kit-off",
    enforce: "pre",
    resolveId: (source) => (paths.has(source) ? `\0${source}` : undefined),
    load: (id) => paths.get(id.replace("\0", "")),
  };
}
