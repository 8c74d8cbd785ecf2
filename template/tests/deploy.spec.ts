// The pages of docs/deploy. From docs/deploy/server.md: systemd accepts the unit, its command starts the build, sign-in
// works through nginx with the page's configuration, and the backup is whole. The container's health check tells a
// running server from a stopped one.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { chromium, expect, test } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.ts";
import { blocksOf } from "../../scripts/recipes/blocks.ts";
import { ended, freePort, root, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import {
  addAuthenticator,
  addPasskey,
  followLink,
  insertSession,
  newEmail,
  signInByMail,
  withoutAutofill,
} from "../../tests/support/test.ts";
import { faultsOf, fileOnPage, replaced, startNginx } from "./support/nginx.ts";

const HOST = "app.example.com";
/** The application's other domain, where passkeys work as well. */
const OTHER_HOST = "app.example.de";

function has(command: string): boolean {
  return spawnSync(command, ["--version"]).error === undefined;
}

/** The variables on the page. */
function variables(): Record<string, string> {
  const lines = fileOnPage("app.env").trim().split("\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

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

interface Proxy {
  /** The port for https. */
  port: number;
  /** The port for http. */
  plain: number;
  child: ReturnType<typeof startNginx>;
}

/** Of Debian's package libnginx-mod-http-modsecurity. */
const FIREWALL = "/usr/share/nginx/modules/ngx_http_modsecurity_module.so";

/** The rules of Debian's package modsecurity-crs, with the exclusions of docs/deploy/firewall.md. */
function firewallRules(level: number): string {
  const rules = join(temporaryFolder(), "rules.conf");
  const [page] = blocksOf(join(root, "docs/deploy/firewall.md")).filter(({ file }) => file.endsWith(".conf"));
  writeFileSync(
    rules,
    `SecRuleEngine On
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
Include /etc/modsecurity/crs/crs-setup.conf
SecAction "id:900000,phase:1,nolog,pass,t:none,setvar:tx.paranoia_level=${level}"
${page?.lines.join("\n")}
Include /usr/share/modsecurity-crs/rules/*.conf
`,
  );
  return rules;
}

/** nginx with the page's configuration, on other ports and with a certificate of its own. */
async function startProxy(appPort: string, hosts = [HOST], rules?: string): Promise<Proxy> {
  const folder = temporaryFolder();
  const [port, plain] = [await freePort(), await freePort()];
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=${hosts.map((host) => `DNS:${host}`)}`];
  const made = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  const configuration = replaced(
    fileOnPage("app.conf"),
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["127.0.0.1:3000", `localhost:${appPort}`],
    [/ssl_certificate .*;/, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`],
  );
  const child = rules
    ? startNginx(`modsecurity on; modsecurity_rules_file ${rules};\n${configuration}`, `load_module ${FIREWALL};`)
    : startNginx(configuration);
  return { port, plain, child };
}

/** A proxy that has ended says why. */
async function expectUp({ port, child }: Pick<Proxy, "port" | "child">): Promise<void> {
  const health = () => ask(port, "GET", "/api/health", {}).then(({ statusCode }) => statusCode, String);
  await expect.poll(() => (child.exitCode === null ? health() : faultsOf(child))).toBe(200);
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
  test("nginx leads http to https, sign-in works, pages are compressed, and the client's address and the request's id are the proxy's", async () => {
    const { TRUST_PROXY } = variables();
    const app = await startApp(root, { AUTH_URL: `https://${HOST}`, TRUST_PROXY });
    const nginx = await startProxy(new URL(app.origin).port);
    const rules = `MAP ${HOST}:80 127.0.0.1:${nginx.plain}, MAP ${HOST}:443 127.0.0.1:${nginx.port}`;
    const browser = await chromium.launch({ executablePath: findBrowser(), args: [`--host-resolver-rules=${rules}`] });
    try {
      await expectUp(nginx);

      const page = await browser.newPage({ ignoreHTTPSErrors: true, baseURL: `https://${HOST}` });
      await page.goto(`http://${HOST}/protected`);
      await expect(page).toHaveURL(`https://${HOST}/`);
      await page.goto("/sign-in");
      const email = newEmail();
      await signInByMail(page, app, email);
      await page.goto("/protected");
      await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
      for (const { name, secure } of await page.context().cookies()) expect(secure, name).toBe(true);

      for (const forged of ["192.0.2.1", "192.0.2.2"])
        await ask(nginx.port, "POST", "/api/auth/signin/github", { "x-forwarded-for": forged });
      expect(app.database.prepare(`SELECT * FROM "RateLimit" WHERE "key" LIKE 'providerStarts%'`).all()).toHaveLength(
        1,
      );

      // The link of the mail was opened.
      const accesses = readFileSync(join(nginx.child.folder, "app.log"), "utf8");
      expect(accesses).toMatch(/ GET \/sign-in\/confirm 200 [0-9a-f]{32}$/m);
      expect(accesses).not.toMatch(/token|@|%40/);

      const { headers, statusCode } = await ask(nginx.port, "GET", "/sign-in", {
        "accept-encoding": "gzip",
        "x-request-id": "chosen-by-the-client",
        // As many bytes as a user's cookies have at most: see cookie-sum.spec.ts.
        cookie: `a=${"x".repeat(6142)}`,
      });
      expect(statusCode).toBe(200);
      expect(headers["content-encoding"]).toBe("gzip");
      const requestId = headers["x-request-id"];
      expect(requestId).toMatch(/^[0-9a-f]{32}$/);
      expect((await app.entries()).filter((entry) => entry.requestId === requestId)).toHaveLength(1);
    } finally {
      await browser.close();
      await ended(nginx.child);
      await app.stop();
    }
  });

if (has("nginx"))
  test("a passkey that was added on one of two domains signs in on the other, through nginx", {
    tag: "@night",
  }, async () => {
    const file = "src/server/auth/sign-in-methods.ts";
    const to = `passkey({ relatedOrigins: ["https://${HOST}", "https://${OTHER_HOST}"] }),`;
    const folder = buildVariant({ name: "two-domains", file, from: "passkey(),", to });
    const { TRUST_PROXY } = variables();
    const app = await startApp(folder, { AUTH_URL: undefined, AUTH_TRUST_HOST: "true", TRUST_PROXY });
    const { port, child } = await startProxy(new URL(app.origin).port, [HOST, OTHER_HOST]);
    const rules = [HOST, OTHER_HOST].map((host) => `MAP ${host}:443 127.0.0.1:${port}`);
    // The browser itself looks up the list of origins, which no option of a page's context reaches.
    const args = [`--host-resolver-rules=${rules.join(", ")}`, "--ignore-certificate-errors"];
    const browser = await chromium.launch({ executablePath: findBrowser(), args });
    try {
      await expectUp({ port, child });
      const page = await browser.newPage({ baseURL: `https://${HOST}` });
      await withoutAutofill(page);
      await addAuthenticator(page);
      const email = newEmail();
      await page.goto("/sign-in");
      await signInByMail(page, app, email);
      await page.goto("/account");
      await addPasskey(page);

      await page.goto(`https://${OTHER_HOST}/sign-in?callbackUrl=/protected`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await expect(page).toHaveURL(`https://${OTHER_HOST}/protected`);
      await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
    } finally {
      await browser.close();
      await ended(child);
      await app.stop();
    }
  });

if (existsSync(FIREWALL))
  for (const level of [1, 2])
    test(`a web application firewall at paranoia level ${level} refuses an attack, and no passkey, form or page of ours`, {
      tag: "@night",
    }, async () => {
      const app = await startApp(root, { AUTH_URL: `https://${HOST}`, TRUST_PROXY: variables().TRUST_PROXY });
      const proxy = await startProxy(new URL(app.origin).port, [HOST], firewallRules(level));
      const args = [`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${proxy.port}`, "--ignore-certificate-errors"];
      const browser = await chromium.launch({ executablePath: findBrowser(), args });
      const refused: string[] = [];
      const open = async (options = {}) => {
        const page = await browser.newPage({ baseURL: `https://${HOST}`, ...options });
        return page.on("response", (response) => {
          if (response.status() === 403) refused.push(response.url());
        });
      };
      try {
        await expectUp(proxy);
        for (const path of ["/?q=<script>alert(1)</script>", "/sign-in?a=1'%20OR%20'1'='1", "/?f=../../etc/passwd"])
          expect((await ask(proxy.port, "GET", encodeURI(path), {})).statusCode, path).toBe(403);

        // Random values that look like a comment of SQL.
        const cookie = "__Host-authjs.csrf-token=a--b-c--d";
        for (const path of ["/sign-in", "/api/auth/callback/github?code=a--b-c&state=d--e-f"])
          expect((await ask(proxy.port, "GET", path, { cookie, "user-agent": "x" })).statusCode, path).not.toBe(403);

        const page = await open();
        await withoutAutofill(page);
        await addAuthenticator(page);
        await page.goto("/sign-in?callbackUrl=/account");
        await signInByMail(page, app, newEmail());
        await page.goto("/account");
        await addPasskey(page);
        await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada O'Brien");
        await page.getByRole("button", { name: "Save" }).click();
        await followLink(page, "/protected");
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada");
        await page.context().clearCookies();
        await page.goto("/sign-in?callbackUrl=/protected%3Fpage%3D2%26order%3Dnewest");
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await expect(page).toHaveURL(/protected/);

        const plain = await open({ javaScriptEnabled: false });
        await plain.goto("/sign-in?callbackUrl=/account");
        await signInByMail(plain, app, newEmail());
        await plain.goto("/account");
        await plain.getByRole("textbox", { name: "Name", exact: true }).fill("Grace Hopper");
        await plain.getByRole("button", { name: "Save" }).click();
        await expect(plain.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Grace Hopper");
        expect(refused).toEqual([]);
      } finally {
        await browser.close();
        await ended(proxy.child);
        await app.stop();
      }
    });

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
