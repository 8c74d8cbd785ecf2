// What SolidStart 2 lacks for a production server, as one build plugin. Each part has a file of its own, which says
// what is wrong upstream, what the part gains, and when it can go; README.md has the table. `false` for a part gives
// the framework as it comes.

import type { Plugin, PluginOption } from "vite";
import { awaitedStart } from "./awaited-start.ts";
import { blockedSources } from "./blocked-sources.ts";
import { developmentErrors } from "./development-errors.ts";
import { developmentRoutes } from "./development-routes.ts";
import { failingPages } from "./failing-pages.ts";
import { fewerPasses } from "./fewer-passes.ts";
import { finishedWrites } from "./finished-writes.ts";
import { firstStyles } from "./first-styles.ts";
import { flightCookies } from "./flight-cookies.ts";
import { functionIds } from "./function-ids.ts";
import { leanClient } from "./lean-client.ts";
import { loadedPages } from "./loaded-pages.ts";
import { newerBuild } from "./newer-build.ts";
import { ownAnswers } from "./own-answers.ts";
import { ownRoute } from "./own-route.ts";
import { rememberedApiRoutes } from "./remembered-api-routes.ts";
import { serverFunctions } from "./server-functions.ts";
import { shortLived } from "./short-lived.ts";
import { testedVersions } from "./tested-versions.ts";
import { unpublishedManifest } from "./unpublished-manifest.ts";

/** The parts that need no settings. */
const PARTS = {
  awaitedStart,
  developmentErrors,
  developmentRoutes,
  failingPages,
  fewerPasses,
  finishedWrites,
  firstStyles,
  flightCookies,
  functionIds,
  loadedPages,
  newerBuild,
  ownAnswers,
  ownRoute,
  rememberedApiRoutes,
  unpublishedManifest,
} satisfies Record<string, () => Plugin>;

/** The parts that need settings. */
const PARTS_WITH_SETTINGS = { blockedSources, leanClient, serverFunctions };

/** The parts that run with the application, as modules. Turned off, each does nothing. */
const MODULES = {
  actionResults: "export const takeResult = (response) => response;",
  apiMethods: "export const apiMethods = () => (_, next) => next();",
  boundedBodies: "export const boundedBodies = () => (_, next) => next();",
  ignoredInputs: "export const ignoredInputs = (_, next) => next();",
  joinedOutput: "export const joinedOutput = () => ({ write: (line) => process.stdout.write(line), flush() {} });",
  keptPlace: "export const rememberPlace = () => () => {};",
  lateFailures: "export const lateFailures = () => (_, next) => next();",
  keptHeaders: "export const keptHeaders = (_, next) => next();",
  nitroOutput: "export const nitroOutput = () => {};",
  nodeServer: "export const nodeServer = () => {};",
  sameOrigin: "export const sameOrigin = () => (_, next) => next();",
  serverCalls: "export const serverCalls = () => (_, next) => next();",
  trustedProxies: `const proxies = { trusted: 0, include: () => false, clientIp: (connection) => connection || "unknown" };
    export const readTrustedProxies = () => ({ proxies });`,
  validAddresses: "export const validAddresses = () => {};",
  wholePage: `import { mount } from "@solidjs/start/client";
    export const startPage = (code, element) => void mount(code, element);
    export const isRenderedAnew = () => false;`,
  withheldErrors: "export const withheldErrors = () => [];",
};

type PartsWithSettings = typeof PARTS_WITH_SETTINGS;

/** Each part is on by default. A part that has settings is off without them. */
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
    options.blockedSources && blockedSources(options.blockedSources),
    options.serverFunctions && serverFunctions(options.serverFunctions),
    ...parts.filter((name) => options[name] !== false).map((name) => PARTS[name]()),
    options.leanClient && leanClient(options.leanClient),
    options.shortLived !== false && shortLived(options.shortLived === true ? {} : options.shortLived),
    withoutModules(Object.entries(MODULES).filter(([name]) => options[name as keyof typeof MODULES] === false)),
  ];
}

/** Replaces modules of parts that are turned off. The application imports some, and the kit's own files the others. */
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
