// The pages of docs/deploy. From docs/deploy/server.md: systemd accepts the unit, its command starts the build, sign-in
// works through nginx with the page's configuration, and the backup is whole. The container's health check tells a
// running server from a stopped one.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";
import { type Browser, chromium, expect, test } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.ts";
import { blocksOf } from "../../scripts/recipes/blocks.ts";
import { type App, ended, freePort, root, startApp } from "../../tests/support/app.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import {
  addAuthenticator,
  addPasskey,
  followLink,
  insertSession,
  nameField,
  newEmail,
  saveName,
  signInByMail,
  withoutAutofill,
} from "../../tests/support/test.ts";
import { faultsOf, fileOnPage, newCertificate, replaced, startNginx, tlsConfiguration } from "./support/nginx.ts";

const HOST = "app.example.com";

function has(command: string): boolean {
  return spawnSync(command, ["--version"]).error === undefined;
}

/** The variables on the page. */
const variables = () => parseEnv(fileOnPage("app.env"));

// A machine without systemd cannot verify the unit.
if (has("systemd-analyze"))
  test("systemd accepts the unit, and its command starts the build with the variables of the page", async () => {
    const folder = temporaryFolder();
    const unit = join(folder, "app.service");
    const text = fileOnPage("app.service");
    // Node's path is another one on this machine, and may contain spaces.
    writeFileSync(unit, text.replace("/usr/bin/node", `"${process.execPath}"`));
    writeFileSync(
      join(folder, "app@.service"),
      replaced(readFileSync(unit, "utf8"), ["EnvironmentFile=", "Environment=PORT=%i\nEnvironmentFile="]),
    );
    for (const name of [unit, join(folder, "app@3000.service")]) {
      const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", name], { encoding: "utf8" });
      expect(`${status} ${stdout}${stderr.replace(/^.*(?:not be respected|Failed to open).*\n/gm, "")}`).toBe("0 ");
    }

    const [, command = ""] = text.match(/^ExecStart=\/usr\/bin\/node (.*)$/m) ?? [];
    const env = {
      ...variables(),
      AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
      DATABASE_URL: `file:${join(folder, "app.db")}`,
      PORT: String(await freePort()),
    };
    const child = spawn(process.execPath, command.split(" "), { cwd: root, env });
    try {
      const health = () => fetch(`http://127.0.0.1:${env.PORT}/api/health`).then(({ status }) => status, String);
      await expect.poll(health).toBe(200);
    } finally {
      await ended(child);
    }
  });

/** Of Debian's package libnginx-mod-http-modsecurity. */
const FIREWALL = "/usr/share/nginx/modules/ngx_http_modsecurity_module.so";

/** The rules of Debian's package modsecurity-crs, with the exclusions of docs/deploy/firewall.md. */
function firewallRules(): string {
  const rules = join(temporaryFolder(), "rules.conf");
  const [page] = blocksOf(join(root, "docs/deploy/firewall.md")).filter(({ file }) => file.endsWith(".conf"));
  writeFileSync(
    rules,
    `SecRuleEngine On
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
Include /etc/modsecurity/crs/crs-setup.conf
SecAction "id:900000,phase:1,nolog,pass,t:none,setvar:tx.paranoia_level=2"
${page?.lines.join("\n")}
Include /usr/share/modsecurity-crs/rules/*.conf
`,
  );
  return rules;
}

interface Deployment {
  app: App;
  /** The proxy's port for https. */
  port: number;
  /** The folder that has the proxy's logs. */
  logs: string;
  /** Finds the proxy under its host. */
  browser: Browser;
}

/**
 * Runs a test's body beside the application behind nginx, with the page's configuration on other ports.
 *
 * @param rules the file with the rules of a firewall
 */
async function deployed(use: (deployment: Deployment) => Promise<void>, rules?: string): Promise<void> {
  const app = await startApp(undefined, { AUTH_URL: `https://${HOST}`, TRUST_PROXY: variables().TRUST_PROXY });
  const [port, plain] = [await freePort(), await freePort()];
  const configuration = replaced(
    tlsConfiguration(port, `localhost:${new URL(app.origin).port}`, newCertificate(HOST)),
    ["listen 80;", `listen 127.0.0.1:${plain};`],
  );
  const nginx = rules
    ? startNginx(`modsecurity on; modsecurity_rules_file ${rules};\n${configuration}`, `load_module ${FIREWALL};`)
    : startNginx(configuration);
  const maps = `MAP ${HOST}:80 127.0.0.1:${plain}, MAP ${HOST}:443 127.0.0.1:${port}`;
  const args = [`--host-resolver-rules=${maps}`, "--ignore-certificate-errors"];
  const browser = await chromium.launch({ executablePath: findBrowser(), args });
  try {
    const health = () => ask(port, "GET", "/api/health", {}).then(({ statusCode }) => statusCode, String);
    // A proxy that has ended says why.
    await expect.poll(() => (nginx.exitCode === null ? health() : faultsOf(nginx))).toBe(200);
    await use({ app, port, logs: nginx.folder, browser });
  } finally {
    await browser.close();
    await ended(nginx);
    await app.stop();
  }
}

/** Sends a request through the proxy, whose certificate is self-signed. */
function ask(port: number, method: string, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const options = { port, method, path, headers: { host: HOST, ...headers }, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", servername: HOST, ...options }, (response) => resolve(response.resume()))
      .on("error", reject)
      .end();
  });
}

// Debian's package is called nginx.
if (has("nginx"))
  test("nginx leads http to https, sign-in works, pages are compressed, and the host, the client's address and the request's id are the proxy's", () =>
    deployed(async ({ app, port, logs, browser }) => {
      const page = await browser.newPage({ baseURL: `https://${HOST}` });
      await page.goto(`http://${HOST}/protected`);
      await expect(page).toHaveURL(`https://${HOST}/`);
      await page.goto("/sign-in");
      const email = newEmail();
      await signInByMail(page, app, email);
      await page.goto("/protected");
      await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
      for (const { name, secure } of await page.context().cookies()) expect(secure, name).toBe(true);

      for (const forged of ["192.0.2.1", "192.0.2.2"])
        await ask(port, "POST", "/api/auth/signin/github", { "x-forwarded-for": forged });
      const limits = app.database.prepare(`SELECT * FROM "RateLimit" WHERE "key" LIKE 'providerStarts%'`).all();
      expect(limits).toHaveLength(1);

      // Under another name, a page leads to AUTH_URL: the client's header does not arrive.
      const asPage = { accept: "text/html", "x-forwarded-host": "evil.example" };
      expect((await ask(port, "GET", "/", asPage)).statusCode).toBe(200);
      await expect(ask(port, "GET", "/", { host: "evil.example" })).rejects.toThrow();

      // The link of the mail was opened.
      const accesses = readFileSync(join(logs, "app.log"), "utf8");
      expect(accesses).toMatch(/ GET \/sign-in\/confirm 200 [0-9a-f]{32}$/m);
      expect(accesses).not.toMatch(/token|@|%40/);

      const { headers, statusCode } = await ask(port, "GET", "/sign-in", {
        "accept-encoding": "gzip",
        "x-request-id": "chosen-by-the-client",
        // As many bytes as a user's cookies have at most: see cookies.spec.ts.
        cookie: `a=${"x".repeat(6142)}`,
      });
      expect([statusCode, headers["content-encoding"]]).toEqual([200, "gzip"]);
      const requestId = headers["x-request-id"];
      expect(requestId).toMatch(/^[0-9a-f]{32}$/);
      expect((await app.entries()).filter((entry) => entry.requestId === requestId)).toHaveLength(1);
    }));

if (existsSync(FIREWALL))
  test(
    "a web application firewall refuses an attack, and no passkey, form or page of ours",
    {
      tag: "@night",
    },
    () =>
      deployed(async ({ app, port, browser }) => {
        for (const path of ["/?q=<script>alert(1)</script>", "/sign-in?a=1'%20OR%20'1'='1", "/?f=../../etc/passwd"])
          expect((await ask(port, "GET", encodeURI(path), {})).statusCode, path).toBe(403);
        // Random values that look like a comment of SQL.
        const cookie = "__Host-authjs.csrf-token=a--b-c--d";
        for (const path of ["/sign-in", "/api/auth/callback/github?code=a--b-c&state=d--e-f"])
          expect((await ask(port, "GET", path, { cookie, "user-agent": "x" })).statusCode, path).not.toBe(403);

        const refused: string[] = [];
        const open = async (options = {}) => {
          const page = await browser.newPage({ baseURL: `https://${HOST}`, ...options });
          return page.on("response", (response) => {
            if (response.status() === 403) refused.push(response.url());
          });
        };
        const page = await open();
        await withoutAutofill(page);
        await addAuthenticator(page);
        await page.goto("/sign-in?callbackUrl=/account");
        await signInByMail(page, app, newEmail());
        await page.goto("/account");
        await addPasskey(page);
        await saveName(page, "Ada O'Brien");
        await followLink(page, "/protected");
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada");
        await page.context().clearCookies();
        // The guard keeps the page's path in a cookie.
        await page.goto("/protected?q=a+b");
        await page.goto("/sign-in?callbackUrl=/protected%3Fq%3Da%2Bb%26order%3Dnewest");
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await expect(page).toHaveURL(/protected/);

        const plain = await open({ javaScriptEnabled: false });
        await plain.goto("/sign-in?callbackUrl=/account%3Fq%3Da%2Bb%2525");
        await signInByMail(plain, app, newEmail());
        await saveName(plain, "Grace");
        await expect(plain).toHaveURL("/account?q=a+b%25");
        await saveName(plain, "Grace Hopper");
        await expect(nameField(plain)).toHaveValue("Grace Hopper");
        expect(refused).toEqual([]);
      }, firewallRules()),
  );

if (has("sqlite3"))
  test("the backup has what the running server has written, only its owner can read it, and a second one leaves it", async () => {
    const folder = temporaryFolder();
    const [file, copy] = [join(folder, "app.db"), join(folder, "copy.db")];
    const command =
      blocksOf(join(root, "docs/sqlite.md"))
        .find(({ lines }) => lines.join().includes("sqlite3"))
        ?.lines.join("\n") ?? "";
    const here = command.replace("/var/lib/app/app.db", file).replace(/\/var\/backups\/.*\.db/, copy);
    const app = await startApp(root, { DATABASE_URL: `file:${file}` });
    try {
      const backUp = () => spawnSync(here, { shell: true, encoding: "utf8" });
      await insertSession(app);
      expect(backUp()).toMatchObject({ status: 0, stderr: "" });
      await insertSession(app);
      expect(backUp().stderr).toContain("exists");
      const database = new DatabaseSync(copy, { readOnly: true });
      expect(database.prepare(`SELECT * FROM "User"`).all()).toHaveLength(1);
      database.close();
      expect(statSync(copy).mode & 0o777).toBe(0o600);
    } finally {
      await app.stop();
    }
  });

test("the health check of the Dockerfile passes while the server answers, and fails when it does not", async () => {
  const [, list = ""] = readFileSync(join(root, "Dockerfile"), "utf8").match(/^HEALTHCHECK [^[]*CMD (\[.*\])$/m) ?? [];
  const [, ...args]: string[] = JSON.parse(list);
  const app = await startApp();
  // The server's own port, not the one of the Dockerfile.
  const check = () => spawnSync(process.execPath, args, { env: { PORT: `${new URL(app.origin).port}\n` } }).status;
  expect(check()).toBe(0);
  await app.terminate();
  expect(check()).toBe(1);
  await app.stop();
});
