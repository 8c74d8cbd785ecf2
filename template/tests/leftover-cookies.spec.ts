// Cookies from before a change of the session strategy or of AUTH_SECRET: the visitor is signed out, and nothing fails.

import { type App, root, startApp, withoutRequests } from "../../tests/support/app.ts";
import { Client, signInByLink } from "../../tests/support/client.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, insertSession, linkIn, mailTo, newClient, newEmail, test } from "../../tests/support/test.ts";
import { JWT } from "./support/variants.ts";

const OTHER_SECRET = "Zq3nXw8vBt6yLp1mKc5sHd9gJf2rVa7e";

let databaseApp: App;
let jwtApp: App;
let otherSecretApp: App;

test.beforeAll(async () => {
  databaseApp = await startApp(root);
  jwtApp = await startApp(buildVariant(JWT));
  otherSecretApp = await startApp(buildVariant(JWT), { AUTH_SECRET: OTHER_SECRET });
});

test.afterAll(async () => {
  for (const app of [databaseApp, jwtApp, otherSecretApp]) await app?.stop();
});

/** The cookies of a browser that has signed in by mail, as one header. */
async function cookiesOf(app: App): Promise<string> {
  const client = new Client(app.origin, newClient());
  const email = newEmail();
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)));
  expect(client.sessionToken).toBeDefined();
  return client.cookieHeader();
}

/** A visitor with left-over cookies opens every page, signs out, and signs in again. */
async function expectSignedOut(app: App, cookies: string): Promise<void> {
  const client = new Client(app.origin, newClient());
  const keep = () => {
    for (const pair of cookies.split("; "))
      client.cookies.set(pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1));
  };
  const before = (await app.log()).length;

  keep();
  await client.get("/");
  await client.get("/");
  expect(withoutRequests((await app.log()).slice(before)).length).toBeLessThanOrEqual(1);

  for (const path of ["/", "/sign-in", "/sign-out", "/api/auth/webauthn-options/passkey"]) {
    keep();
    const { status, body } = await client.get(path);
    expect(status, path).toBe(200);
    expect(body, path).not.toContain('href="/account"');
    // With database sessions, the token may just have been replaced, so no reading clears the cookie.
    if (app !== databaseApp) expect(client.sessionToken, path).toBeUndefined();
  }
  for (const path of ["/protected", "/account"]) {
    keep();
    const { status, location } = await client.get(path);
    expect([status, location?.pathname], path).toEqual([302, "/"]);
  }
  keep();
  expect((await client.get("/api/auth/session")).body).toBe("null");
  if (app !== databaseApp) expect(client.sessionToken).toBeUndefined();
  keep();
  const csrfToken = await client.csrfToken();
  expect((await client.post("/api/auth/signout", { csrfToken })).status).toBe(302);
  expect(client.sessionToken).toBeUndefined();

  keep();
  const email = newEmail();
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)));
  expect((await client.get("/account")).status).toBe(200);

  expect((await app.log()).slice(before)).not.toMatch(/ (warn|error) /);
}

test("a database session's cookie, after the change to JWT sessions", async () => {
  await expectSignedOut(jwtApp, await cookiesOf(databaseApp));
});

test("a JWT session's cookie, after the change to database sessions", async () => {
  await expectSignedOut(databaseApp, await cookiesOf(jwtApp));
});

test("a JWT session's cookie, after the change to another secret", async () => {
  await expectSignedOut(otherSecretApp, await cookiesOf(jwtApp));
});

test("a JWT session in several cookies, after the change to database sessions", async () => {
  const [, value = ""] = (await cookiesOf(jwtApp)).match(/authjs\.session-token=([^;]+)/) ?? [];
  const half = Math.ceil(value.length / 2);
  const parts = [value.slice(0, half), value.slice(half)];
  const chunks = parts.map((part, index) => `authjs.session-token.${index}=${part}`);
  await expectSignedOut(databaseApp, chunks.join("; "));
});

test("a database session survives a change of the secret", async () => {
  const app = await startApp(root, { AUTH_SECRET: OTHER_SECRET });
  try {
    const { sessionToken } = await insertSession(app);
    const client = new Client(app.origin, newClient());
    for (const pair of (await cookiesOf(databaseApp)).split("; "))
      client.cookies.set(pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1));
    client.cookies.set("authjs.session-token", sessionToken);
    expect((await client.get("/account")).status).toBe(200);
    expect(await app.log()).not.toMatch(/ (warn|error) /);
  } finally {
    await app.stop();
  }
});
