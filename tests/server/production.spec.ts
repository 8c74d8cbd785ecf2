// The production build for its operator: which settings it refuses to start without, its files, and its behaviour on
// https.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accountText } from "../../src/messages/account.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { type App, root, startApp } from "../support/app.ts";
import { clientOf, textsOf } from "../support/client.ts";
import { engine } from "../support/engines.ts";
import { isOffered } from "../support/methods.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { expect, insertAccount, insertSession, test } from "../support/test.ts";

const server = join(root, ".output/server/index.mjs");

test("the application does not start without any variables, names every variable, and shows how to try it locally", async () => {
  const env = { PATH: process.env.PATH, PORT: "0" };
  const options = { cwd: temporaryFolder(), env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [server], options);
  expect(status).toBe(1);
  const said = stdout + stderr;
  for (const name of [
    "AUTH_SECRET",
    "AUTH_URL",
    "AUTH_TRUST_HOST",
    ...(isOffered("github") ? ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"] : []),
    ...(isOffered("email") ? ["EMAIL_SERVER", "EMAIL_FROM"] : []),
    "DATABASE_URL",
  ])
    expect(said).toContain(name);
  for (const words of ["at least one is needed", "openssl rand"]) expect(said).toContain(words);
  expect(said).not.toMatch(/^\s+at /m);
});

test("an old Node version gets a message instead of a crash", async () => {
  const old = 'Object.defineProperty(process.versions, "node", { value: "20.0.0" })';
  const args = ["--import", `data:text/javascript,${encodeURIComponent(old)}`, server];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("Node 20.0.0 is too old")]);
});

test("the development services are in no file of the build, and at no URL", async ({ app }) => {
  const files = readdirSync(join(root, ".output"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|html|json|css|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("node_modules"));
  expect(files.length).toBeGreaterThan(20);
  const traces = ["/dev/mail", "/dev/github", "DEV_MAILBOX", "Development mailbox", "What this application sends"];
  const found = [...traces, "Firefox on Linux", "Simulated GitHub", "postal-mime"].flatMap((trace) =>
    files.filter((file) => readFileSync(file, "utf8").includes(trace)).map((file) => `${trace} in ${file}`),
  );
  expect(found).toEqual([]);
  for (const path of ["/dev/mail", "/dev/github", "/dev/github/login/oauth/authorize", "/dev"])
    expect((await clientOf(app).get(path, { accept: "text/html" })).status, path).toBe(404);
});

test("a method without its variables is not offered, nor what needs it", { tag: ["@email", "@github"] }, async ({
  start,
}) => {
  const app = await start({ EMAIL_SERVER: undefined, EMAIL_FROM: undefined });
  const client = clientOf(app);
  const buttons = textsOf(await client.open("/sign-in"), "button");
  expect(buttons).toContain(`GitHub${signInText.byProvider("GitHub")}`);
  expect(buttons).not.toContain(signInText.byEmail);
  expect((await client.open("/api/auth/callback/email?token=x&email=a@example.com")).status).toBe(404);
  // An address that cannot be confirmed cannot be changed, and is no second method.
  const user = await insertSession(app);
  insertAccount(app, user.id);
  const { body } = await clientOf(app, user).open("/account");
  expect(body).toContain(accountText.methods.onlyWay);
  expect(body).not.toContain(accountText.profile.change);
});

test.describe("on https", () => {
  const origin = "https://app.example.com";
  let app: App;

  test.beforeAll(async () => {
    app = await startApp(undefined, { AUTH_URL: origin });
  });
  test.afterAll(() => app.stop());

  test("every cookie on https is Secure and has its prefix, and redirects stay on the public origin", {
    tag: "@email",
  }, async () => {
    const client = clientOf(app);
    const csrf = await client.get("/api/auth/csrf");
    const { csrfToken } = JSON.parse(csrf.body);
    expect([...client.cookies.keys()]).toContain("__Host-authjs.csrf-token");
    const headers = { origin, host: "evil.example", "x-forwarded-host": "evil.example" };
    const asked = await client.post("/api/auth/signin/email", { csrfToken, email: "a@example.com" }, headers);
    expect(asked.location?.href).toMatch(/^https:\/\/app\.example\.com\/api\/auth\/verify-request/);
    expect(app.mailbox.mails.at(-1)?.text).toContain(`${origin}/sign-in/confirm?`);
    const guarded = await client.get("/protected");
    expect(guarded.location?.href).toBe(`${origin}/`);
    expect(guarded.headers.getSetCookie()).toHaveLength(2);
    const themed = await client.post("/api/theme", { theme: "dark" }, { origin });
    for (const answer of [csrf, asked, guarded, themed])
      for (const line of answer.headers.getSetCookie())
        expect(line).toMatch(/^__(Secure|Host)-.*HttpOnly; Secure; SameSite=Lax/);
    expect(client.cookies.get("__Host-theme")).toBe("dark");
    expect((await client.get("/")).body).toContain('data-theme="dark"');
  });

  test("every response on https sends HSTS, including static files", async () => {
    for (const path of ["/", "/protected", "/no/such/page", "/api/health", "/favicon.svg", "/_build/gone.js", "/%ff"]) {
      const { headers } = await clientOf(app).get(path, { accept: "text/html" });
      expect(headers.get("strict-transport-security"), path).toBe("max-age=63072000; includeSubDomains");
    }
  });

  test("URLs for search engines and link previews have the public origin behind a proxy", async () => {
    const { body: html } = await clientOf(app).get("/sign-in");
    expect(html).toContain(`content="${origin}/og.png"`);
    expect(html).toContain(`content="${origin}/sign-in"`);
    expect(html).toContain(`<link rel="canonical" href="${origin}/sign-in"`);
    const { body: sitemap } = await clientOf(app).get("/sitemap.xml");
    expect(sitemap).toContain(`<loc>${origin}/sign-in</loc>`);
    expect(html + sitemap).not.toContain(app.origin);
  });
});

test("several instances start with one new database, and migrate it once", async ({ start }) => {
  const shared = { DATABASE_URL: await engine.newDatabase(join(temporaryFolder(), "shared.db")) };
  const apps = await Promise.all([1, 2].map(() => start(shared)));
  const logs = await Promise.all(apps.map((app) => app.log()));
  const applied = logs.flatMap((log) => [...log.matchAll(/applied migration (\w+)/g)].map(([, name]) => name));
  expect(applied.length).toBeGreaterThan(0);
  expect(applied).toEqual([...new Set(applied)]);
});

test("health is 200, and 503 without details while the database does not answer", async ({ app }) => {
  const ask = async () => {
    const { status, body, headers } = await clientOf(app).get("/api/health");
    return [status, body, headers.get("cache-control")];
  };
  expect(await ask()).toEqual([200, '{"status":"ok"}', "no-store"]);
  app.database.exec(`ALTER TABLE "Session" RENAME TO "SessionElsewhere"`);
  for (const answer of await Promise.all(Array.from({ length: 20 }, ask)))
    expect(answer).toEqual([503, '{"status":"unavailable"}', "no-store"]);
  app.database.exec(`ALTER TABLE "SessionElsewhere" RENAME TO "Session"`);
  expect((await ask())[0]).toBe(200);
});
