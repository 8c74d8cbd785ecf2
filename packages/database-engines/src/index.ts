// One Prisma schema on several database engines. DATABASE_URL picks one, and only that one is loaded.

import { databaseProblem, isUnavailable } from "./problems.ts";
import type { AboutEngine, Engine } from "./types.ts";

export { claim } from "./claim.ts";
export { type Outage, withOutageRules } from "./outage-rules.ts";
export { type Counted, type RateLimits, rateLimits } from "./rate-limits.ts";
export type * from "./types.ts";

export interface DatabaseEngines<Name extends string = string> {
  /** The engines' names: there is at least one. */
  names: [Name, ...Name[]];
  /** The kinds of databases for DATABASE_URL, in words. */
  kinds: string;
  /** An example of a URL for DATABASE_URL, of the first engine. */
  exampleUrl: string | undefined;
  /** Undefined if DATABASE_URL has to be set. */
  defaultUrl: string | undefined;
  /** @returns undefined if no engine knows the URL */
  nameOf: (url: string) => Name | undefined;
  /** @returns the engine's name; undefined if no engine knows the URL */
  aboutUrl: (url: string) => AboutEngine | undefined;
  /** @returns why no engine knows the URL, as words after "DATABASE_URL"; undefined if an engine knows it */
  urlProblem: (url: string) => string | undefined;
  /**
   * Loads the engine of a database URL, and only that one.
   *
   * @throws if no engine knows the URL
   */
  load: (url: string) => Promise<Engine & { name: Name }>;
  /**
   * @param error of a driver, or of Prisma
   * @returns whether the same query may work later: the database is down, starting, full or busy
   */
  isUnavailable: (error: unknown) => boolean;
  /** @returns one sentence for the operator at the start; undefined for a fault of the code, which needs its stack */
  problem: (error: unknown, url: string) => string | undefined;
}

/**
 * ```ts
 * export const engines = databaseEngines({ sqlite: sqlite("file:./data/app.db"), postgresql });
 * ```
 *
 * @param all the engines, by Prisma's name of each
 */
export function databaseEngines<Name extends string>(all: Record<Name, AboutEngine>): DatabaseEngines<Name> {
  const names = Object.keys(all) as [Name, ...Name[]];
  const abouts: AboutEngine[] = Object.values(all);
  const kinds = abouts.map(({ kind, exampleUrl }) => `${kind}, like ${exampleUrl}`).join(", or ");
  const nameOf = (url: string) => names.find((name) => all[name].isUrl(url));
  const aboutUrl = (url: string) => abouts.find(({ isUrl }) => isUrl(url));
  function urlProblem(url: string): string | undefined {
    const problems = abouts.flatMap((about) => about.urlProblem(url) ?? []);
    return problems[0] ?? (aboutUrl(url) ? undefined : `must name ${kinds}.`);
  }
  return {
    names,
    kinds,
    exampleUrl: abouts[0]?.exampleUrl,
    defaultUrl: abouts.find((about) => about.defaultUrl)?.defaultUrl,
    nameOf,
    aboutUrl,
    urlProblem,
    async load(url) {
      const name = nameOf(url);
      if (!name) throw new Error(`DATABASE_URL must name ${kinds}.`);
      return { name, ...(await all[name].load()) };
    },
    isUnavailable: (error) => isUnavailable(abouts, error),
    problem: (error, url) => databaseProblem(abouts, error, aboutUrl(url)?.shownUrl(url)),
  };
}
