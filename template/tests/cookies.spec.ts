// The pages' own cookies on https, and the sum of a browser's cookies. (The layer's:
// packages/solid-authjs/test/cookies.test.ts.) Proxies take about 8,000 bytes of headers, and an application server
// about 16,000.
//
// Threats: a sibling subdomain, or an attacker on the network who answers over http, can set any cookie whose name
// lacks `__Host-`. Links on another site make a browser collect cookies until proxies refuse each of its requests.

import { expect, test } from "@playwright/test";
import { serveOpenId } from "../../packages/solid-authjs/test/support/openid.ts";
import type { Peer } from "../../packages/solid-authjs/test/support/peer.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { Client, signInByLink } from "../../tests/support/client.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { linkIn, mailTo, newClient } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

const ORIGIN = "https://app.example.com";
const PAGE = { accept: "text/html", "sec-fetch-dest": "document" };
const FORM = { origin: ORIGIN };

/** Paths that a cookie's escaping makes longer, and paths that it does not. */
const PATHS = ["a", "/", "%", "%C3%BC", "?q=", "a/%20"].flatMap((part) =>
  [10, 600, 850, 880, 2000].map((length) => part.repeat(length).slice(0, length)),
);

/** What a visitor without a session can have. */
const VISITORS = [
  ...["theme", "led-here", "last-method", "known-browser", "return-to", "typed-email", "sent-again", "notice"],
  ...["csrf-token", "callback-url", "challenge.4", "mail-request", "sign-in-start", "state", "pkce", "nonce"],
];

let openId: Peer;
let app: App;

test.beforeAll(async () => {
  openId = await serveOpenId(() => `${ORIGIN}/api/auth/callback/openid`);
  const acme = { AUTH_ACME_ID: "id", AUTH_ACME_SECRET: "secret", AUTH_ACME_URL: openId.url };
  const ids = { AUTH_OPENID_ID: "client-1", AUTH_OPENID_SECRET: "client-secret-1", AUTH_OPENID_ISSUER: openId.url };
  app = await startApp(buildVariant(LAB), { AUTH_URL: ORIGIN, ...acme, ...ids });
});

test.afterAll(async () => {
  await app.stop();
  await openId.close();
});

const ADDRESS = "planted@example.com";

/** A cookie of each place that reads some, the page that shows it, and the text that shows it. */
const COOKIES = [
  { name: "theme", value: "dark", path: "/", shows: 'data-theme="dark"' },
  { name: "typed-email", value: ADDRESS, path: "/sign-in?error=EmailSignInError&code=unsent", shows: ADDRESS },
];

test("a page's own cookie counts on https with its prefix alone", async () => {
  for (const { name, value, path, shows } of COOKIES) {
    const pair = `${name}=${encodeURIComponent(value)}`;
    const bodyWith = async (cookie: string) =>
      (await new Client(app.origin).get(path, { accept: "text/html", cookie })).body;
    expect(await bodyWith(`__Host-${pair}`)).toContain(shows);
    for (const prefix of ["", "__Secure-"]) expect(await bodyWith(prefix + pair)).not.toContain(shows);
  }
});

test("all that a visitor can be made to have is below 4,096 bytes, and with a session below 6,144", async () => {
  let largest = "";
  class Measured extends Client {
    override async visit(...request: Parameters<Client["visit"]>) {
      const answer = await super.visit(...request);
      const header = this.cookieHeader();
      if (header.length > largest.length) largest = header;
      return answer;
    }
  }
  const client = new Measured(app.origin);
  /** Each request has a client IP of its own: rate limits are not what is tested here. */
  const get = (path: string, headers = {}) => client.get(path, { ...PAGE, "x-forwarded-for": newClient(), ...headers });
  const post = async (path: string, fields: Record<string, string>) => {
    const csrfToken = await client.csrfToken();
    return client.post(`/api/auth/${path}`, { csrfToken, ...fields }, { ...FORM, "x-forwarded-for": newClient() });
  };
  async function signIn(email: string): Promise<void> {
    await post("signin/email", { email });
    await signInByLink(client, linkIn(await mailTo(app, email)), FORM);
  }

  async function collect(passkeys: string, start: Record<string, string>): Promise<void> {
    await client.post("/api/theme", { theme: "light" }, FORM);
    await get("/", { "x-forwarded-host": "www.example.com" });
    for (let tab = 0; tab < 6; tab++) await get(`/api/auth/webauthn-options/passkey?action=${passkeys}`);
    for (const provider of ["github", "acme", "openid"]) await post(`signin/${provider}`, start);
    const report = await client.open("/sign-in/report?token=spent");
    const [, action = ""] = report.body.match(/action="([^"]*_server[^"]*)"/) ?? [];
    await client.post(action.replaceAll("&amp;", "&"), { token: "spent" }, { ...PAGE, ...FORM });
    // The last address has 252 bytes, of 254.
    const longest = `${"漢".repeat(20)}@${`${"漢".repeat(15)}.`.repeat(4)}example`;
    for (const email of ["again@example.com", "again@example.com", longest]) await post("signin/email", { email });
    for (const email of ["é".repeat(50), "漢".repeat(34), "a".repeat(310)]) await post("signin/email", { email });
    for (const path of PATHS) {
      await get(`/protected/${path}`);
      await get(`/api/auth/signin?callbackUrl=${encodeURIComponent(`/${path}`)}`);
    }
  }

  // Five users of this browser have signed in, and out.
  for (const user of [1, 2, 3, 4, 5]) {
    await signIn(`user-${user}@example.com`);
    await post("signout", {});
  }
  await collect("authenticate", { fresh: "true" });
  for (const name of VISITORS) expect(largest).toContain(name);
  expect(largest.length).toBeLessThan(4096);

  largest = "";
  await signIn("user-5@example.com");
  await collect("register", { connect: "true" });
  for (const name of ["session-token", "link-intent", "challenge.4"]) expect(largest).toContain(name);
  expect(largest.length).toBeLessThan(6144);
});
