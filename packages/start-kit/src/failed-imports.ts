// Why a module cannot be loaded in development. A browser names the page's module, and not the one with the fault
// (development-errors.ts).

import type { DevEnvironment, EnvironmentModuleNode, ViteDevServer } from "vite";

/** The URL in the message belongs to the page's module. Safari's message has no URL. */
const NOT_LOADED = /dynamically imported module: https?:\/\/[^/\s]+(\S+)/;

/**
 * @returns the fault of a module, and the modules that import it, up to the page; undefined if the stack is of another
 *   kind
 */
export async function failedImport(server: ViteDevServer, stack: string): Promise<string | undefined> {
  const { client } = server.environments;
  const [, page] = stack.match(NOT_LOADED) ?? [];
  const lines = client && page ? await faultBelow(client, page, new Set()) : undefined;
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

const nameOf = (module: EnvironmentModuleNode | undefined, url: string) => module?.file ?? url;
