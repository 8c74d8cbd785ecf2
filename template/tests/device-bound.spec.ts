// Device-bound sessions in Chromium, with keys in software: this machine may have no hardware for them. Chromium wants
// https, with a certificate that it trusts.

import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, expect, test } from "@playwright/test";
import { accountText } from "../../src/messages/account.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { followLink, newEmail, saveName, signInByMail, signOut } from "../../tests/support/test.ts";
import { browserWithWindows } from "./support/browser-with-windows.ts";
import { newCertificate } from "./support/nginx.ts";
import { forward } from "./support/proxy.ts";

const HOST = "app.example.com";
const PROOF = "__Host-authjs.bound-session";
const FEATURES = ["DeviceBoundSessions", "EnableBoundSessionCredentialsSoftwareKeysForManualTesting"];

let app: App;
let proxy: Server;
let browser: Browser;
/** The browser's own requests: whether each brought the session cookie, and its status. */
let asked: { path: string; hasCookie: boolean; status: number }[] = [];

test.beforeAll(async () => {
  app = await startApp(undefined, { AUTH_URL: `https://${HOST}` });
  const { certificate, key } = newCertificate(HOST);
  const cert = readFileSync(certificate);
  proxy = createServer({ key: readFileSync(key), cert }, (message, reply) =>
    forward(app.origin, message, reply, (answer) => {
      const { url: path = "", headers } = message;
      const hasCookie = headers.cookie?.includes("session-token") === true;
      const { statusCode: status = 0 } = answer;
      if (path.startsWith("/api/auth/device-bound-session")) asked.push({ path, hasCookie, status });
      answer.pipe(reply.writeHead(status, answer.headers));
    }),
  ).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const args = [
    `--enable-features=${FEATURES}`,
    `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    `--ignore-certificate-errors-spki-list=${createHash("sha256").update(publicKey).digest("base64")}`,
  ];
  // Browsers without windows, in which the other tests run, have no device-bound sessions.
  browser = await chromium.launch({ executablePath: browserWithWindows(), args });
});

test.afterAll(async () => {
  await browser.close();
  proxy.closeAllConnections();
  proxy.close();
  await app.stop();
});

test("Chromium binds a session, and renews its proof before pages, calls and links from elsewhere need it", async () => {
  const context = await browser.newContext({ baseURL: `https://${HOST}` });
  const [page, email] = [await context.newPage(), newEmail()];
  await page.goto("/sign-in");
  await signInByMail(page, app, email);
  await expect
    .poll(async () => {
      await page.goto("/account");
      return (await context.cookies()).some(({ name }) => name === PROOF);
    })
    .toBe(true);
  // The last page may have been made before the session was bound.
  await page.goto("/account");
  const earlier = new Date(Date.now() - 2 * 60_000).toISOString();
  app.database.prepare(`UPDATE "Session" SET "authenticatedAt" = ?`).run(earlier);
  /** The proof is over, as after five minutes. */
  const endProof = () => context.clearCookies({ name: PROOF });
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByText(accountText.sessions.bound(true))).toBeVisible();

  await endProof();
  await page.goto("/protected");
  const greeting = page.getByRole("heading", { name: `Hello, ${email}` });
  await expect(greeting).toBeVisible();

  await page.goto("/account");
  await endProof();
  await saveName(page, "Ada");
  await expect(page.getByRole("status")).toBeVisible();
  await endProof();
  await followLink(page, "/protected");
  await expect(page.getByRole("heading", { name: "Hello, Ada" })).toBeVisible();

  // The browser's request for a visit from another site has no cookies of SameSite=Lax.
  await page.goto("about:blank");
  await page.setContent(`<a href="https://${HOST}/protected">Elsewhere</a>`);
  await endProof();
  asked = [];
  await page.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Hello, Ada" })).toBeVisible();
  expect(asked).toContainEqual(expect.objectContaining({ hasCookie: false, status: 200 }));

  await signOut(page);
  await page.goto("/protected");
  await expect(page).toHaveURL(`https://${HOST}/`);
  await context.close();
});
