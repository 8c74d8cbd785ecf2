// Cookies on https. A sibling subdomain, or an attacker on the network who answers over http, can set any cookie whose
// name lacks `__Host-`. Pages must ignore those.

import { encode } from "@auth/core/jwt";
import { type App, SECRET, startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { expect, insertSession, newClient, test } from "../../tests/support/test.ts";

const ORIGIN = "https://app.example.com";
const ADDRESS = "planted@example.com";

let app: App;

test.beforeAll(async () => {
  app = await startApp(undefined, { AUTH_URL: ORIGIN });
});
test.afterAll(() => app.stop());

/** The cookies that pages read, the page that shows each, and the text that shows it. */
const COOKIES = [
  { name: "theme", value: "dark", path: "/", shows: 'data-theme="dark"' },
  { name: "last-method", value: "github", path: "/sign-in", shows: "Last used" },
  { name: "typed-email", value: ADDRESS, path: "/sign-in?error=EmailSignInError&code=unsent", shows: ADDRESS },
  { name: "sent-again", value: "1", path: "/verify-request", shows: "We sent the link again" },
  { name: "return-to", value: "/planted", path: "/", shows: "/planted" },
  { name: "notice", value: JSON.stringify({ code: "accountDeleted" }), path: "/", shows: "were deleted" },
];

for (const { name, value, path, shows } of COOKIES)
  test(`the cookie "${name}" counts on https with its prefix alone (${path})`, async () => {
    const open = async (cookie: string) =>
      (await new Client(app.origin, newClient()).get(path, { accept: "text/html", cookie })).body;
    const pair = `${name}=${encodeURIComponent(value)}`;
    expect(await open(`__Host-${pair}`)).toContain(shows);
    expect(await open(pair)).not.toContain(shows);
    expect(await open(`__Secure-${pair}`)).not.toContain(shows);
  });

test("cookies of Auth.js and the layer are ignored on https without their prefix", async () => {
  const { sessionToken, email } = await insertSession(app);
  const session = async (cookie: string) =>
    (await new Client(app.origin, newClient()).get("/api/auth/session", { cookie })).body;
  expect(await session(`__Secure-authjs.session-token=${sessionToken}`)).toContain(email);
  expect(await session(`authjs.session-token=${sessionToken}`)).toBe("null");

  const sealed = async (name: string) =>
    `${name}=${await encode({ token: { email: ADDRESS }, secret: SECRET, salt: name, maxAge: 60 })}`;
  const verifyRequest = async (cookie: string) =>
    (await new Client(app.origin, newClient()).get("/verify-request", { accept: "text/html", cookie })).body;
  expect(await verifyRequest(await sealed("__Host-authjs.mail-request"))).toContain(ADDRESS);
  expect(await verifyRequest(await sealed("authjs.mail-request"))).not.toContain(ADDRESS);
});
