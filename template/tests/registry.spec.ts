// solid-authjs as a release publishes it, from a registry on this machine: bare applications install it by its name
// with npm, pnpm and Bun, and sign in. create.spec.ts has the other package.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { addAuthenticator, linkIn, mailTo } from "../../tests/support/test.ts";
import { type Entry, writeEntry } from "../entry.ts";
import {
  addFiles,
  closePeers,
  createTables,
  EXAMPLE,
  edit,
  mustRun,
  openPeers,
  type Peers,
  run,
  signInWithGitHub,
  signOut,
  withServer,
} from "./support/bare-application.ts";
import { MANAGERS, publishRelease, type Release } from "./support/npm-registry.ts";
import { test } from "./support/removed-folders.ts";

const SOLID_2 = join(EXAMPLE, "solid-2");

let registry: Release["registry"];
let peers: Peers;

test.beforeAll(async () => {
  test.setTimeout(15 * 60_000);
  ({ registry } = await publishRelease("registry"));
  peers = await openPeers();
});

test.afterAll(async () => {
  await closePeers(peers);
  await registry?.close();
});

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Changes the package.json of an application. */
function setManifest(folder: string, change: (manifest: Record<string, unknown>) => object): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify(change(manifestOf(folder)), null, 2));
}

/** What the README says for pnpm. */
const PNPM = `overrides: { "better-sqlite3": "13.2.0" }
peerDependencyRules: { allowedVersions: { "@auth/core>nodemailer": "10" } }
`;

function prepare(folder: string): void {
  writeFileSync(join(folder, ".npmrc"), registry.npmrc);
}

interface Shape {
  title: string;
  /** @returns the folder of the changed application */
  change: (folder: string) => string;
}

/** What each of the applications has of its own: one for each manager, so that they are not built nine times. */
const SHAPES: Record<keyof typeof MANAGERS, Shape> = {
  npm: {
    title: "with a middleware and styles of its own",
    change(folder) {
      writeFileSync(join(folder, "src/middleware.ts"), MIDDLEWARE);
      writeFileSync(join(folder, "src/app.css"), "main { color: teal; }");
      edit(join(folder, "src/app.tsx"), ["import {", 'import "./app.css";\nimport {']);
      edit(join(folder, "vite.config.ts"), ["solidStart()", 'solidStart({ middleware: "src/middleware.ts" })']);
      return folder;
    },
  },
  pnpm: {
    title: "in a workspace",
    change(folder) {
      const workspace = temporaryFolder();
      const member = join(workspace, "apps/web");
      mkdirSync(join(workspace, "apps"));
      renameSync(folder, member);
      writeFileSync(join(workspace, "package.json"), '{ "private": true }');
      writeFileSync(join(workspace, "pnpm-workspace.yaml"), `packages: [apps/*]\n${PNPM}`);
      prepare(workspace);
      return member;
    },
  },
  bun: {
    title: "of JavaScript",
    change(folder) {
      const files = ["src/app.tsx", "src/entry-client.tsx", "src/entry-server.tsx", "src/routes/index.tsx"];
      for (const file of [...files, "vite.config.ts"])
        renameSync(join(folder, file), join(folder, file.replace(/\.ts(x?)$/, ".js$1")));
      rmSync(join(folder, "tsconfig.json"));
      return folder;
    },
  },
};

/** It shows that it was there in each response. */
const MIDDLEWARE = `import { createMiddleware } from "@solidjs/start/middleware";

export default createMiddleware({
  onRequest: (event) => void event.response.headers.set("x-own-middleware", "here"),
});
`;

/** A bare SolidStart 2 application, to which the command of the package adds sign-in. It is set up as that says. */
function solidStart(manager: keyof typeof MANAGERS): string {
  const bare = temporaryFolder();
  addFiles(join(root, "template/upstream/app"), bare);
  addFiles(join(EXAMPLE, "tsconfig.json"), join(bare, "tsconfig.json"));
  const { scripts, devDependencies } = manifestOf(join(EXAMPLE, "with-prisma"));
  const { prisma: _, ...tools } = devDependencies;
  setManifest(bare, (manifest) => ({ ...manifest, scripts, devDependencies: tools }));
  prepare(bare);
  const folder = SHAPES[manager].change(bare);
  const { add, execute } = MANAGERS[manager];
  // npm keeps what it has run by name and version: that of an earlier run had another content.
  const cache = `npm_config_cache="${temporaryFolder()}"`;
  // Bun runs a package in a folder of its own, where it does not see this one's .npmrc.
  const said = mustRun(`${cache} npm_config_registry=${registry.url} ${execute} solid-authjs init`, folder);
  const [, packages = ""] = said.match(/^ {2}npm install (.+)$/m) ?? [];
  const [, overrides = ""] = said.match(/^ {2}package\.json: "overrides": (\{.+\}) /m) ?? [];
  if (manager !== "pnpm") setManifest(folder, (others) => ({ ...others, overrides: JSON.parse(overrides) }));
  expectNoWarning(mustRun(`${add} ${packages}`, folder));
  edit(join(folder, "src/auth.ts"), ["[GitHub", "[GitHub({ enterprise: { baseUrl: process.env.GITHUB_URL } })"]);
  return folder;
}

/** An application with files of the package's examples, which name its tarball: it takes the package by its name. */
function withSolidAuthjs(...examples: string[]): string {
  const folder = temporaryFolder();
  for (const example of examples) addFiles(example, folder);
  setManifest(folder, ({ dependencies, ...manifest }) => {
    const { "solid-authjs": _, ...others } = dependencies as Record<string, string>;
    return { ...manifest, dependencies: others };
  });
  prepare(folder);
  expectNoWarning(mustRun(`${MANAGERS.npm.add} solid-authjs`, folder));
  return folder;
}

function expectNoWarning(said: string): void {
  expect(said).not.toMatch(/\bpeer\b|ERESOLVE|deprecated solid-authjs/i);
}

/** In their own declarations others have errors: Auth.js, SolidStart and Prisma. */
function expectTypes(folder: string): void {
  if (!existsSync(join(folder, "tsconfig.json"))) return;
  mustRun("npx tsc", folder);
  const { said } = run("npx tsc --skipLibCheck false", folder);
  expect(said).toContain("node_modules/");
  expect(said.split("\n").filter((line) => /^src|\/solid-authjs\//.test(line))).toEqual([]);
}

/** By provider, by mail and with a passkey, each in the application that came with its own page for it. */
async function signInThrice(page: Page, origin: string, path: string, signIn: string): Promise<void> {
  const openSignIn = async () => {
    await page.goto(origin + path);
    await expect(page).toHaveURL((url) => url.pathname === signIn);
  };
  const expectUser = (address: string) => expect(page.getByText(`Signed in as ${address}`)).toBeVisible();
  const leave = async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Sign in with GitHub" })).toBeVisible();
  };

  await openSignIn();
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expectUser("ada@example.com");
  await leave();

  const address = "grace@example.com";
  await openSignIn();
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  await page.getByRole("button", { name: "Send a link" }).click();
  await expect(page.getByText("A sign in link has been sent")).toBeVisible();
  await page.goto(linkIn(await mailTo(peers, address)));
  await expectUser(address);

  await addAuthenticator(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("status")).toHaveText("The passkey was added");
  await leave();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectUser(address);
}

/** Builds an application and signs in there, from a page that needs a user. */
async function signsIn(folder: string, browser: Browser, path = "/account", signIn = "/sign-in"): Promise<void> {
  mustRun("npm run build", folder);
  expectTypes(folder);
  await createTables(folder);
  const context = await browser.newContext();
  await withServer(folder, peers, async (origin) => {
    await signInThrice(await context.newPage(), origin, path, signIn);
    if (existsSync(join(folder, "src/app.css")))
      expect((await context.request.get(origin)).headers()["x-own-middleware"]).toBe("here");
  });
  await context.close();
}

for (const manager of Object.keys(MANAGERS) as (keyof typeof MANAGERS)[])
  test(`a bare SolidStart 2 application ${SHAPES[manager].title} takes solid-authjs by its name with ${manager}, signs in by provider, mail and passkey, and no peer is missing`, async ({
    browser,
  }) => {
    const folder = solidStart(manager);
    await signsIn(folder, browser);
    mustRun(MANAGERS[manager].peers, folder);
  });

// The entry with Auth.js is of Solid 2 too, and comes with pnpm.
test("a bare Solid 2 application with the files of SOLID-2.md signs in by provider, mail and passkey, and no peer is missing", async ({
  browser,
}) => {
  const folder = withSolidAuthjs(SOLID_2, join(EXAMPLE, "with-prisma"), join(SOLID_2, "with-prisma"));
  await signsIn(folder, browser, "/", "/");
  mustRun(MANAGERS.npm.peers, folder);
});

/** Each line marked so has to be an error: with declarations that cannot be found, everything would be allowed. */
const TYPES = `import { bindAuth, type SolidAuthConfig } from "solid-authjs";
import { useSession } from "solid-authjs/client";
const config: SolidAuthConfig = { providers: [], session: { absoluteMaxAge: 60 } };
export const route: string | undefined = bindAuth(config).matchAuthRoute(new Request("http://localhost"))?.action;
export const name: string | null | undefined = useSession()()?.user?.name;
// @ts-expect-error
bindAuth(config).getCsrfToken(1);
// @ts-expect-error
config.session = { absoluteMaxAge: "a minute" };
// @ts-expect-error
useSession()()?.nothing;
`;

test("a bare application without a database, with the README's four files, checks its types, builds, and signs in with GitHub, and its package has what the README names and no source", async ({
  page,
}) => {
  const folder = withSolidAuthjs(EXAMPLE);
  const installed = join(folder, "node_modules/solid-authjs");
  const files = readdirSync(installed, { recursive: true }).map(String);
  const texts = ["LICENSE", "README.md", "CHANGELOG.md", "AGENTS.md", "REFERENCE.md", "SOLID-2.md"];
  expect(files).toEqual(expect.arrayContaining(texts));
  // What `npx solid-authjs init` writes into an application is TypeScript.
  const own = files.filter((file) => !file.startsWith("example"));
  expect(own.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  const { exports } = manifestOf(installed);
  const targets = Object.values<Record<string, string>>(exports).flatMap((conditions) => Object.values(conditions));
  expect(targets).toHaveLength(2 * Object.keys(exports).length);
  for (const target of targets) expect(files).toContain(join(target));

  writeFileSync(join(folder, "src/types.ts"), TYPES);
  await signsInAndOut(folder, page);
});

async function signsInAndOut(folder: string, page: Page): Promise<void> {
  mustRun("npx tsc", folder);
  mustRun("npm run build", folder);
  await withServer(folder, peers, async (origin) => {
    await signInWithGitHub(page, origin);
    await signOut(page);
  });
}

/** An entry for solidjs/templates as a maintainer of that repository has it, who installs it with pnpm. */
function entry(name: Entry): string {
  const folder = join(temporaryFolder(), name);
  writeEntry(name, folder);
  edit(join(folder, "src/auth.ts"), ["[GitHub", "[GitHub({ enterprise: { baseUrl: process.env.GITHUB_URL } })"]);
  prepare(folder);
  expectNoWarning(mustRun(MANAGERS.pnpm.add.replace(" add ", " install "), folder));
  expect(existsSync(join(folder, "pnpm-lock.yaml"))).toBe(true);
  return folder;
}

test("the entry for solidjs/templates with Auth.js for Solid 2 installs with pnpm, builds, and signs in with GitHub and out", async ({
  page,
}) => {
  const folder = entry("with-authjs");
  mustRun("npm run lint", folder);
  await signsInAndOut(folder, page);
});

test("the entry for solidjs/templates with passkeys for SolidStart 2 installs with pnpm, builds, and signs in by provider, mail and passkey", async ({
  browser,
}) => {
  const folder = entry("with-passkeys");
  await signsIn(folder, browser);
  mustRun(MANAGERS.pnpm.peers, folder);
});
