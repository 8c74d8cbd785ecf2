// An application that moves SolidStart or Nitro by itself (src/tested-versions.ts).

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { startKit } from "../src/index.ts";
import { TESTED_VERSIONS, untestedVersions } from "../src/tested-versions.ts";

const folder = temporaryFolder();

it("the versions that are installed here are the tested ones, so the build warns of none", () => {
  expect(untestedVersions(join(import.meta.dirname, ".."))).toEqual([]);
});

it("a build with another version of Nitro names both versions", () => {
  for (const [name, version] of Object.entries({ ...TESTED_VERSIONS, nitro: "3.0.261231-beta" })) {
    const path = join(folder, "node_modules", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "package.json"), JSON.stringify({ name, version, main: "index.js" }));
    writeFileSync(join(path, "index.js"), "");
  }
  const said = "start-kit was tested with nitro 3.0.260903-beta, and this is 3.0.261231-beta. Run your tests before";
  expect(untestedVersions(folder)).toEqual([expect.stringContaining(said)]);
});

/** The modules that the parts change, by their ids. */
const CHANGED = [
  "solid-start:routes",
  ...globSync("node_modules/{@solidjs/start,@solidjs/router,nitro}/dist/**/*.{js,jsx,mjs}").map((file) => `/${file}`),
];
const OTHER_CODE = "export const other = 1;";

type Hook = (this: object, ...args: unknown[]) => unknown;
interface Part {
  name: string;
  applyToEnvironment?: (environment: object) => boolean;
  configResolved?: Hook;
  buildStart?: Hook;
  transform?: Hook | { filter?: { id?: RegExp | RegExp[] }; handler: Hook };
  buildEnd?: Hook;
  closeBundle?: Hook;
}

/** What the parts say in a build of packages that have none of the code that they know. */
function messagesOf(environment: string): string[] {
  const messages: string[] = [];
  const say = (message: string) => void messages.push(message);
  const own = { name: environment, mode: "build", config: { root: folder } };
  const context = { warn: say, error: say, environment: { ...own, getTopLevelConfig: () => ({ environments: {} }) } };
  const parts = startKit({ leanClient: { chunks: {} } }).filter(Boolean) as unknown as Part[];
  for (const { name, applyToEnvironment, transform, ...hooks } of parts) {
    if (name === "tested-versions" || applyToEnvironment?.(context.environment) === false) continue;
    for (const begin of [hooks.configResolved, hooks.buildStart])
      begin?.call(context, { root: folder, plugins: [], logger: context });
    if (typeof transform === "object") {
      const patterns = [transform.filter?.id ?? []].flat();
      for (const id of CHANGED)
        if (patterns.some((pattern) => pattern.test(id))) transform.handler.call(context, OTHER_CODE, id);
    }
    for (const end of [hooks.buildEnd, hooks.closeBundle]) end?.call(context);
  }
  return messages;
}

it("a part that finds nothing to change says so in the build, with the release that it knows and what to do", () => {
  const messages = ["client", "ssr", "nitro"].flatMap(messagesOf);
  const parts = messages.map((message) => {
    expect(message).toMatch(
      /^start-kit: \w+: .+\. It knows [@\w/-]+ \d+\.\d+\.\d+\S*\. What to do: packages\/start-kit\/README\.md, "Other versions"\.$/,
    );
    return message.split(": ")[1];
  });
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const [, rows = ""] = readme.match(/^\| part \| until start-kit knows the release \|\n(.*?)\n\n/ms) ?? [];
  const named = [...rows.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = ""]) =>
    names.replaceAll("`", "").split(", "),
  );
  expect([...new Set(parts)].sort()).toEqual(named.sort());
});
