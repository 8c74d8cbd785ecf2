// The security headers of every response, and whether the browser obeys them.

import appConfig from "../../../app.config.ts";
import { isOffered } from "../../support/methods.ts";
import { type App, expect, insertSession, test } from "../../support/test.ts";

type Probe = [what: string, path: string, status: number, init?: RequestInit & { isSignedIn?: true }];

const PAGE = { accept: "text/html" };
const POST = { method: "POST", headers: PAGE };
const SIGNED_IN = { isSignedIn: true } as const;

/** Responses of the application. */
const ANSWERS: Probe[] = [
  ["the home page", "/", 200],
  ["a page that a browser opens for the first time", "/sign-in", 200, { headers: { "sec-fetch-dest": "document" } }],
  ["a page with a token in its address", "/sign-in/confirm?token=t&email=a%40example.com", 200],
  ["the account page", "/account", 200, SIGNED_IN],
  ["the guard's redirect", "/protected", 302],
  ["the session", "/api/auth/session", 200],
  ["passkey options", "/api/auth/webauthn-options/passkey?action=authenticate", isOffered("passkey") ? 200 : 302],
  ["a redirect of the auth route", "/api/auth/signin", 302],
  ["a refusal of the auth route", "/api/auth/nothing", 404],
  ["health", "/api/health", 200],
  ["an error page", "/error?error=Verification", 403, { headers: PAGE }],
  ["a page that is not there", "/no/such/page", 404, { headers: PAGE }],
  ["a server function that is not there", "/_server?id=x", 404],
  ["a method that is not answered", "/", 405, { method: "PUT" }],
  ["a form of another site", "/", 403, { ...POST, headers: { origin: "https://evil.example" } }],
  ["too large a form", "/", 413, { ...POST, body: "x".repeat(appConfig.maxBodyBytes + 1) }],
];

/** Responses without the application: static files, and requests that cannot be read. */
const OTHERS: Probe[] = [
  ["a file of public/", "/favicon.svg", 200],
  ["a file of another build", "/_build/assets/gone.js", 404],
  ["an address that cannot be decoded", "/%ff", 400, { headers: PAGE }],
];

const REQUIRED: [string, RegExp][] = [
  ["x-content-type-options", /^nosniff$/],
  ["x-frame-options", /^DENY$/],
  ["referrer-policy", /^same-origin$/],
  ["cross-origin-opener-policy", /^same-origin$/],
  ["cross-origin-resource-policy", /^same-origin$/],
  ["permissions-policy", /camera=\(\).*microphone=\(\).*publickey-credentials-get=\(self\)/],
  ["content-security-policy", /default-src 'none'/],
  ["content-security-policy", /frame-ancestors 'none'/],
  ["content-security-policy", /base-uri 'none'/],
  ["content-security-policy", /form-action /],
];

async function probe(app: App, [, path, , { isSignedIn, ...init } = {}]: Probe, sessionToken = "") {
  const headers = { ...init.headers, ...(isSignedIn && { cookie: `authjs.session-token=${sessionToken}` }) };
  return fetch(app.origin + path, { redirect: "manual", ...init, headers });
}

test("every response has every security header, including errors, redirects and static files; caches store neither the application's responses nor errors", async ({
  app,
}) => {
  const { sessionToken } = await insertSession(app);
  // What app.config.ts opens beside the policy.
  const opened = Object.values(appConfig.contentSecurityPolicy).flat();
  for (const each of [...ANSWERS, ...OTHERS]) {
    const [what, , status] = each;
    const response = await probe(app, each, sessionToken);
    expect(response.status, what).toBe(status);
    for (const [name, value] of REQUIRED) expect(response.headers.get(name), `${what}: ${name}`).toMatch(value);
    if (status >= 400 || ANSWERS.includes(each))
      expect(response.headers.get("cache-control"), what).toContain("no-store");
    const type = response.headers.get("content-type") ?? "";
    if (/text|html/.test(type)) expect(type, what).toMatch(/; charset=utf-8/i);
    const policy = opened.reduce(
      (rest, source) => rest.replaceAll(` ${source}`, ""),
      response.headers.get("content-security-policy") ?? "",
    );
    expect(policy, what).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*|data:/);
  }
});

/** The paths of the home page's scripts and styles. */
async function assetsOf({ origin }: App): Promise<string[]> {
  const assets = (await (await fetch(origin)).text()).match(/\/_build\/assets\/[\w.-]+/g) ?? [];
  expect(assets.length).toBeGreaterThan(2);
  return [...new Set(assets)];
}

test("files with a content hash in their name are cached forever, others for an hour", async ({ app }) => {
  for (const path of await assetsOf(app)) {
    const { status, headers } = await fetch(app.origin + path);
    expect(status, path).toBe(200);
    expect(headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
    for (const [name, value] of REQUIRED) expect(headers.get(name), `${path}: ${name}`).toMatch(value);
  }
  const favicon = await fetch(`${app.origin}/favicon.svg`);
  expect(favicon.headers.get("cache-control")).toBe("public, max-age=3600");
});

test("scripts and styles are sent in the smallest encoding that the browser accepts, which a cache keeps apart from the plain file", async ({
  app,
}) => {
  const path = (await assetsOf(app)).find((asset) => asset.endsWith(".js"));
  const get = (accepted: string) => fetch(app.origin + path, { headers: { "accept-encoding": accepted } });
  const plain = await get("identity");
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
  const text = await plain.text();
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
  ] as const) {
    const response = await get(accepted);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(text.length / 2);
    expect(await response.text()).toBe(text);
  }
});

test("the build's manifest, its sources and its map files are not served", async ({ app }) => {
  for (const path of ["/.vite/manifest.json", "/manifest.json", "/_build/manifest.json", "/_build/.vite/manifest.json"])
    expect((await fetch(app.origin + path)).status, path).toBe(404);
  for (const path of await assetsOf(app)) {
    expect((await fetch(`${app.origin}${path}.map`)).status, path).toBe(404);
    expect(await (await fetch(app.origin + path)).text(), path).not.toContain("sourceMappingURL");
  }
});

test("each page has its own nonce, on its own scripts alone; without scripts there is none", async ({ app }) => {
  const nonces = new Set<string>();
  for (const path of ["/", "/", "/sign-in", "/no/such/page"]) {
    const response = await fetch(app.origin + path, { headers: PAGE });
    const [, nonce = ""] = response.headers.get("content-security-policy")?.match(/'nonce-([\w+/]{22}==)'/) ?? [];
    expect(nonce).not.toBe("");
    nonces.add(nonce);
    const scripts = (await response.text()).match(/<script(?! type="application\/json")[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  }
  expect(nonces.size).toBe(4);
  for (const path of ["/protected", "/api/auth/session"]) {
    const { headers } = await fetch(app.origin + path, { redirect: "manual" });
    expect(headers.get("content-security-policy"), path).toMatch(/script-src 'strict-dynamic';/);
  }
});

test("forms may lead only to this origin and the configured providers", async ({ app }) => {
  const { headers } = await fetch(`${app.origin}/sign-in`);
  const [, targets] = headers.get("content-security-policy")?.match(/form-action ([^;]*)/) ?? [];
  expect(targets).toMatch(isOffered("github") ? /^'self' http:\/\/127\.0\.0\.1:\d+$/ : /^'self'$/);
});
