// The packages as a release publishes them, from a registry on this machine: bare applications install solid-authjs by
// its name with npm, pnpm and Bun, and sign in; `npm create` makes an application of this template.

import { execSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { copyProject } from "../../tests/support/copies.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { addAuthenticator, linkIn, mailTo } from "../../tests/support/test.ts";
import { writeEntry } from "../entry.ts";
import { packRelease } from "../release.ts";
import {
  addFiles,
  closePeers,
  createTables,
  EXAMPLE,
  edit,
  mustRun,
  openPeers,
  PACKAGE,
  type Peers,
  run,
  signInWithGitHub,
  signOut,
  withServer,
} from "./support/bare-application.ts";
import { MANAGERS, openRegistry, type Registry } from "./support/npm-registry.ts";
import { commitCopy, GIT_USER } from "./support/setup.ts";

const SOLID_2 = join(EXAMPLE, "solid-2");
const CREATED = "my-app";

const { version } = manifestOf(PACKAGE);
let registry: Registry;
let peers: Peers;
/** The commit of the template that the published packages are made of. */
let template: string;

test.beforeAll(async () => {
  test.setTimeout(15 * 60_000);
  template = copyProject("registry");
  commitCopy(template);
  const packed = join(template, "release");
  packRelease(template, `v${version}`, packed);
  expect(readdirSync(packed).sort()).toEqual([
    "build.cdx.json",
    `create-solid-auth-starter-${version}.tgz`,
    `solid-authjs-${version}.tgz`,
  ]);
  registry = await openRegistry();
  for (const file of readdirSync(packed)) if (file.endsWith(".tgz")) registry.publish(join(packed, file));
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

/** A bare SolidStart 2 application, to which the command of the package adds sign-in. It is set up as that says. */
function solidStart(manager: keyof typeof MANAGERS): string {
  const folder = temporaryFolder();
  addFiles(join(root, "template/upstream/app"), folder);
  addFiles(join(EXAMPLE, "tsconfig.json"), join(folder, "tsconfig.json"));
  const { scripts, devDependencies } = manifestOf(join(EXAMPLE, "with-prisma"));
  const { prisma: _, ...tools } = devDependencies;
  setManifest(folder, (manifest) => ({ ...manifest, scripts, devDependencies: tools }));
  prepare(folder);
  const { add, execute } = MANAGERS[manager];
  // npm keeps what it has run by name and version: that of an earlier run had another content.
  const cache = `npm_config_cache="${temporaryFolder()}"`;
  // Bun runs a package in a folder of its own, where it does not see this one's .npmrc.
  const said = mustRun(`${cache} npm_config_registry=${registry.url} ${execute} solid-authjs init`, folder);
  const [, packages = ""] = said.match(/^ {2}(?:npm install|pnpm add|bun add) (.+)$/m) ?? [];
  const [, overrides] = said.match(/^ {2}package\.json: "overrides": (.+)$/m) ?? [];
  const settings = [...said.matchAll(/^ {2}pnpm-workspace\.yaml: (.+)$/gm)].map(([, line]) => line);
  expect(settings).toHaveLength(manager === "pnpm" ? 2 : 0);
  writeFileSync(join(folder, "pnpm-workspace.yaml"), settings.join("\n"));
  if (overrides) setManifest(folder, (manifest) => ({ ...manifest, overrides: JSON.parse(overrides) }));
  expectNoWarning(mustRun(`${add} ${packages}`, folder));
  edit(join(folder, "src/auth.ts"), ["[GitHub", "[GitHub({ enterprise: { baseUrl: process.env.GITHUB_URL } })"]);
  return folder;
}

/** A bare Solid 2 application with the files of SOLID-2.md. */
function solid2(manager: keyof typeof MANAGERS): string {
  const folder = temporaryFolder();
  addFiles(SOLID_2, folder);
  addFiles(join(EXAMPLE, "with-prisma"), folder);
  addFiles(join(SOLID_2, "with-prisma"), folder);
  setManifest(folder, ({ dependencies, ...manifest }) => {
    const { "solid-authjs": _, ...others } = dependencies as Record<string, string>;
    return { ...manifest, dependencies: others };
  });
  prepare(folder);
  if (manager === "pnpm") writeFileSync(join(folder, "pnpm-workspace.yaml"), PNPM);
  expectNoWarning(mustRun(`${MANAGERS[manager].add} solid-authjs`, folder));
  return folder;
}

function expectNoWarning(said: string): void {
  expect(said).not.toMatch(/\bpeer\b|ERESOLVE|deprecated solid-authjs/i);
}

/** In their own declarations others have errors: Auth.js, SolidStart and Prisma. */
function expectTypes(folder: string): void {
  mustRun("npx tsc", folder);
  const { said } = run("npx tsc --skipLibCheck false", folder);
  expect(said.split("\n").filter((line) => /^(node_modules\/solid-authjs|src)/.test(line))).toEqual([]);
}

/** By provider, by mail and with a passkey, each in the application that came with its own page for it. */
async function signInThrice(page: Page, origin: string, paths: { signIn: string; account: string }): Promise<void> {
  const openSignIn = async () => {
    await page.goto(origin + paths.account);
    await expect(page).toHaveURL(new RegExp(paths.signIn.replace("/", "\\/")));
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

const APPLICATIONS = {
  "SolidStart 2": { make: solidStart, paths: { signIn: "/sign-in", account: "/account" } },
  "Solid 2": { make: solid2, paths: { signIn: "/", account: "/" } },
};

async function signsIn(make: () => string, paths: { signIn: string; account: string }, browser: Browser) {
  const folder = make();
  mustRun("npm run build", folder);
  expectTypes(folder);
  const { database } = await createTables(folder);
  const context = await browser.newContext();
  await withServer("npm start", folder, peers, async (origin) => signInThrice(await context.newPage(), origin, paths));
  await context.close();
  database.close();
  return folder;
}

for (const [name, { make, paths }] of Object.entries(APPLICATIONS))
  for (const manager of Object.keys(MANAGERS) as (keyof typeof MANAGERS)[])
    test(`a bare ${name} application takes solid-authjs by its name with ${manager}, signs in by provider, mail and passkey, and no peer is missing`, async ({
      browser,
    }) => {
      const folder = await signsIn(() => make(manager), paths, browser);
      mustRun(MANAGERS[manager].peers, folder);
    });

test("the entry for solidjs/templates installs with pnpm, builds, and signs in with GitHub and out", async ({
  page,
}) => {
  const folder = join(temporaryFolder(), "with-authjs");
  writeEntry(folder);
  edit(join(folder, "src/auth.ts"), ["[GitHub", "[GitHub({ enterprise: { baseUrl: process.env.GITHUB_URL } })"]);
  writeFileSync(join(folder, ".npmrc"), registry.npmrc);
  expectNoWarning(mustRun(MANAGERS.pnpm.add.replace(" add ", " install "), folder));
  expect(existsSync(join(folder, "pnpm-lock.yaml"))).toBe(true);
  mustRun("npx tsc", folder);
  mustRun("npm run build", folder);
  await withServer("npm start", folder, peers, async (origin) => {
    await signInWithGitHub(page, origin);
    await signOut(page);
  });
});

/** What a user of npm types. */
function npmCreate(folder: string, args: string) {
  // npm keeps the packages that it has run by name and version: those of an earlier run had another content.
  const cache = { npm_config_cache: temporaryFolder(), npm_config_registry: registry.url };
  const env = { ...process.env, ...GIT_USER, ...cache };
  const command = `npm create --yes solid-auth-starter ${args}`;
  const { status, stdout, stderr } = spawnSync(command, { cwd: folder, env, shell: true, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

/** Git in a container often knows no user. */
function asOwner(command: string, cwd: string): void {
  execSync(command, { cwd, env: { ...process.env, ...GIT_USER }, stdio: "ignore" });
}

test("npm create makes an application of a new folder, with one commit, and takes a later template", () => {
  const folder = temporaryFolder();
  const { status, said } = npmCreate(folder, `${CREATED} -- --yes --name "Acme" --database sqlite`);
  expect(status, said).toBe(0);
  const app = join(folder, CREATED);
  expect(manifestOf(app).name).toBe("acme");
  expect(existsSync(join(app, "template"))).toBe(false);
  expect(mustRun("git log --format=%s", app)).toBe("Set up Acme\n");
  expect(mustRun("npm run check", app)).toContain("All checks passed");

  writeFileSync(join(template, "docs/later.md"), "# Later\n");
  asOwner("git add --all && git commit --quiet --message Later", template);
  asOwner(`npm run template:update -- "${template}"`, app);
  expect(readFileSync(join(app, "docs/later.md"), "utf8")).toBe("# Later\n");
  expect(mustRun("git status --porcelain", app).trim().split("\n").sort()).toEqual([
    "A  docs/later.md",
    "M  .template-base",
  ]);
});

test("npm create refuses a folder that is not empty, a file and no name with one sentence, and changes nothing", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, CREATED));
  writeFileSync(join(folder, CREATED, "mine.txt"), "mine");
  for (const [args, sentence] of [
    [CREATED, "is not empty: it has mine.txt"],
    [`${CREATED}/mine.txt`, "is a file"],
    ["", "Name the new folder first"],
    ["-- --yes", "Name the new folder first"],
  ]) {
    const { status, said } = npmCreate(folder, args ?? "");
    expect(status).not.toBe(0);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/^\s+at /m);
  }
  expect(readdirSync(folder)).toEqual([CREATED]);
  expect(readdirSync(join(folder, CREATED))).toEqual(["mine.txt"]);
});
