// The security headers of every response, and whether the browser obeys them.

import appConfig from "../../../app.config.ts";
import { type App, root, startApp } from "../../support/app.ts";
import { isOffered } from "../../support/methods.ts";
import { expect, signedIn, test } from "../../support/test.ts";

interface Probe {
  what: string;
  path: string;
  status: number;
  init?: RequestInit;
  signedIn?: boolean;
}

const PAGE = { accept: "text/html" };
const POST = { method: "POST", headers: PAGE };

/** Responses of the application. */
const ANSWERS: Probe[] = [
  { what: "the home page", path: "/", status: 200 },
  { what: "the sign-in page", path: "/sign-in", status: 200 },
  {
    what: "a page that a browser opens for the first time",
    path: "/sign-in",
    status: 200,
    init: { headers: { "sec-fetch-dest": "document" } },
  },
  { what: "a page with a token in its address", path: "/sign-in/confirm?token=t&email=a%40example.com", status: 200 },
  { what: "the welcome page", path: "/welcome", status: 200, signedIn: true },
  { what: "the account page", path: "/account", status: 200, signedIn: true },
  { what: "the guard's redirect", path: "/protected", status: 302 },
  { what: "the session", path: "/api/auth/session", status: 200 },
  {
    what: "passkey options",
    path: "/api/auth/webauthn-options/passkey?action=authenticate",
    status: isOffered("passkey") ? 200 : 302,
  },
  { what: "a redirect of the auth route", path: "/api/auth/signin", status: 302 },
  { what: "a refusal of the auth route", path: "/api/auth/nothing", status: 404 },
  { what: "health", path: "/api/health", status: 200 },
  { what: "an error page", path: "/error?error=Verification", status: 403, init: { headers: PAGE } },
  { what: "a page that is not there", path: "/no/such/page", status: 404, init: { headers: PAGE } },
  { what: "no server function", path: "/_server", status: 404 },
  { what: "a server function that is not there", path: "/_server?id=x", status: 404 },
  { what: "a method that is not answered", path: "/", status: 405, init: { method: "PUT" } },
  {
    what: "a form of another site",
    path: "/",
    status: 403,
    init: { ...POST, headers: { origin: "https://evil.example" } },
  },
  { what: "too large a form", path: "/", status: 413, init: { ...POST, body: "x".repeat(appConfig.maxBodyBytes + 1) } },
];

/** Responses without the application: static files, and requests that cannot be read. */
const OTHERS: Probe[] = [
  { what: "a file of public/", path: "/favicon.svg", status: 200 },
  { what: "a file of another build", path: "/_build/assets/gone.js", status: 404 },
  { what: "an address that cannot be decoded", path: "/%ff", status: 400, init: { headers: PAGE } },
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

/**
 * A member of a dictionary whose value is an inner list of tokens and strings (RFC 9651, 3.2): browsers read no other.
 */
const MEMBER = /^([a-z*][a-z\d_.*-]*)=\((?:(?:[A-Za-z*][^\s()",;=]*|"[^"\\]*")(?: (?=[^)]))?)*\)$/;

async function probe(app: App, { path, init, signedIn: isSignedIn }: Probe, sessionToken: string) {
  const headers = { ...init?.headers, ...(isSignedIn && { cookie: `authjs.session-token=${sessionToken}` }) };
  return fetch(app.origin + path, { redirect: "manual", ...init, headers });
}

test("every response has every security header, including errors, redirects and static files", async ({
  app,
  context,
}) => {
  const { sessionToken } = await signedIn(app, context);
  // What app.config.ts opens beside the policy.
  const opened = Object.values(appConfig.contentSecurityPolicy).flat();
  for (const each of [...ANSWERS, ...OTHERS]) {
    const response = await probe(app, each, sessionToken);
    expect(response.status, each.what).toBe(each.status);
    for (const [name, value] of REQUIRED) expect(response.headers.get(name), `${each.what}: ${name}`).toMatch(value);
    const type = response.headers.get("content-type") ?? "";
    if (/text|html/.test(type)) expect(type, each.what).toMatch(/; charset=utf-8/i);
    const policy = opened.reduce(
      (rest, source) => rest.replaceAll(` ${source}`, ""),
      response.headers.get("content-security-policy") ?? "",
    );
    expect(policy, each.what).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*|data:/);
  }
});

test("the Permissions-Policy can be parsed as a Structured Field, and names each feature once", async ({ app }) => {
  for (const path of ["/", "/favicon.svg"]) {
    const members = (await fetch(app.origin + path)).headers.get("permissions-policy")?.split(", ") ?? [];
    for (const member of members) expect(member).toMatch(MEMBER);
    const features = members.map((member) => member.split("=")[0]);
    expect(features.length).toBeGreaterThan(10);
    expect(new Set(features).size).toBe(features.length);
  }
});

test("caches store neither the application's responses nor errors", async ({ app, context }) => {
  const { sessionToken } = await signedIn(app, context);
  const errors = OTHERS.filter(({ status }) => status >= 400);
  for (const each of [...ANSWERS, ...errors])
    expect((await probe(app, each, sessionToken)).headers.get("cache-control"), each.what).toContain("no-store");
});

test("files with a content hash in their name are cached forever, others for an hour", async ({ app }) => {
  const html = await (await fetch(app.origin)).text();
  const assets = html.match(/\/_build\/assets\/[\w.-]+/g) ?? [];
  expect(assets.length).toBeGreaterThan(2);
  for (const path of new Set(assets)) {
    const { status, headers } = await fetch(app.origin + path);
    expect(status, path).toBe(200);
    expect(headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
    for (const [name, value] of REQUIRED) expect(headers.get(name), `${path}: ${name}`).toMatch(value);
  }
  const favicon = await fetch(`${app.origin}/favicon.svg`);
  expect(favicon.headers.get("cache-control")).toBe("public, max-age=3600");
});

test("scripts and styles are sent in the smallest encoding that the browser accepts", async ({ app }) => {
  const html = await (await fetch(app.origin)).text();
  const paths = new Set(html.match(/\/_build\/assets\/[\w.-]+\.(js|css)/g));
  expect(paths.size).toBeGreaterThan(2);
  for (const path of paths) {
    const get = (accepted: string) => fetch(app.origin + path, { headers: { "accept-encoding": accepted } });
    const plain = await get("identity");
    expect(plain.headers.get("content-encoding"), path).toBeNull();
    const text = await plain.text();
    // A smaller file fits into one packet as it is.
    if (text.length < 1024) continue;
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, deflate", "gzip"],
    ] as const) {
      const response = await get(accepted);
      expect(response.headers.get("content-encoding"), path).toBe(encoding);
      expect(response.headers.get("vary"), path).toBe("Accept-Encoding");
      expect(Number(response.headers.get("content-length")), path).toBeLessThan(text.length / 2);
      expect(await response.text(), path).toBe(text);
    }
  }
});

test("the build's manifest, its sources and its map files are not served", async ({ app }) => {
  for (const path of ["/.vite/manifest.json", "/manifest.json", "/_build/manifest.json", "/_build/.vite/manifest.json"])
    expect((await fetch(app.origin + path)).status, path).toBe(404);
  const html = await (await fetch(app.origin)).text();
  const scripts = html.match(/\/_build\/assets\/[\w.-]+\.js/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const path of scripts) {
    expect((await fetch(`${app.origin}${path}.map`)).status, path).toBe(404);
    expect(await (await fetch(app.origin + path)).text(), path).not.toContain("sourceMappingURL");
  }
});

test("each page has its own nonce, on its own scripts only, and a response without scripts allows none", async ({
  app,
}) => {
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

test("every response on https sends HSTS, including static files", async () => {
  const app = await startApp(root, { AUTH_URL: "https://app.example.com" });
  try {
    for (const each of [...ANSWERS.filter(({ signedIn: needsUser }) => !needsUser), ...OTHERS]) {
      const { headers } = await probe(app, each, "");
      const value = headers.get("strict-transport-security");
      expect(value, each.what).toBe("max-age=63072000; includeSubDomains");
    }
  } finally {
    await app.stop();
  }
});

test("forms may lead only to this origin and the configured providers", async ({ app }) => {
  const { headers } = await fetch(`${app.origin}/sign-in`);
  const [, targets] = headers.get("content-security-policy")?.match(/form-action ([^;]*)/) ?? [];
  expect(targets).toMatch(isOffered("github") ? /^'self' http:\/\/127\.0\.0\.1:\d+$/ : /^'self'$/);
});
