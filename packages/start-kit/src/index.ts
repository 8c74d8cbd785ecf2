// Additions to SolidStart 2 for a production server, as one build plugin. Each part has one file, which names the
// upstream fault, the gain, and when the part can go; README.md has the table. `false` for a part restores the
// framework's own behaviour.

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
import { reportBlockedSources } from "./report-blocked-sources.ts";
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
  stableFunctionIds,
  validateResponses,
  versionSkew,
} satisfies Record<string, () => Plugin | Plugin[]>;

/** The parts with settings. */
const PARTS_WITH_SETTINGS = { reportBlockedSources, leanClient, serverFunctions };

/** The parts that run with the application, as modules. If a part is turned off, its module does nothing. */
const MODULES = {
  apiMethods: "export const apiMethods = () => (_, next) => next();",
  bodyLimit: "export const bodyLimit = () => (_, next) => next();",
  bufferedOutput: "export const bufferedOutput = () => ({ write: (line) => process.stdout.write(line), flush() {} });",
  gracefulShutdown: "export const gracefulShutdown = () => {};",
  hydrationFallback: `import { mount } from "@solidjs/start/client";
    export const startPage = (code, element) => void mount(code, element);
    export const isRenderedAnew = () => false;`,
  ignoredInputs: "export const ignoredInputs = (_, next) => next();",
  logStreamErrors: "export const logStreamErrors = () => (_, next) => next();",
  nitroOutput: "export const nitroOutput = () => {};",
  preserveHeaders: "export const preserveHeaders = (_, next) => next();",
  restoreFocus: "export const rememberPlace = () => () => {};",
  sameOrigin: "export const sameOrigin = () => (_, next) => next();",
  serverCalls: "export const serverCalls = () => (_, next) => next();",
  trustedProxies: `const proxies = { trusted: 0, include: () => false, clientIp: (connection) => connection || "unknown" };
    export const readTrustedProxies = () => ({ proxies });`,
  validateUrl: "export const validateUrl = () => {};",
  withheldErrors: "export const withheldErrors = () => [];",
};

type PartsWithSettings = typeof PARTS_WITH_SETTINGS;

/** Each part is on by default. A part with settings is off without them. */
export type StartKitOptions = { [Name in keyof typeof PARTS | keyof typeof MODULES]?: boolean } & {
  [Name in keyof PartsWithSettings]?: false | Parameters<PartsWithSettings[Name]>[0];
} & { shortLived?: boolean | Parameters<typeof shortLived>[0] };

/** The names of all parts. */
export const PART_NAMES = Object.keys({ ...PARTS, ...PARTS_WITH_SETTINGS, ...MODULES, shortLived }).sort();

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
    options.reportBlockedSources && reportBlockedSources(options.reportBlockedSources),
    options.serverFunctions && serverFunctions(options.serverFunctions),
    ...parts.filter((name) => options[name] !== false).flatMap((name) => PARTS[name]()),
    options.leanClient && leanClient(options.leanClient),
    options.shortLived !== false && shortLived(options.shortLived === true ? {} : options.shortLived),
    withoutModules(Object.entries(MODULES).filter(([name]) => options[name as keyof typeof MODULES] === false)),
  ];
}

/**
 * Replaces modules of parts that are turned off. The application imports some of these modules, and the package's own
 * files import the others.
 */
function withoutModules(modules: [name: string, code: string][]): Plugin {
  const codes = new Map(modules.map(([name, code]) => [fileName(name), code]));
  return {
    name: "start-kit-off",
    enforce: "pre",
    resolveId(source, importer = "") {
      const [, own] = /^start-kit\/(.+)$/.exec(source) ?? [];
      const [, near] = (OWN_FILE.test(importer) && /^\.\/(.+)\.ts$/.exec(source)) || [];
      const name = own ?? near ?? "";
      return codes.has(name) ? `\0start-kit-off:${name}` : undefined;
    },
    load: (id) => codes.get(id.replace("\0start-kit-off:", "")),
  };
}

const OWN_FILE = /[\\/]start-kit[\\/]src[\\/][\w-]+\.ts$/;

/** @returns the name of a part's file, without its ending */
export function fileName(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
