// Several first sign-ins of one provider's user at the same moment, each in a browser of its own.

import { Client, consentAtGitHub, textsOf } from "../../support/client.ts";
import { type App, expect, newClient, newLogin, rows, test } from "../../support/test.ts";

const BROWSERS = 8;

/** Goes to GitHub in a browser of its own and consents. */
async function consented(app: App, login: string): Promise<{ client: Client; back: string }> {
  const client = new Client(app.origin, newClient());
  return { client, back: await consentAtGitHub(client, { login }) };
}

test("eight first sign-ins of one GitHub user at once sign all eight browsers in, and log no fault", {
  tag: "@github",
}, async ({ app }) => {
  const login = newLogin();
  const browsers = await Promise.all(Array.from({ length: BROWSERS }, () => consented(app, login)));
  const start = (await app.log()).length;
  const answers = await Promise.all(browsers.map(({ client, back }) => client.get(back)));
  expect(answers.map(({ location }) => location?.search ?? "").join()).not.toContain("error=");
  for (const { client } of browsers) expect(textsOf(await client.open("/account"), "main")[0]).toContain(login);
  const [user] = rows(app, "User", "email", `${login}@example.com`);
  expect(rows(app, "Account", "userId", String(user?.id))).toHaveLength(1);
  expect((await app.log()).slice(start)).not.toMatch(/ error |^ +at /m);
});
