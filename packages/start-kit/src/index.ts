// What SolidStart 2 lacks for a production server, as one build plugin. Each part has a file of its own, which says
// what is wrong upstream, what the part gains, and when it can go; README.md has the table. `false` for a part gives
// the framework as it comes.

import type { Plugin, PluginOption } from "vite";
import { awaitedStart } from "./awaited-start.ts";
import { blockedSources } from "./blocked-sources.ts";
import { developmentErrors } from "./development-errors.ts";
import { developmentRoutes } from "./development-routes.ts";
import { failingPages } from "./failing-pages.ts";
import { finishedWrites } from "./finished-writes.ts";
import { firstStyles } from "./first-styles.ts";
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
  blockedSources,
  developmentErrors,
  developmentRoutes,
  failingPages,
  finishedWrites,
  firstStyles,
  functionIds,
  loadedPages,
  newerBuild,
  ownAnswers,
  ownRoute,
  rememberedApiRoutes,
  unpublishedManifest,
} satisfies Record<string, () => Plugin>;

/** The parts that need settings. */
const PARTS_WITH_SETTINGS = { leanClient, serverFunctions };

/** The parts that the server runs: modules that the application imports. Turned off, each does nothing. */
const MODULES = {
  actionResults:
    'export const RESULT_ID = ""; export const submissionOf = () => undefined; export const useInputOfOtherBuild = () => undefined; export const restoreSubmission = () => {};',
  apiMethods: "export const apiMethods = () => (_, next) => next();",
  boundedBodies: "export const boundedBodies = () => (_, next) => next();",
  ignoredInputs: "export const ignoredInputs = (_, next) => next();",
  joinedOutput: "export const joinedOutput = () => ({ write: (line) => process.stdout.write(line), flush() {} });",
  keptPlace: "export const rememberPlace = () => () => {};",
  lateFailures: "export const lateFailures = () => (_, next) => next();",
  keptHeaders: "export const keptHeaders = (_, next) => next();",
  nitroOutput: "export const nitroOutput = () => {};",
  nodeServer: "export const nodeServer = () => {};",
  pathSpellings: `export const canonicalPath = (path) => path;
    export const isAtOrBelow = (paths, path) => paths.some((listed) => path === listed || path.startsWith(listed + "/"));`,
  sameOrigin: "export const sameOrigin = () => (_, next) => next();",
  serverCalls: "export const serverCalls = () => (_, next) => next();",
  trustedProxies: `export const clientIp = (connection) => connection || "unknown";
    export const isTrustedProxy = () => false;
    export const readTrustedProxies = () => ({ proxies: 0 });`,
  validAddresses: "export const validAddresses = () => {};",
  wholePage: `import { mount } from "@solidjs/start/client";
    export const startPage = (code, element) => void mount(code, element);
    export const isRenderedAnew = () => false;`,
  withheldErrors: "export const withheldErrors = () => [];",
};

type PartsWithSettings = typeof PARTS_WITH_SETTINGS;

/** On by default, each of them; off without settings, those that have some. */
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
    options.serverFunctions && serverFunctions(options.serverFunctions),
    ...parts.filter((name) => options[name] !== false).map((name) => PARTS[name]()),
    options.leanClient && leanClient(options.leanClient),
    options.shortLived !== false && shortLived(options.shortLived === true ? {} : options.shortLived),
    withoutModules(Object.entries(MODULES).filter(([name]) => options[name as keyof typeof MODULES] === false)),
  ];
}

/** Replaces modules of parts that are turned off. */
function withoutModules(modules: [name: string, code: string][]): Plugin {
  const paths = new Map(modules.map(([name, code]) => [`start-kit/${fileName(name)}`, code]));
  return {
    name: "start-kit-off",
    enforce: "pre",
    resolveId: (source) => (paths.has(source) ? `\0${source}` : undefined),
    load: (id) => paths.get(id.replace("\0", "")),
  };
}

/** @returns the name of a part's file, without its ending */
export function fileName(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
