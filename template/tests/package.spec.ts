// solid-auth as others get it: packed by npm, installed from the tarball into applications that were not made from this
// template, in a folder where nothing of this project is found. Their files are in packages/solid-auth/example.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, type Page, test } from "@playwright/test";
import { migrationBetween } from "database-engines/tools";
import { parseSync } from "vite";
import { simulatedGitHub } from "../../scripts/dev/github.ts";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { CREDENTIALS, ended, freePort, root, SECRET } from "../../tests/support/app.ts";
import { copyProject } from "../../tests/support/copies.ts";
import { type Peer, serveFetch } from "../../tests/support/peer.ts";
import { atExit, temporaryFolder } from "../../tests/support/temporary.ts";
import { linkIn, mailTo } from "../../tests/support/test.ts";

const PACKAGE = join(root, "packages/solid-auth");
const EXAMPLE = join(PACKAGE, "example");
const INSTALL = "npm install --prefer-offline --no-audit --no-fund --ignore-scripts";
/** The line of the example that signs in at github.com, and the same at the simulation. */
const GITHUB = ["[GitHub", "[GitHub({ enterprise: { baseUrl: process.env.GITHUB_URL } })"] as const;
/** What an application with an adapter changes for passkeys. */
const PASSKEYS = [
  ["import { bindAuth }", "import { bindAuth, Passkey }"],
  ["providers: [", "experimental: { enableWebAuthn: true },\n  providers: [Passkey, "],
] as const;

const ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  // Prisma generates without its schema engine, but would download it. Any other file as the engine avoids that.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
};

interface Outcome {
  status: number | null;
  said: string;
}

/** Runs a command as in a shell. */
function run(command: string, cwd: string): Outcome {
  const { status, stdout, stderr } = spawnSync(command, { cwd, env: ENV, shell: true, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

function mustRun(command: string, cwd: string): string {
  const { status, said } = run(command, cwd);
  if (status !== 0) throw new Error(`${command} failed:\n${said.slice(-8000)}`);
  return said;
}

/** @returns the path of the tarball, and the folder of the copy that it was made in */
function pack(): { tarball: string; copy: string } {
  const [copy, target] = [copyProject("package"), temporaryFolder()];
  mustRun(`npm pack --workspace solid-auth --pack-destination "${target}"`, copy);
  return { tarball: join(target, readdirSync(target)[0] ?? ""), copy };
}

let packed: ReturnType<typeof pack>;
/** The bare application. It has the package, and no database. */
let app: string;
let gitHub: Peer;
let mailbox: Mailbox;

test.beforeAll(async () => {
  packed = pack();
  app = temporaryFolder();
  addExample(EXAMPLE, app);
  rmSync(join(app, "with-prisma"), { recursive: true });
  install(app);
  gitHub = await serveFetch(simulatedGitHub({ basePath: "", ...CREDENTIALS }));
  mailbox = await openMailbox();
});

test.afterAll(async () => {
  await gitHub?.close();
  await mailbox?.close();
});

function addExample(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  edit(join(to, "src/auth.ts"), GITHUB);
}

function edit(file: string, [from, to]: readonly [string, string]): void {
  const source = readFileSync(file, "utf8");
  expect(source).toContain(from);
  writeFileSync(file, source.replace(from, to));
}

/** Installs what an application's package.json names: also the tarball, which it expects beside itself. */
function install(folder: string): void {
  copyFileSync(packed.tarball, join(folder, basename(packed.tarball)));
  mustRun(INSTALL, folder);
}

/** Starts an application with a command of npm's, and stops it after the calls. */
async function withServer(
  command: string,
  folder: string,
  use: (origin: string) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(command.replace("$PORT", String(port)), {
    cwd: folder,
    shell: true,
    detached: process.platform !== "win32",
    env: {
      ...ENV,
      NODE_ENV: "",
      HOST: "localhost",
      PORT: String(port),
      AUTH_URL: origin,
      AUTH_SECRET: SECRET,
      AUTH_GITHUB_ID: CREDENTIALS.clientId,
      AUTH_GITHUB_SECRET: CREDENTIALS.clientSecret,
      GITHUB_URL: gitHub.url,
      EMAIL_SERVER: mailbox.url,
      EMAIL_FROM: "sign-in@example.org",
      ...env,
    },
  });
  atExit(() => killAll(child));
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  try {
    await expect.poll(() => fetch(origin).then(({ status }) => status, String), { timeout: 60_000 }).toBe(200);
    await use(origin);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nThe server said:\n${said}`, { cause: error });
  } finally {
    killAll(child);
    await ended(child);
  }
}

/** npm, its shell, and the server below them. */
function killAll({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid && exitCode === null && signalCode === null && process.platform !== "win32") process.kill(-pid, "SIGKILL");
}

/** Signs in with the form of the example's page. */
async function signInWithGitHub(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page.getByText("Signed in as ada@example.com")).toBeVisible();
  expect(await (await page.request.get(origin)).text()).toContain("ada@example.com");
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in with GitHub" })).toBeVisible();
  expect(await (await page.request.get(new URL("/api/auth/session", page.url()).href)).json()).toBeNull();
}

test("the tarball has JavaScript with declarations, the licence and the README, and no TypeScript source", () => {
  const installed = join(app, "node_modules/solid-auth");
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", join("dist", "index.js")]));
  expect(files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  expect(readFileSync(join(installed, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const targets = Object.values<Record<string, string>>(exports).flatMap((conditions) => Object.values(conditions));
  expect(targets).toHaveLength(2 * Object.keys(exports).length);
  for (const target of targets) expect(files).toContain(join(target));
});

test("packing leaves the folder as it was, also if the build fails or npm cannot write the tarball", () => {
  const folder = join(packed.copy, "packages/solid-auth");
  const manifest = readFileSync(join(PACKAGE, "package.json"), "utf8");
  const expectUntouched = () => {
    expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(manifest);
  };
  expectUntouched();
  expect(readdirSync(folder)).not.toContain("dist");

  expect(run("npm pack --workspace solid-auth --pack-destination no-such-folder", packed.copy).status).not.toBe(0);
  expectUntouched();
  writeFileSync(join(folder, "src/wrong.ts"), "export const wrong: string = 1;\n");
  const { status, said } = run("npm pack --workspace solid-auth --dry-run", packed.copy);
  expect(said).toContain("src/wrong.ts");
  expect(status).not.toBe(0);
  expectUntouched();
});

test("plain Node imports each entry, with the names that the source has", () => {
  const script = `for (const entry of ["solid-auth", "solid-auth/client", "solid-auth/visitor-errors"])
    console.log(JSON.stringify(Object.keys(await import(entry)).sort()))`;
  writeFileSync(join(app, "names.mjs"), script);
  const lines = mustRun("node names.mjs", app).trim().split("\n");
  const sources = ["src/index.ts", "src/client/index.ts", "src/visitor-errors.ts"].map((file) => join(PACKAGE, file));
  expect(lines.map((line) => JSON.parse(line))).toEqual(sources.map(valuesOf));
});

/** The names of a file's exports that are no types. */
function valuesOf(file: string): string[] {
  const entries = parseSync(file, readFileSync(file, "utf8")).module.staticExports.flatMap(({ entries }) => entries);
  return entries
    .filter(({ isType }) => !isType)
    .map(({ exportName }) => exportName.name ?? "")
    .sort();
}

/** Each line marked so has to be an error: with declarations that cannot be found, everything would be allowed. */
const TYPES = `import { bindAuth, getSession, type SolidAuthConfig } from "solid-auth";
import { registerPasskey, useSession } from "solid-auth/client";
const config: SolidAuthConfig = { providers: [], session: { absoluteMaxAge: 60 } };
const auth = bindAuth(config);
export const email: Promise<string | null | undefined> = getSession(new Request("http://localhost"), config).then(
  (session) => session?.user?.email,
);
export const route: string | undefined = auth.matchAuthRoute(new Request("http://localhost"))?.action;
export const isAdded: Promise<boolean> = registerPasskey().then(({ ok }) => ok);
export const name: string | null | undefined = useSession()()?.user?.name;
// @ts-expect-error
auth.getCsrfToken(1);
// @ts-expect-error
auth.matchAuthRoute(new Request("http://localhost"))?.nothing;
// @ts-expect-error
config.session = { absoluteMaxAge: "a minute" };
// @ts-expect-error
useSession()()?.nothing;
`;

for (const [module, resolution] of [
  ["ESNext", "bundler"],
  ["Node16", "Node16"],
])
  test(`the declarations are found with moduleResolution ${resolution}`, () => {
    writeFileSync(join(app, "types.ts"), TYPES);
    const options = "--noEmit --strict --skipLibCheck --ignoreConfig --target ESNext --types node";
    mustRun(`npx tsc types.ts ${options} --module ${module} --moduleResolution ${resolution}`, app);
  });

test("a bare application with the README's four files checks, builds, and signs in with GitHub", async ({ page }) => {
  mustRun("npx tsc", app);
  mustRun("npm run build", app);
  await withServer("npm start", app, async (origin) => {
    await signInWithGitHub(page, origin);
    await signOut(page);
  });
});

test("its development server signs in too, without JavaScript", async ({ browser }) => {
  // With JavaScript, Vite reloads the first page when it has found its dependencies, and the click may be lost.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await withServer("npm run dev -- --port $PORT --strictPort", app, (origin) => signInWithGitHub(page, origin));
  await context.close();
});

test("with Auth.js's own adapter for Prisma, GitHub and a mail's link sign in, each with a row, and passkeys are offered", async ({
  page,
  browser,
}) => {
  const folder = temporaryFolder();
  addExample(EXAMPLE, folder);
  rmSync(join(folder, "with-prisma"), { recursive: true });
  addExample(join(EXAMPLE, "with-prisma"), folder);
  for (const change of PASSKEYS) edit(join(folder, "src/auth.ts"), change);
  install(folder);
  mustRun("npm run build", folder);
  mustRun("npx tsc", folder);

  const file = join(folder, "app.db");
  const database = new DatabaseSync(file);
  const schema = readFileSync(join(folder, "prisma/schema.prisma"), "utf8");
  database.exec((await migrationBetween("sqlite", "", schema)) ?? "");
  const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;

  await withServer(
    "npm start",
    folder,
    async (origin) => {
      await signInWithGitHub(page, origin);
      await signOut(page);
      expect([count("User"), count("Account"), count("Session")]).toEqual([1, 1, 0]);

      const other = await (await browser.newContext()).newPage();
      await other.goto(`${origin}/api/auth/signin`);
      // The form for passkeys has a field of that label, too.
      await other.getByPlaceholder("email@example.com").fill("Grace@Example.com");
      await other.getByRole("button", { name: "Sign in with Nodemailer" }).click();
      await expect(other.getByText("A sign in link has been sent")).toBeVisible();
      await other.goto(linkIn(await mailTo({ mailbox }, "grace@example.com")));
      await expect(other.getByText("Signed in as grace@example.com")).toBeVisible();
      expect([count("User"), count("Session"), count("VerificationToken")]).toEqual([2, 1, 0]);
      await signOut(other);
      expect(count("Session")).toBe(0);

      const { options } = await (await fetch(`${origin}/api/auth/webauthn-options/passkey`)).json();
      expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
      await other.context().close();
    },
    { DATABASE_URL: `file:${file}` },
  );
  database.close();
});
