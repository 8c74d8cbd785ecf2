// create-solid-auth-starter as a release publishes it, from a registry on this machine: `npm create` makes an
// application of this template. (What it refuses: project/create.test.ts. The other package: registry.spec.ts.)

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "@playwright/test";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { binaryOf, NODES, publishRelease, type Release } from "./support/npm-registry.ts";
import { test } from "./support/removed-folders.ts";
import { GIT_USER } from "./support/setup.ts";
import { commit, run } from "./support/updates.ts";

const NAME = "my-app";
const FLAGS = '-- --yes --name "Acme" --database sqlite';
/** No server listens there, so whatever asks another machine than this one fails. */
const ONLY_THIS_MACHINE = Object.fromEntries([
  ...["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, "http://127.0.0.1:9"]),
  ...["NO_PROXY", "no_proxy"].map((name) => [name, "127.0.0.1"]),
]);

let release: Release;
/** What the first one said, after which npm has kept all packages. */
let first: ReturnType<typeof npmCreate>;
const folder = temporaryFolder();
/** npm keeps the packages that it has run by name and version: those of an earlier run had another content. */
const cache = temporaryFolder();

test.beforeAll(async () => {
  test.setTimeout(15 * 60_000);
  release = await publishRelease("create");
  first = npmCreate(folder, `${NAME} ${FLAGS}`);
});

test.afterAll(() => release?.registry.close());

/** What a user of npm types. */
function npmCreate(folder: string, args: string, more: NodeJS.ProcessEnv = {}) {
  const registry = { npm_config_cache: cache, npm_config_registry: release.registry.url };
  const env = { ...process.env, ...GIT_USER, ...ONLY_THIS_MACHINE, ...registry, ...more };
  const command = `npm create --yes solid-auth-starter ${args}`;
  const { status, stdout, stderr } = spawnSync(command, { cwd: folder, env, shell: true, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

function expectCreated(app: string): void {
  expect(JSON.parse(readFileSync(join(app, "package.json"), "utf8")).name).toBe("acme");
  expect(existsSync(join(app, "template"))).toBe(false);
  expect(run(app, "git log --format=%s")).toBe("Set up Acme\n");
  expect(run(app, "git status --porcelain")).toBe("");
}

test("npm create asks npm's registry alone, makes an application of a new folder, with one commit, and that takes a later template", () => {
  expect(first.status, first.said).toBe(0);
  const app = join(folder, NAME);
  expectCreated(app);
  expect(run(app, "npm run check")).toContain("All checks passed");

  const { template } = release;
  writeFileSync(join(template, "docs/later.md"), "# Later\n");
  commit(template, "Later");
  run(app, `npm run template:update -- "${template}"`);
  expect(readFileSync(join(app, "docs/later.md"), "utf8")).toBe("# Later\n");
  expect(run(app, "git status --porcelain").trim().split("\n").sort()).toEqual([
    "A  .template-base",
    "A  docs/later.md",
  ]);
});

for (const version of NODES)
  test(`npm create on Node ${version.split(".")[0]} takes an empty folder whose name has a space, and the packages that npm has kept, offline`, () => {
    const [folder, name] = [temporaryFolder(), "my app"];
    mkdirSync(join(folder, name));
    const PATH = [binaryOf(version), process.env.PATH].join(delimiter);
    const node = spawnSync("node --version", { env: { ...process.env, PATH }, shell: true, encoding: "utf8" });
    expect(node.stdout).toBe(`v${version}\n`);
    const { status, said } = npmCreate(folder, `"${name}" ${FLAGS}`, { PATH, npm_config_offline: "true" });
    expect(status, said).toBe(0);
    expectCreated(join(folder, name));
  });
