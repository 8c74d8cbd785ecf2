// solid-authjs as others get it: packed by npm, installed from the tarball into applications that were not made from
// this template, in a folder where nothing of this project is found. Their files are in packages/solid-authjs/example.
// Solid 2 has solid-2.spec.ts.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { parseSync } from "vite";
import { root } from "../../tests/support/app.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { linkIn, mailTo } from "../../tests/support/test.ts";
import {
  addFiles,
  closePeers,
  createTables,
  EXAMPLE,
  edit,
  install,
  mustRun,
  openPeers,
  PACKAGE,
  type Peers,
  pack,
  run,
  signInWithGitHub,
  signOut,
  withServer,
} from "./support/bare-application.ts";
import { test } from "./support/removed-folders.ts";

/** What an application with an adapter changes for passkeys. */
const PASSKEYS = [
  ["import { bindAuth }", "import { bindAuth, Passkey }"],
  ["providers: [", "experimental: { enableWebAuthn: true },\n  providers: [Passkey, "],
] as const;

let packed: ReturnType<typeof pack>;
/** The bare application. It has the package, and no database. */
let app: string;
let peers: Peers;

test.beforeAll(async () => {
  packed = pack("package");
  app = temporaryFolder();
  addFiles(EXAMPLE, app);
  install(app, packed.tarball);
  peers = await openPeers();
});

test.afterAll(() => closePeers(peers));

test("the tarball has JavaScript with declarations, the licence, the changelog and what assistants read, and no TypeScript source", () => {
  const installed = join(app, "node_modules/solid-authjs");
  const files = readdirSync(installed, { recursive: true }).map(String);
  const texts = ["LICENSE", "README.md", "CHANGELOG.md", "AGENTS.md", "REFERENCE.md", "SOLID-2.md"];
  expect(files).toEqual(expect.arrayContaining([...texts, join("dist", "index.js")]));
  // What `npx solid-authjs init` writes into an application is TypeScript.
  const own = files.filter((file) => !file.startsWith("example"));
  expect(own.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  expect(readFileSync(join(installed, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const targets = Object.values<Record<string, string>>(exports).flatMap((conditions) => Object.values(conditions));
  expect(targets).toHaveLength(2 * Object.keys(exports).length);
  for (const target of targets) expect(files).toContain(join(target));
});

test("packing leaves the folder as it was, also if the build fails or npm cannot write the tarball", () => {
  const folder = join(packed.copy, "packages/solid-authjs");
  const manifest = readFileSync(join(PACKAGE, "package.json"), "utf8");
  const expectUntouched = () => {
    expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(manifest);
  };
  expectUntouched();
  expect(readdirSync(folder)).not.toContain("dist");

  expect(run("npm pack --workspace solid-authjs --pack-destination no-such-folder", packed.copy).status).not.toBe(0);
  expectUntouched();
  writeFileSync(join(folder, "src/wrong.ts"), "export const wrong: string = 1;\n");
  const { status, said } = run("npm pack --workspace solid-authjs --dry-run", packed.copy);
  expect(said).toContain("src/wrong.ts");
  expect(status).not.toBe(0);
  expectUntouched();
});

/** The entry that needs the optional packages for Prisma. */
const PRISMA = "./prisma";

test("plain Node imports each entry that needs no adapter, with the names that the source has", () => {
  expectNames(app, (entry) => entry !== PRISMA);
});

/** Imports entries of the installed package, and compares their names with the source's. */
function expectNames(folder: string, isChosen: (entry: string) => boolean): void {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  const chosen = Object.keys(exports).filter(isChosen);
  expect(chosen).not.toEqual([]);
  const script = `for (const entry of ${JSON.stringify(chosen.map((entry) => join("solid-authjs", entry)))})
    console.log(JSON.stringify(Object.keys(await import(entry)).sort()))`;
  writeFileSync(join(folder, "names.mjs"), script);
  const lines = mustRun("node names.mjs", folder).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(chosen.map((entry) => valuesOf(join(PACKAGE, exports[entry]))));
}

/** The names of a file's exports that are no types. */
function valuesOf(file: string): string[] {
  const entries = parseSync(file, readFileSync(file, "utf8")).module.staticExports.flatMap(({ entries }) => entries);
  return entries
    .filter(({ isType }) => !isType)
    .map(({ exportName }) => exportName.name ?? "")
    .sort();
}

/** Each line marked so has to be an error: with declarations that cannot be found, everything would be allowed. */
const TYPES = `import { bindAuth, getSession, type SolidAuthConfig } from "solid-authjs";
import { registerPasskey, useSession } from "solid-authjs/client";
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
  await withServer("npm start", app, peers, async (origin) => {
    await signInWithGitHub(page, origin);
    await signOut(page);
  });
});

test("the example's development server signs in too, without JavaScript", async ({ browser }) => {
  // With JavaScript, Vite reloads the first page when it has found its dependencies, and the click may be lost.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const command = "npm run dev -- --port $PORT --strictPort";
  await withServer(command, app, peers, (origin) => signInWithGitHub(page, origin));
  await context.close();
});

test("GitHub and a mail's link sign in with Auth.js's own adapter for Prisma, each with a row, and passkeys are offered", async ({
  page,
  browser,
}) => {
  const folder = temporaryFolder();
  addFiles(EXAMPLE, folder);
  addFiles(join(EXAMPLE, "with-prisma"), folder);
  for (const change of PASSKEYS) edit(join(folder, "src/auth.ts"), change);
  install(folder, packed.tarball);
  expectNames(folder, (entry) => entry === PRISMA);
  mustRun("npm run build", folder);
  mustRun("npx tsc", folder);

  const { database, count } = await createTables(folder);
  await withServer("npm start", folder, peers, async (origin) => {
    await signInWithGitHub(page, origin);
    await signOut(page);
    expect([count("User"), count("Account"), count("Session")]).toEqual([1, 1, 0]);

    const other = await (await browser.newContext()).newPage();
    await other.goto(`${origin}/api/auth/signin`);
    // The form for passkeys has a field of that label, too.
    await other.getByPlaceholder("email@example.com").fill("Grace@Example.com");
    await other.getByRole("button", { name: "Sign in with Nodemailer" }).click();
    await expect(other.getByText("A sign in link has been sent")).toBeVisible();
    await other.goto(linkIn(await mailTo(peers, "grace@example.com")));
    await expect(other.getByText("Signed in as grace@example.com")).toBeVisible();
    expect([count("User"), count("Session"), count("VerificationToken")]).toEqual([2, 1, 0]);
    await signOut(other);
    expect(count("Session")).toBe(0);

    const { options } = await (await fetch(`${origin}/api/auth/webauthn-options/passkey`)).json();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    await other.context().close();
  });
  database.close();
});
