// The pages' own cookies on https. (The layer's: packages/solid-authjs/test/cookies.test.ts.) A sibling subdomain, or
// an attacker on the network who answers over http, can set any cookie whose name lacks `__Host-`. Pages must ignore
// those.

import { type App, startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { expect, newClient, test } from "../../tests/support/test.ts";

const ORIGIN = "https://app.example.com";
const ADDRESS = "planted@example.com";

let app: App;

test.beforeAll(async () => {
  app = await startApp(undefined, { AUTH_URL: ORIGIN });
});
test.afterAll(() => app.stop());

/** A cookie of each place that reads some, the page that shows it, and the text that shows it. */
const COOKIES = [
  { name: "theme", value: "dark", path: "/", shows: 'data-theme="dark"' },
  { name: "typed-email", value: ADDRESS, path: "/sign-in?error=EmailSignInError&code=unsent", shows: ADDRESS },
];

const bodyOf = async (path: string, cookie: string) =>
  (await new Client(app.origin, newClient()).get(path, { accept: "text/html", cookie })).body;

for (const { name, value, path, shows } of COOKIES)
  test(`the cookie "${name}" counts on https with its prefix alone (${path})`, async () => {
    const pair = `${name}=${encodeURIComponent(value)}`;
    expect(await bodyOf(path, `__Host-${pair}`)).toContain(shows);
    for (const prefix of ["", "__Secure-"]) expect(await bodyOf(path, prefix + pair)).not.toContain(shows);
  });
