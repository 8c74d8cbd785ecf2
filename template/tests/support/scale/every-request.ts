// A user's whole life at the application, request by request: each way to sign in, each page, each action, the sweep,
// and the deletion. So each statement that the server knows is run, with the parameters that it has in earnest.

import { expect } from "@playwright/test";
import { Passkey } from "../../../../packages/solid-authjs/test/support/passkey.ts";
import type { App } from "../../../../tests/support/app.ts";
import { type Answer, Client, consentAtGitHub, fieldsOf, textsOf } from "../../../../tests/support/client.ts";
import { linkIn, newEmail, newLogin } from "../../../../tests/support/test.ts";

const PAGES = ["/", "/welcome", "/protected", "/account", "/account/data", "/api/auth/session", "/api/health"];

/** @returns a form's path, and what it posts. @param button its text. The menu of each page has others before it */
export function formOf({ to, body }: Answer, button: string): { path: string; fields: Record<string, string> } {
  const forms = body.replace(/<!--.*?-->/g, "").match(/<form.*?<\/form>/gs) ?? [];
  const form = forms.findLast((each) => textsOf({ body: each }, "button").some((text) => text.endsWith(button)));
  if (!form) throw new Error(`${to} has no form with the button "${button}".`);
  const path = form.match(/action="([^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { path, fields: fieldsOf({ body: form }, '[^"]*') };
}

/** Presses a button of a page, without JavaScript. */
async function press(
  client: Client,
  page: string,
  button: string,
  values: Record<string, string> = {},
): Promise<Answer> {
  const { path, fields } = formOf(await client.open(page), button);
  const answer = await client.post(path, { ...fields, ...values }, { accept: "text/html" });
  expect(answer.status, button).toBe(302);
  return answer;
}

/** Adds a passkey, or signs in with it. */
export async function answerCeremony(
  client: Client,
  passkey: Passkey,
  action: "register" | "authenticate",
): Promise<void> {
  const { options } = JSON.parse((await client.get(`/api/auth/webauthn-options/passkey?action=${action}`)).body);
  const credential = action === "register" ? passkey.register(options) : passkey.authenticate(options);
  const fields = {
    csrfToken: await client.csrfToken(),
    action,
    data: JSON.stringify(credential),
    callbackUrl: "/protected",
  };
  const { status } = await client.post("/api/auth/callback/passkey", fields);
  expect(status, action).toBeLessThan(400);
}

/** The newest link in a mail to an address that leads to a page. Each is followed once. */
function inbox(app: App) {
  const followed = new Set<string>();
  return async (address: string, page: string): Promise<string> => {
    const links = () =>
      app.mailbox.mails
        .filter(({ to }) => to?.some((recipient) => recipient.address === address))
        .map(linkIn)
        .filter((link) => new URL(link).pathname === page && !followed.has(link));
    await expect.poll(links, { message: `a mail to ${address}` }).not.toEqual([]);
    const link = links().at(-1) ?? "";
    followed.add(link);
    return link;
  };
}

type Inbox = ReturnType<typeof inbox>;

/** By mail, in a browser of its own. */
async function signIn(app: App, linkTo: Inbox, email: string): Promise<Client> {
  const client = new Client(app.origin);
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await press(client, await linkTo(email, "/sign-in/confirm"), "Sign in");
  expect(client.sessionToken).toBeDefined();
  return client;
}

async function atGitHub(app: App, login: string, email: string): Promise<Client> {
  const client = new Client(app.origin);
  await client.open(await consentAtGitHub(client, { login, email }));
  expect(client.sessionToken).toBeDefined();
  return client;
}

export async function makeEveryRequest(app: App): Promise<void> {
  const linkTo = inbox(app);
  const email = newEmail();
  const client = await signIn(app, linkTo, email);
  for (const page of PAGES) expect((await client.get(page)).status, page).toBe(200);
  const login = newLogin();
  // The first makes a user, the second finds them.
  for (let time = 0; time < 2; time++) await atGitHub(app, login, `${login}@example.com`);

  const passkey = new Passkey(app.origin);
  await answerCeremony(client, passkey, "register");
  await answerCeremony(new Client(app.origin), passkey, "authenticate");
  await press(client, "/account", "Rename", { name: "Mine" });
  await press(client, "/account", "Save", { name: "Ada" });
  await press(client, "/account", "Sign out");
  const other = await signIn(app, linkTo, email);
  await press(client, await linkTo(email, "/sign-in/report"), "Sign that browser out");
  expect((await other.get("/api/auth/session")).body).toBe("null");
  await press(client, "/account", "Remove");

  const changed = newEmail("changed");
  await press(client, "/account", "Change email", { email: changed });
  await press(client, await linkTo(changed, "/account/email"), "Change the email");
  await press(client, await linkTo(email, "/sign-in/undo"), "Get my email back");

  const again = await signIn(app, linkTo, email);
  await again.post("/api/auth/signout", { csrfToken: await again.csrfToken() });
  const last = await signIn(app, linkTo, email);
  await signIn(app, linkTo, email);
  await press(last, "/account", "Sign out other sessions");
  await press(last, "/account", "Delete account", { confirmation: email });
  expect((await last.get("/api/auth/session")).body).toBe("null");
}
