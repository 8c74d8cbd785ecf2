// Additions to SolidStart 2 for a production server, as one build plugin. Each part has one file, which names the
// upstream fault, the gain, and when the part can go; README.md has the table. `false` for a part restores the
// framework's own behaviour. Parts that run with the application are not here: the application imports them.

import type { Plugin, PluginOption } from "vite";
import { awaitStart } from "./await-start.ts";
import { awaitWriteFinish } from "./await-write-finish.ts";
import { boundArguments } from "./bound-arguments.ts";
import { developmentErrors } from "./development-errors.ts";
import { developmentRoutes } from "./development-routes.ts";
import { failingPages } from "./failing-pages.ts";
import { fewerPasses } from "./fewer-passes.ts";
import { flightCookies } from "./flight-cookies.ts";
import { hideManifest } from "./hide-manifest.ts";
import { inlineCss } from "./inline-css.ts";
import { isolatePages } from "./isolate-pages.ts";
import { leanClient } from "./lean-client.ts";
import { matchOneRoute } from "./match-one-route.ts";
import { preloadRoutes } from "./preload-routes.ts";
import { serverFunctions } from "./server-functions.ts";
import { settledQueries } from "./settled-queries.ts";
import { shortLived } from "./short-lived.ts";
import { stableFunctionIds } from "./stable-function-ids.ts";
import { testedVersions } from "./tested-versions.ts";
import { validateResponses } from "./validate-responses.ts";
import { versionSkew } from "./version-skew.ts";

/** The parts without settings. */
const PARTS = {
  awaitStart,
  awaitWriteFinish,
  boundArguments,
  developmentErrors,
  developmentRoutes,
  failingPages,
  fewerPasses,
  flightCookies,
  hideManifest,
  inlineCss,
  isolatePages,
  matchOneRoute,
  preloadRoutes,
  settledQueries,
  shortLived,
  stableFunctionIds,
  validateResponses,
  versionSkew,
} satisfies Record<string, () => Plugin | Plugin[]>;

/** The parts with settings. */
const PARTS_WITH_SETTINGS = { leanClient, serverFunctions };

type PartsWithSettings = typeof PARTS_WITH_SETTINGS;

/** Each part is on by default. A part with settings is off without them. */
export type StartKitOptions = { [Name in keyof typeof PARTS]?: boolean } & {
  [Name in keyof PartsWithSettings]?: false | Parameters<PartsWithSettings[Name]>[0];
};

/**
 * ```ts
 * plugins: [startKit({ leanClient: { chunks: { app: "src/routes/index.tsx" } } }), solidStart(), nitro()]
 * ```
 *
 * @returns the plugins; their place in the list does not matter
 */
export function startKit(options: StartKitOptions = {}): PluginOption[] {
  const parts = Object.keys(PARTS) as (keyof typeof PARTS)[];
  return [
    testedVersions(),
    options.serverFunctions && serverFunctions(options.serverFunctions),
    ...parts.filter((name) => options[name] !== false).flatMap((name) => PARTS[name]()),
    options.leanClient && leanClient(options.leanClient),
  ];
}
