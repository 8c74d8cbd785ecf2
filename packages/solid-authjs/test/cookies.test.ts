// SPEC.md, FrameworkAuthConfig: `cookies` and `useSecureCookies`.

import GitHub from "@auth/core/providers/github";
import { describe, expect, it } from "vitest";
import { bindAuth, getSession, type SolidAuthConfig } from "../src";
import { EMAIL, useApplication } from "./support/application";
import { ORIGIN, Visitor } from "./support/visitor";

/** A value that does not fit into one cookie. */
const LONG = "x".repeat(6000);

const app = useApplication(() => ({
  providers: [GitHub({ clientId: "id", clientSecret: "secret", checks: ["pkce", "state"] })],
}));

/** A session that fills several cookies, until `shrink`. */
function chunkedConfig(cookies: SolidAuthConfig["cookies"]) {
  let long: string | undefined = LONG;
  const config = app.configWith({
    cookies,
    session: { strategy: "jwt" },
    callbacks: { jwt: ({ token }) => ({ ...token, long }) },
  });
  return {
    config,
    shrink() {
      long = undefined;
    },
  };
}

function sessionCookies(visitor: Visitor, name: string): string[] {
  return [...visitor.cookies.keys()].filter((key) => key.startsWith(name)).sort();
}

describe("cookies", () => {
  it("renames the session cookie; other options keep their defaults", async () => {
    const config = app.configWith({ cookies: { sessionToken: { name: "sid", options: { sameSite: "strict" } } } });
    const visitor = new Visitor(config);
    const line = (await app.signIn(visitor)).set.get("sid");
    expect(line).toMatch(/^sid=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("changes options and leaves the name", async () => {
    const options = { domain: "example.com" };
    const visitor = app.visitor({ cookies: { sessionToken: { options } } });
    const line = (await app.signIn(visitor)).set.get("__Secure-authjs.session-token");
    expect(line).toMatch(/; Domain=example\.com; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("getSession reads a cookie of another name", async () => {
    const config = app.configWith({ cookies: { sessionToken: { name: "sid" } } });
    const visitor = new Visitor(config);
    await app.signIn(visitor);
    expect(await getSession(visitor.request(), config)).toMatchObject({ user: { email: "user@example.com" } });
    expect(await getSession(visitor.request(), app.config)).toBeNull();
  });

  it("sign-out clears a cookie with the options that it was set with", async () => {
    const options = { domain: "example.com", path: "/app" };
    const visitor = await app.signedIn(EMAIL, { cookies: { sessionToken: { name: "sid", options } } });
    const line = (await visitor.post("/signout")).set.get("sid");
    expect(line).toMatch(/^sid=; Max-Age=0; Domain=example\.com; Path=\/app; /);
    expect(await app.prisma.session.count()).toBe(0);
    expect(await visitor.session()).toBeNull();
  });

  it("names the chunks of a long session, which getSession joins", async () => {
    const { config } = chunkedConfig({ sessionToken: { name: "sid" } });
    const visitor = new Visitor(config);
    await app.signIn(visitor);
    expect(sessionCookies(visitor, "sid")).toEqual(["sid.0", "sid.1", "sid.2"]);
    expect(await getSession(visitor.request(), config)).toMatchObject({ user: { email: "user@example.com" } });
    await visitor.post("/signout");
    expect(sessionCookies(visitor, "sid")).toEqual([]);
  });

  it.each(["sid", undefined])("leaves no chunk of a long session behind when it gets short (%s)", async (name) => {
    const { config, shrink } = chunkedConfig(name ? { sessionToken: { name } } : undefined);
    const sessionName = name ?? "__Secure-authjs.session-token";
    const reader = new Visitor(config);
    const returner = new Visitor(config);
    await app.signIn(reader);
    await app.signIn(returner);
    shrink();
    await reader.session();
    expect(sessionCookies(reader, sessionName)).toEqual([sessionName]);
    await app.signIn(returner);
    expect(sessionCookies(returner, sessionName)).toEqual([sessionName]);
    expect(await returner.session()).not.toBeNull();
  });

  it("clears the chunks of an earlier long session with the options they were set with", async () => {
    const { config, shrink } = chunkedConfig({ sessionToken: { name: "sid", options: { domain: "example.com" } } });
    const visitor = new Visitor(config);
    await app.signIn(visitor);
    shrink();
    const { set } = await app.signIn(visitor);
    for (const part of ["sid.0", "sid.1", "sid.2"]) expect(set.get(part)).toMatch(/Max-Age=0; Domain=example\.com/);
  });

  it.each(["database", "jwt"] as const)("clears at most the ten chunks that it sets, under %s", async (strategy) => {
    const visitor = app.visitor({ session: { strategy } });
    const name = "__Secure-authjs.session-token";
    for (let chunk = 0; chunk < 200; chunk++) visitor.cookies.set(`${name}.${chunk}`, "forged");
    for (const answer of [await visitor.copy().get("/session"), await visitor.post("/signout")]) {
      const cleared = [...answer.set].filter(([, line]) => line.includes("Max-Age=0"));
      expect(cleared.length).toBeLessThanOrEqual(10);
    }
    expect(visitor.cookies.has(`${name}.9`)).toBe(false);
  });

  it("ignores cookies of sibling subdomains whose names begin with the session cookie's", async () => {
    const visitor = await app.signedIn(EMAIL, { cookies: { sessionToken: { name: "sid" } } });
    visitor.cookies.set("sid-theme", "dark").set("sid.x", "1").set("sidebar", "open");
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("renames the cookies of every flow, and every flow still works", async () => {
    const renamed = (name: string) => ({ name });
    const cookies = {
      csrfToken: renamed("my-csrf"),
      callbackUrl: renamed("my-callback"),
      state: renamed("my-state"),
      pkceCodeVerifier: renamed("my-pkce"),
    };
    const config = app.configWith({ cookies });
    const visitor = new Visitor(config);
    const { set } = await visitor.post("/signin/github", { callbackUrl: "/account" });
    expect([...visitor.cookies.keys()].sort()).toEqual(["my-callback", "my-csrf", "my-pkce", "my-state"]);
    for (const name of ["my-state", "my-pkce"]) expect(set.get(name)).toMatch(/Max-Age=900; .*HttpOnly; Secure/);
    expect((await app.signIn(visitor)).location?.pathname).toBe("/account");
    expect(bindAuth(config).rememberCallbackUrl(visitor.request(), "/next")).toMatch(
      /^my-callback=[^;]+next; .*HttpOnly/,
    );
  });
});

describe("useSecureCookies", () => {
  const http = "http://app.example.com";

  async function namesAt(origin: string, options: Partial<SolidAuthConfig> = {}) {
    const visitor = app.visitor(options, { origin });
    const answer = await app.signIn(visitor);
    expect(await visitor.session()).not.toBeNull();
    expect(await getSession(visitor.request(), app.configWith(options))).not.toBeNull();
    const isSecure = /; Secure/.test([...answer.set.values()].find((line) => line.includes("session-token")) ?? "");
    return {
      isSecure,
      session: visitor.sessionCookie?.[0],
      csrf: [...visitor.cookies.keys()].find((name) => name.endsWith("csrf-token")),
    };
  }

  const secure = {
    isSecure: true,
    session: "__Secure-authjs.session-token",
    csrf: "__Host-authjs.csrf-token",
  };
  const plain = { isSecure: false, session: "authjs.session-token", csrf: "authjs.csrf-token" };

  it("cookies are Secure by default on https", async () => {
    expect(await namesAt(ORIGIN)).toEqual(secure);
  });

  it("cookies are not Secure by default on http", async () => {
    expect(await namesAt(http)).toEqual(plain);
  });

  it("no sibling subdomain can set a cookie by which the layer decides: its name on https begins with __Host-", async () => {
    const visitor = await app.signedIn();
    const asked = await visitor.post("/signin/email", { email: "user@example.com" });
    const provider = {
      id: "custom",
      name: "Custom",
      type: "oauth",
      clientId: "id",
      authorization: `${ORIGIN}/authorize`,
    };
    const other = visitor.copy(
      app.configWith({ providers: [{ ...provider, token: ORIGIN, userinfo: ORIGIN } as never] }),
    );
    const connecting = await other.post("/signin/custom", { connect: "true", fresh: "true" });
    const lines = [...asked.set.values(), ...connecting.set.values()];
    for (const name of ["mail-request", "link-intent", "sign-in-start"])
      expect(lines.filter((line) => line.includes(`authjs.${name}=`))).toEqual([
        expect.stringMatching(/^__Host-authjs\.[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ]);
  });

  it("useSecureCookies makes cookies Secure behind a proxy that ends https", async () => {
    expect(await namesAt(http, { useSecureCookies: true })).toEqual(secure);
  });

  it("useSecureCookies can make cookies on https not Secure", async () => {
    expect(await namesAt(ORIGIN, { useSecureCookies: false })).toEqual(plain);
  });

  it("ignores a session cookie without the prefix: an attacker on http cannot set one for https", async () => {
    const visitor = await app.signedIn();
    const [name = "", value = ""] = visitor.sessionCookie ?? [];
    visitor.cookies.delete(name);
    visitor.cookies.set("authjs.session-token", value);
    expect(await visitor.session()).toBeNull();
  });
});
