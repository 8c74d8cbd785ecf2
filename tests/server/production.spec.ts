// The production build for its operator: which settings it refuses to start without, its files, and its behaviour on
// https.

import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { signInText } from "../../src/messages/sign-in.ts";
import { engines } from "../../src/server/engines.ts";
import { root, startApp } from "../support/app.ts";
import { Client, textsOf } from "../support/client.ts";
import { newDatabaseAt } from "../support/engines.ts";
import { isOffered } from "../support/methods.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { expect, newClient, test } from "../support/test.ts";

const server = join(root, ".output/server/index.mjs");

/** More requests than any rate limit allows one client. */
const HEALTH_CHECKS = 400;

/** Asked at the same time: one after the other, each waits for its turn on a busy machine. */
const HEALTH_CHECKS_AT_ONCE = 10;

const WORKING = {
  AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
  AUTH_URL: "http://localhost:3000",
  DATABASE_URL: engines.exampleUrl,
  EMAIL_SERVER: "smtp://localhost:1025",
  EMAIL_FROM: "sign-in@example.org",
};

/** Starts the server with an environment that it should refuse, and waits for its exit. */
async function refusal(env: Record<string, string | undefined>): Promise<{ code: unknown; said: string }> {
  const cwd = temporaryFolder();
  const child = spawn(process.execPath, [server], { cwd, env: { PATH: process.env.PATH, PORT: "0", ...env } });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, said };
}

test("the application does not start without any variables, names every variable, and shows how to try it locally", async () => {
  const { code, said } = await refusal({});
  expect(code).toBe(1);
  for (const name of [
    "AUTH_SECRET",
    "AUTH_URL",
    "AUTH_TRUST_HOST",
    ...(isOffered("github") ? ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"] : []),
    ...(isOffered("email") ? ["EMAIL_SERVER", "EMAIL_FROM"] : []),
    "DATABASE_URL",
  ])
    expect(said).toContain(name);
  expect(said).toContain("openssl rand");
  expect(said).not.toMatch(/^\s+at /m);
});

/** The variables, the message, and the sign-in method that the message is about. Others: env.test.ts. */
const UNSAFE: [string, Record<string, string | undefined>, string, ("email" | "github")?][] = [
  ["a short secret", { AUTH_SECRET: "short" }, "AUTH_SECRET is too short"],
  ["no way to sign in", { EMAIL_SERVER: undefined, EMAIL_FROM: undefined }, "at least one is needed"],
  ["mail without a sender", { EMAIL_FROM: undefined }, "EMAIL_FROM is missing", "email"],
  ["half of GitHub", { AUTH_GITHUB_ID: "x" }, "AUTH_GITHUB_SECRET is missing", "github"],
];

for (const [what, change, words, method] of UNSAFE)
  test(`the application with ${what} refuses to start and says so`, { tag: method ? `@${method}` : [] }, async () => {
    const { code, said } = await refusal({ ...WORKING, ...change });
    expect(code).toBe(1);
    expect(said).toContain(words);
  });

test("all problems are reported at once", { tag: "@email" }, async () => {
  const { said } = await refusal({
    ...WORKING,
    AUTH_SECRET: "short",
    AUTH_URL: "http://app.example.com",
    EMAIL_FROM: undefined,
  });
  for (const words of ["AUTH_SECRET is too short", "AUTH_URL must be https", "EMAIL_FROM is missing"])
    expect(said).toContain(words);
});

test("an old Node version gets a message instead of a crash", async () => {
  const old = 'Object.defineProperty(process.versions, "node", { value: "20.0.0" })';
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(old)}`, server],
    {
      env: { PATH: process.env.PATH, ...WORKING },
      encoding: "utf8",
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain("Node 20.0.0 is too old");
});

test("the development services are in no file of the build", () => {
  const files = readdirSync(join(root, ".output"), { recursive: true, withFileTypes: true }).filter(
    (entry) =>
      entry.isFile() && /\.(m?js|html|json|css|map)$/.test(entry.name) && !entry.parentPath.includes("node_modules"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const entry of files) {
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const trace of [
      "/dev/mail",
      "/dev/github",
      "DEV_MAILBOX",
      "Development mailbox",
      "What this application sends",
      "Firefox on Linux",
      "Simulated GitHub",
      "postal-mime",
    ])
      expect(text.includes(trace), `${trace} in ${entry.name}`).toBe(false);
  }
});

test("the URLs of the development services do not exist", async ({ app }) => {
  for (const path of ["/dev/mail", "/dev/github", "/dev/github/login/oauth/authorize", "/dev"])
    expect((await fetch(app.origin + path, { headers: { accept: "text/html" } })).status, path).toBe(404);
});

test("a method without its variables is not offered", { tag: ["@email", "@github"] }, async () => {
  const app = await startApp(root, { EMAIL_SERVER: undefined, EMAIL_FROM: undefined });
  try {
    const client = new Client(app.origin, newClient());
    const buttons = textsOf(await client.open("/sign-in"), "button");
    expect(buttons).toContain(`GitHub${signInText.byProvider("GitHub")}`);
    expect(buttons).not.toContain(signInText.byEmail);
    expect((await client.open("/api/auth/callback/email?token=x&email=a@example.com")).status).toBe(404);
  } finally {
    await app.stop();
  }
});

test("every cookie on https is Secure and has its prefix, and redirects stay on the public origin", {
  tag: "@email",
}, async () => {
  const app = await startApp(root, { AUTH_URL: "https://app.example.com" });
  try {
    const csrf = await fetch(`${app.origin}/api/auth/csrf`);
    const [first = ""] = csrf.headers.getSetCookie();
    expect(first).toMatch(/^__Host-authjs\.csrf-token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const asked = await fetch(`${app.origin}/api/auth/signin/email`, {
      method: "POST",
      headers: {
        cookie: first.split(";")[0] ?? "",
        origin: "https://app.example.com",
        host: "evil.example",
        "x-forwarded-host": "evil.example",
      },
      body: new URLSearchParams({ csrfToken, email: "a@example.com" }),
      redirect: "manual",
    });
    expect(asked.headers.get("location")).toMatch(/^https:\/\/app\.example\.com\/api\/auth\/verify-request/);
    expect(app.mailbox.mails.at(-1)?.text).toContain("https://app.example.com/sign-in/confirm?");
    for (const line of asked.headers.getSetCookie())
      expect(line).toMatch(/^__(Secure|Host)-.*HttpOnly; Secure; SameSite=Lax/);
    const guarded = await fetch(`${app.origin}/protected`, { redirect: "manual" });
    expect(guarded.headers.get("location")).toBe("https://app.example.com/");
    expect(guarded.headers.getSetCookie()).toHaveLength(2);
    for (const line of guarded.headers.getSetCookie())
      expect(line).toMatch(/^__(Secure|Host)-.*HttpOnly; Secure; SameSite=Lax/);
  } finally {
    await app.stop();
  }
});

test("a trusted proxy sets the origin; without one, forwarded headers from the client are ignored", async () => {
  const app = await startApp(root, { AUTH_URL: undefined, AUTH_TRUST_HOST: "true" });
  try {
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${app.origin}/protected`, { headers, redirect: "manual" })).headers.get("location");
    expect(await ask({ "x-forwarded-proto": "https", "x-forwarded-host": "app.example.com" })).toBe(
      "https://app.example.com/",
    );
    expect(await ask({ "x-forwarded-proto": "https,http", "x-forwarded-host": "app.example.com" })).toBe(
      "https://app.example.com/",
    );
    expect(await ask({ "x-forwarded-host": "evil.example, app.example.com" })).toBe(`${app.origin}/`);
    expect(await ask({ "x-forwarded-proto": "javascript" })).toBe(`${app.origin}/`);
  } finally {
    await app.stop();
  }
});

test("several instances can start at the same time with one new database, and each migration is applied once", async () => {
  const shared = { DATABASE_URL: await newDatabaseAt(join(temporaryFolder(), "shared.db")) };
  const apps = await Promise.all([1, 2, 3].map(() => startApp(root, shared)));
  const logs = await Promise.all(apps.map((app) => app.log()));
  const applied = logs.flatMap((log) => [...log.matchAll(/applied migration (\w+)/g)].map(([, name]) => name));
  expect(applied.length).toBeGreaterThan(0);
  expect(applied).toEqual([...new Set(applied)]);
  for (const app of apps) await app.stop();
});

test("health is 200 while the database answers", async ({ request }) => {
  const response = await request.get("/api/health");
  expect(response.status()).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
  expect(response.headers()).toMatchObject({ "cache-control": "no-store" });
});

test("health is 503 without details while the database does not answer, however often it is asked", async () => {
  const app = await startApp();
  try {
    app.database.exec(`ALTER TABLE "Session" RENAME TO "SessionElsewhere"`);
    for (let asked = 0; asked < HEALTH_CHECKS; asked += HEALTH_CHECKS_AT_ONCE) {
      const checks = Array.from({ length: HEALTH_CHECKS_AT_ONCE }, () => fetch(`${app.origin}/api/health`));
      for (const response of await Promise.all(checks)) {
        expect(response.status).toBe(503);
        expect(await response.text()).toBe('{"status":"unavailable"}');
      }
    }
    app.database.exec(`ALTER TABLE "SessionElsewhere" RENAME TO "Session"`);
    expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test("the server stops on SIGTERM", async () => {
  const app = await startApp();
  await app.terminate();
  expect(await app.log()).not.toMatch(/error/i);
  await app.stop();
});
