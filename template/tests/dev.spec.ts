// The README's first command: `npm run dev` in a fresh clone, without .env and without configuration. And a second run
// with its flags, and with changes to .env.

import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";
import { ended, freePort, killGroup } from "../../tests/support/app.ts";
import { Client, signInByLink } from "../../tests/support/client.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { addAuthenticator, newEmail, obeyingPolicy } from "../../tests/support/test.ts";
import { compiled, type DevServer, refusedDev, startDev } from "./support/dev-server.ts";
import { exchange, write } from "./support/raw-http.ts";

const test = base.extend({
  context: async ({ context }, use) => obeyingPolicy(context, `http://localhost:${port}`, use),
});

test.describe.configure({ mode: "serial" });

let folder: string;
let port: number;
let server: DevServer;

/** The development server compiles a page when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

/** The first requests of a development server compile the page. Until they are done, buttons may not respond. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`http://localhost:${port}${path}`, { timeout: COMPILE_TIMEOUT_MS });
  await compiled(page);
}

test.beforeAll(async () => {
  folder = copyProject("dev");
  git("init");
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--message", "Start");
  installPackages(folder);
  port = await freePort();
  server = await startDev(folder, { env: { PORT: String(port) } });
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
  await open(page, "/");
  await page.getByRole("link", { name: "Protected page" }).click();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.getByRole("link", { name: "Open the local mailbox" }).click();
  await expect(page.getByText(`to ${address}`)).toBeVisible();
  await expect(page.getByText("The link and the code work once").first()).toBeVisible();
  await page.frameLocator("iframe").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in\/confirm/, { timeout: COMPILE_TIMEOUT_MS });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test("signing in with the simulated GitHub works, is marked as simulated, leads to no other machine, and a passkey can be added", async ({
  page,
}) => {
  await addAuthenticator(page);
  await open(page, "/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("note")).toContainText("Simulated GitHub, for development only");
  const elsewhere = page.url().replace(/redirect_uri=[^&]+/, "redirect_uri=https://elsewhere.example/");
  expect((await page.request.get(elsewhere)).status()).toBe(400);
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey is ready")).toBeVisible();
});

test("a start on a port that is taken is refused with one message, without a stack and before it is ready", async () => {
  const { code, said } = await refusedDev(folder, { env: { PORT: String(port) } });
  expect(said.split(`Port ${port} is already in use`), said).toHaveLength(2);
  expect(said).not.toMatch(/^\s+at |\bready in|Restarting/m);
  expect(code).toBe(1);
});

/** Signs in through the mailbox, whose mail has a link to the origin. */
async function signInByMail(origin: string): Promise<void> {
  const [client, email] = [new Client(origin), newEmail()];
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  const link = new RegExp(`href="(${origin}/sign-in/confirm[^"]+)"`);
  // The answer does not wait for the mail.
  const mail = () => client.open(`/dev/mail/newest?to=${encodeURIComponent(email)}`).then(({ body }) => body);
  await expect.poll(mail, { timeout: COMPILE_TIMEOUT_MS }).toMatch(link);
  const [, found = ""] = (await mail()).match(link) ?? [];
  await signInByLink(client, found.replaceAll("&amp;", "&"));
  expect(JSON.parse((await client.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
}

test("a second run keeps the secret, the users, and all other lines of .env, and mail signs in on each origin that it names", async ({
  page,
}) => {
  const before = readFileSync(join(folder, ".env"), "utf8");
  await server.stop();
  appendFileSync(join(folder, ".env"), "# mine\nLOG_LEVEL=warn");
  server = await startDev(folder, { flags: ["--port", String(port), "--host"] });
  expect(readFileSync(join(folder, ".env"), "utf8")).toBe(`${before}# mine\nLOG_LEVEL=warn`);
  expect(server.output()).not.toContain("AUTH_SECRET to");
  await open(page, "/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page.getByRole("heading", { name: "Hello, Ada Lovelace" })).toBeVisible();
  const outside = Object.values(networkInterfaces())
    .flat()
    .flatMap((address) => (address?.family === "IPv4" && !address.internal ? [address.address] : []));
  expect(server.origins).toEqual(["localhost", ...outside].map((host) => `http://${host}:${port}`));
  for (const origin of server.origins) await signInByMail(origin);
});

/** @returns where "Continue with GitHub" leads */
async function gitHubStart(): Promise<string> {
  const client = new Client(`http://localhost:${port}`);
  const { location } = await client.post("/api/auth/signin/github", { csrfToken: await client.csrfToken() });
  return location?.href ?? "";
}

test("a half typed .env keeps the server that runs, names the fault, and applies when it is repaired", async () => {
  const timeout = COMPILE_TIMEOUT_MS;
  const start = () => expect.poll(() => gitHubStart().catch(String), { timeout });
  await start().toContain("client_id=simulated&");
  appendFileSync(join(folder, ".env"), "\nAUTH_GITHUB_ID=typed\n");
  await expect.poll(server.output, { timeout }).toContain("AUTH_GITHUB_SECRET is missing");
  expect(server.output()).toContain("The server goes on with its settings from before");
  await start().toContain("client_id=simulated&");
  appendFileSync(join(folder, ".env"), "AUTH_GITHUB_SECRET=x\n");
  await start().toContain("client_id=typed&");
});

test("a .env without a secret gets one added, and keeps every line it had", async () => {
  const mine = "# no secret here\nLOG_LEVEL=info\nAUTH_SECRET=";
  writeFileSync(join(folder, ".env"), mine);
  const now = () => readFileSync(join(folder, ".env"), "utf8");
  await expect.poll(() => parseEnv(now()).AUTH_SECRET?.length ?? 0).toBeGreaterThanOrEqual(32);
  expect(now().startsWith(`${mine}\n`)).toBe(true);
  await expect
    .poll(() => gitHubStart().catch(String), { timeout: COMPILE_TIMEOUT_MS })
    .toContain("client_id=simulated&");
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
