// SPEC.md, FrameworkAuthConfig: `cookies` and `useSecureCookies`.

import { expect, it } from "vitest";
import { getSession, ownCookieNames, type SolidAuthConfig } from "../src";
import { EMAIL, useApplication } from "./support/application";
import { useOAuth } from "./support/oauth";
import { ORIGIN, type Visitor } from "./support/visitor";

const NAME = "__Secure-authjs.session-token";
const SESSION = { user: { email: EMAIL } };

const oauth = useOAuth();
const app = useApplication(() => ({ providers: [oauth.provider()] }));

const sessionCookies = (visitor: Visitor, name: string) =>
  [...visitor.cookies.keys()].filter((key) => key.startsWith(name)).sort();

type SessionCookie = NonNullable<SolidAuthConfig["cookies"]>["sessionToken"];
const domain = "example.com";

it.each<[SessionCookie, name: string, place: string, sameSite: string]>([
  [{ name: "sid", options: { sameSite: "strict" } }, "sid", "Path=/", "Strict"],
  [{ options: { domain } }, NAME, "Domain=example.com; Path=/", "Lax"],
  [{ name: "sid", options: { domain, path: "/app" } }, "sid", "Domain=example.com; Path=/app", "Lax"],
])("the session cookie has what %j says, its defaults otherwise, and is cleared so", async (...row) => {
  const [sessionToken, name, place, sameSite] = row;
  const config = app.configWith({ cookies: { sessionToken } });
  const visitor = app.visitor(config);
  const line = (await app.signIn(visitor)).set.get(name);
  const end = `HttpOnly; Secure; SameSite=${sameSite}`;
  expect(line).toMatch(new RegExp(`^${name}=[0-9a-f]{64}; ${place}; Expires=[^;]+; ${end}$`));
  expect(sessionCookies(visitor, NAME)).toEqual(name === NAME ? [NAME] : []);
  // Cookies of siblings whose names begin like it.
  visitor.cookies.set(`${name}-theme`, "dark").set(`${name}.x`, "1").set(`${name}ebar`, "open");
  expect(await visitor.session()).toMatchObject(SESSION);
  expect(await getSession(visitor.request(), config)).toMatchObject(SESSION);
  expect((await visitor.post("/signout")).set.get(name)).toBe(`${name}=; Max-Age=0; ${place}; ${end}`);
  expect(await app.prisma.session.count()).toBe(0);
});

it.each<[SessionCookie]>([[undefined], [{ name: "sid", options: { domain } }]])(
  "a long session of %j is joined from its chunks, and leaves none behind when it gets short or ends",
  async (sessionToken) => {
    let long: string | undefined;
    const config = app.configWith({
      cookies: sessionToken && { sessionToken },
      session: { strategy: "jwt" },
      callbacks: { jwt: ({ token }) => ({ ...token, long }) },
    });
    const name = sessionToken?.name ?? NAME;
    const chunks = [0, 1, 2].map((chunk) => `${name}.${chunk}`);
    const [reader, returner, leaver] = [app.visitor(config), app.visitor(config), app.visitor(config)];
    for (const visitor of [reader, returner, leaver]) {
      long = "x".repeat(6000);
      await app.signIn(visitor);
      expect(sessionCookies(visitor, name)).toEqual(chunks);
      expect(await getSession(visitor.request(), config)).toMatchObject(SESSION);
    }
    await leaver.post("/signout");
    expect(sessionCookies(leaver, name)).toEqual([]);
    long = undefined;
    await reader.session();
    expect(sessionCookies(reader, name)).toEqual([name]);
    const { set } = await app.signIn(returner);
    expect(sessionCookies(returner, name)).toEqual([name]);
    const start = sessionToken?.options ? "Max-Age=0; Domain=example.com; " : "Max-Age=0; Path=/; ";
    for (const chunk of chunks) expect(set.get(chunk)).toContain(start);
    expect(await returner.session()).toMatchObject(SESSION);
  },
);

it("a whole session cookie wins over left-over or forged chunks, of which the ten that the layer sets are cleared", async () => {
  const visitor = await app.signedIn();
  for (let chunk = 0; chunk < 200; chunk++) visitor.cookies.set(`${NAME}.${chunk}`, "forged");
  expect(await visitor.session()).toMatchObject(SESSION);
  const { set } = await visitor.post("/signout");
  expect([...set.values()].filter((line) => line.includes("Max-Age=0"))).toHaveLength(11);
});

it("the cookies of every flow can be renamed, and every flow still works", async () => {
  const keys = ["csrfToken", "callbackUrl", "state", "pkceCodeVerifier"];
  const cookies = Object.fromEntries(keys.map((key) => [key, { name: `my-${key}` }]));
  const config = app.configWith({ cookies });
  const visitor = app.visitor(config);
  const { set, location } = await visitor.post("/signin/custom", { callbackUrl: "/account" });
  expect([...visitor.cookies.keys()].sort()).toEqual(keys.map((key) => `my-${key}`).sort());
  for (const name of ["my-state", "my-pkceCodeVerifier"])
    expect(set.get(name)).toMatch(/Max-Age=900; .*HttpOnly; Secure/);
  const state = location?.searchParams.get("state");
  expect((await visitor.get(`/callback/custom?code=x&state=${state}`)).location?.href).toBe(`${ORIGIN}/account`);
});

const HTTP = "http://app.example.com";

it.each<[string, string, Partial<SolidAuthConfig>, isSecure: boolean]>([
  ["https", ORIGIN, {}, true],
  ["http", HTTP, {}, false],
  ["a proxy that ends https, with useSecureCookies", HTTP, { useSecureCookies: true }, true],
  ["https, without useSecureCookies", ORIGIN, { useSecureCookies: false }, false],
])("cookies on %s (%s) are Secure, and named so, as %j says: %j", async (_, origin, options, isSecure) => {
  const visitor = app.visitor(options, { origin });
  const { set } = await app.signIn(visitor);
  const [session, csrf] = isSecure ? [NAME, "__Host-authjs.csrf-token"] : ["authjs.session-token", "authjs.csrf-token"];
  expect(set.get(session)?.includes("; Secure")).toBe(isSecure);
  expect([...visitor.cookies.keys()]).toEqual(expect.arrayContaining([session, csrf]));
  expect(await visitor.session()).toMatchObject(SESSION);
  expect(await getSession(visitor.request(), app.configWith(options))).toMatchObject(SESSION);
});

it("no sibling subdomain can set a cookie by which the layer decides: its name on https begins with __Host-", async () => {
  const visitor = await app.signedIn();
  const asked = await visitor.post("/signin/email", { email: EMAIL });
  const connecting = await visitor.post("/signin/custom", { connect: "true", fresh: "true" });
  const lines = [...asked.set.values(), ...connecting.set.values()];
  for (const name of ["mail-request", "link-intent", "sign-in-start"])
    expect(lines.filter((line) => line.includes(`authjs.${name}=`))).toEqual([
      expect.stringMatching(/^__Host-authjs\.[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
});

it("a session cookie without the prefix is ignored: an attacker on http cannot set one for https", async () => {
  const visitor = await app.signedIn();
  const [name = "", value = ""] = visitor.sessionCookie ?? [];
  visitor.cookies.delete(name);
  visitor.cookies.set("authjs.session-token", value);
  expect(await visitor.session()).toBeNull();
});

it("cookie names of an application's own keep two applications on one host apart: each has its session, and each form its token", async () => {
  const browser = app.visitor({ cookies: ownCookieNames("k".repeat(32)) });
  const other = app.visitor({ cookies: ownCookieNames("m".repeat(32)) });
  await app.signIn(browser);
  // One browser: it sends each application all cookies.
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  expect(await other.session()).toBeNull();
  await app.signIn(other, "grace@example.com");
  for (const [name, value] of other.cookies) browser.cookies.set(name, value);
  expect(await browser.session()).toMatchObject({ user: { email: EMAIL } });
  expect(await other.session()).toMatchObject({ user: { email: "grace@example.com" } });
});
