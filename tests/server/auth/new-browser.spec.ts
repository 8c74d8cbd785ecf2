// The mail about a sign-in from a new browser, as real sign-ins cause it. Its button: tests/account/sessions.spec.ts.

import { deviceText } from "../../../src/messages/devices.ts";
import { linkMails, securityMailTitles } from "../../../src/messages/mail.ts";
import { Client, signInByLink } from "../../support/client.ts";
import { type App, expect, insertSession, linkIn, mailTo, newClient, newEmail, test } from "../../support/test.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function signIn(client: Client, app: App, email: string): Promise<void> {
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)), { "user-agent": FIREFOX });
  expect(await isSignedIn(client)).toBe(true);
}

const isSignedIn = async (client: Client) => (await client.get("/account")).status === 200;

const subjectsTo = (app: App, email: string) =>
  app.mailbox.mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject);

const SIGN_IN = linkMails.signIn("", true).title;
const NEW_BROWSER = securityMailTitles.newBrowser;

test("the first sign-in from a browser is mailed, later ones are not, and neither is that of a new account", {
  tag: "@email",
}, async ({ app }) => {
  const email = newEmail();
  const [first, second] = [new Client(app.origin, newClient()), new Client(app.origin, newClient())];
  await signIn(first, app, email);
  await signIn(first, app, email);
  expect(subjectsTo(app, email)).toEqual([SIGN_IN, SIGN_IN]);
  await signIn(second, app, email);
  expect((await mailTo(app, email)).text).toContain(deviceText.browserOn("Firefox", "Windows"));
  await signIn(second, app, email);
  expect(subjectsTo(app, email)).toEqual([SIGN_IN, SIGN_IN, SIGN_IN, NEW_BROWSER, SIGN_IN]);
});

test("a mail server that refuses the mail fails no sign-in", { tag: "@email" }, async ({ app }) => {
  const { email } = await insertSession(app);
  const client = new Client(app.origin, newClient());
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  const link = linkIn(await mailTo(app, email));
  app.refuseMail = true;
  try {
    await signInByLink(client, link);
    expect(await isSignedIn(client)).toBe(true);
  } finally {
    app.refuseMail = false;
  }
});
