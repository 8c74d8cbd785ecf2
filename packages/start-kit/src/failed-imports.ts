// Why a module cannot be loaded in development. A browser names the module that it requested, or the module that lacks
// an export. It does not name the module with the fault (development-errors.ts).

import type { DevEnvironment, EnvironmentModuleNode, ViteDevServer } from "vite";

/** The URL in the message belongs to the page's module. Safari's message has no URL. */
const NOT_LOADED = /dynamically imported module: https?:\/\/[^/\s]+(\S+)/;
const NO_EXPORT = /requested module '([^']+)' does not provide an export named '([^']+)'/;

/**
 * @returns the fault of a module, and the modules that import it, up to the page; undefined if the stack is of another
 *   kind
 */
export async function failedImport(server: ViteDevServer, stack: string): Promise<string | undefined> {
  const { client } = server.environments;
  if (!client) return undefined;
  const [, page] = stack.match(NOT_LOADED) ?? [];
  const [, url, name = ""] = stack.match(NO_EXPORT) ?? [];
  const lines = page
    ? await faultBelow(client, page, new Set())
    : url
      ? await missingExport(client, url, name)
      : undefined;
  return lines?.join("\n  imported by ").replaceAll(`${server.config.root}/`, "");
}

/**
 * Looks for the fault in a module and in its imports. @returns the fault, and then the modules that import it
 */
async function faultBelow(client: DevEnvironment, url: string, seen: Set<string>): Promise<string[] | undefined> {
  if (seen.has(url)) return undefined;
  seen.add(url);
  const module = await client.moduleGraph.getModuleByUrl(url);
  try {
    await client.transformRequest(url);
  } catch (error) {
    return [`${error instanceof Error ? error.message : error}\n  in ${nameOf(module, url)}`];
  }
  const loaded = module ?? (await client.moduleGraph.getModuleByUrl(url));
  for (const imported of loaded?.importedModules ?? []) {
    const found = await faultBelow(client, imported.url, seen);
    if (found) return [...found, nameOf(loaded, url)];
  }
  return undefined;
}

/** @returns the fault, and then the modules that import the name */
async function missingExport(client: DevEnvironment, url: string, name: string): Promise<string[] | undefined> {
  const module = await client.moduleGraph.getModuleByUrl(url);
  const chain: EnvironmentModuleNode[] = [];
  const isNext = (node: EnvironmentModuleNode) => isOwn(client, node) && !chain.includes(node);
  const users = [...(module?.importers ?? [])].filter(({ transformResult }) => transformResult?.code.includes(name));
  for (let next = users.find(isNext); next; next = [...next.importers].find(isNext)) chain.push(next);
  return [`${nameOf(module, url)} does not export "${name}"`, ...chain.map((each) => nameOf(each, each.url))];
}

/** The framework's list of routes imports the pages. */
const isOwn = ({ config }: DevEnvironment, { file }: EnvironmentModuleNode) =>
  file?.startsWith(`${config.root}/`) && !file.includes("node_modules");

const nameOf = (module: EnvironmentModuleNode | undefined, url: string) => module?.file ?? url;
