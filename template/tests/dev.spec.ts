// The README's first command: `npm run dev` in a fresh clone, without .env and without configuration.

import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";
import { ended, freePort, killGroup } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { addAuthenticator, newEmail, obeyingPolicy } from "../../tests/support/test.ts";
import { compiled, type DevServer, startDev } from "./support/dev-server.ts";
import { exchange, write } from "./support/raw-http.ts";

const test = base.extend({
  context: async ({ context }, use) => obeyingPolicy(context, `http://localhost:${port}`, use),
});

test.describe.configure({ mode: "serial" });

let folder: string;
let port: number;
let server: DevServer;

async function start(): Promise<void> {
  server = await startDev(folder, { env: { PORT: String(port) } });
}

/** The first requests of a development server compile the page. Until they are done, buttons may not respond. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`http://localhost:${port}${path}`, { timeout: 60_000 });
  await compiled(page);
}

test.beforeAll(async () => {
  folder = copyProject("dev");
  git("init");
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--message", "Start");
  installPackages(folder);
  port = await freePort();
  await start();
});

test.afterAll(() => server.stop());

/** The copy is a repository of itself, as after "Use this template" or `degit`. */
function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout;
}

test("the first run asks for nothing and leaves a clean tree, with a secret and a database, and lists the simulated services", async () => {
  expect(git("status", "--porcelain")).toBe("");
  const { AUTH_SECRET } = parseEnv(readFileSync(join(folder, ".env"), "utf8"));
  expect(AUTH_SECRET?.length).toBeGreaterThanOrEqual(32);
  expect(existsSync(join(folder, "data/app.db"))).toBe(true);
  expect(server.output()).toMatch(/Email +simulated +.*EMAIL_SERVER/);
  expect(server.output()).toMatch(/Passkey +live/);
  expect(server.output()).toMatch(/GitHub +simulated +.*AUTH_GITHUB_ID/);
  for (const place of ["", "/dev/mail", "/dev/github"])
    expect(server.output()).toContain(`http://localhost:${port}${place}`);
});

test("signing in by mail goes through the mailbox, in text and HTML", async ({ page }) => {
  const address = newEmail();
  await open(page, "/protected");
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.getByRole("link", { name: "Open the local mailbox" }).click();
  await expect(page.getByText(`to ${address}`)).toBeVisible();
  await expect(page.getByText("The link and the code work once").first()).toBeVisible();
  await page.frameLocator("iframe").getByRole("link", { name: "Sign in" }).click();
  // Vite compiles the page when it is first asked for.
  await expect(page).toHaveURL(/\/sign-in\/confirm/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test("signing in with the simulated GitHub works, is marked as simulated, and a passkey can be added", async ({
  page,
}) => {
  await addAuthenticator(page);
  await open(page, "/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("note")).toContainText("Simulated GitHub, for development only");
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey is ready")).toBeVisible();
});

test("a second run keeps the secret, the users, and all other lines of .env", async ({ page }) => {
  const before = readFileSync(join(folder, ".env"), "utf8");
  await server.stop();
  appendFileSync(join(folder, ".env"), "# mine\nLOG_LEVEL=warn");
  await start();
  expect(readFileSync(join(folder, ".env"), "utf8")).toBe(`${before}# mine\nLOG_LEVEL=warn`);
  expect(server.output()).not.toContain("AUTH_SECRET to");
  await open(page, "/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page.getByRole("heading", { name: "Hello, Ada Lovelace" })).toBeVisible();
  await page.goto(`http://localhost:${port}/`);
});

test("a .env without a secret gets one added, and keeps every line it had", async () => {
  await server.stop();
  const mine = "# no secret here\nLOG_LEVEL=info\nAUTH_SECRET=";
  writeFileSync(join(folder, ".env"), mine);
  await start();
  const after = readFileSync(join(folder, ".env"), "utf8");
  expect(after.startsWith(`${mine}\n`)).toBe(true);
  expect(parseEnv(after).AUTH_SECRET?.length).toBeGreaterThanOrEqual(32);
});

test("npm run db:studio shows the data", async () => {
  const studioPort = await freePort();
  const studio = spawn(`npm run db:studio -- --browser none --port ${studioPort}`, {
    cwd: folder,
    shell: true,
    detached: true,
  });
  try {
    // The studio's page sends this request.
    const body = JSON.stringify({ procedure: "query", query: { sql: 'SELECT "name" FROM "User"', parameters: [] } });
    const ask = () =>
      fetch(`http://localhost:${studioPort}/bff`, { method: "POST", body }).then((found) => found.text());
    await expect.poll(() => ask().catch(String), { timeout: 60_000 }).toContain("Ada Lovelace");
  } finally {
    killGroup(studio);
    await ended(studio);
  }
});

/** Spellings of a file's URL in which Vite has served a file, or might. */
function spellings(file: string): string[] {
  const whole = `/@fs${join(folder, file)}`;
  const encoded = whole.replace(/[.d](?=\w)/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const paths = [`/${file}`, whole, whole.replace("/@fs", "/@fs/.."), `//${file}`, `/x/..%2f${file}`, encoded];
  const ends = ["", "/", "%00", "?raw", "?import&raw??", "?url", "?inline", "?.svg?.wasm?init", "?.svg"];
  return paths.flatMap((path) => ends.map((end) => path + end));
}

/** Files with users' data, mails or secrets, also what owners keep beside their code, by any name. */
const PRIVATE: Record<string, RegExp> = {
  "data/app.db": /SQLite format 3|U1FMaXRl/,
  "data/app.db-wal": /CREATE|User/,
  "data/mailbox.json": /example/,
  ".env": /AUTH_SECRET|QVVUSF9T/,
  "data/notes.txt": /example|ZXhhbXBsZ/,
  "prod.env": /example|ZXhhbXBsZ/,
};

// The last test, because Vite shows its errors about such requests on the next page.
test("the development server serves no file with users' data, mails or secrets, in any spelling of its URL", async () => {
  for (const [file, content] of Object.entries(PRIVATE)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    if (!existsSync(join(folder, file))) writeFileSync(join(folder, file), "example");
    for (const target of spellings(file)) {
      const request = { method: "GET", target, headers: ["Accept: */*"], body: "" };
      const answer = await exchange(`http://localhost:${port}`, write(request, `http://localhost:${port}`));
      const isServed = answer?.status === 200 && content.test(answer.text);
      expect(isServed, `${answer?.status} ${target}`).toBe(false);
    }
  }
});
