// How many mails a client can have sent, and how many an address gets.

import { accountText } from "../../../src/messages/account.ts";
import type { App } from "../../support/app.ts";
import { Client } from "../../support/client.ts";
import {
  askForEmail,
  expect,
  expectFieldError,
  expectNotice,
  newClient,
  newEmail,
  signedIn,
  test,
} from "../../support/test.ts";

const MAILS_TO_ADDRESS = 5;
const MAILS_OF_CLIENT = 150;

async function askForLink(client: Client, email: string) {
  return client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
}

const mailsTo = (app: App, address: string) =>
  app.mailbox.mails.filter(({ to }) => to?.some((recipient) => recipient.address === address)).length;

/** Sets a counter as after so many attempts in this window. */
function setUsed(app: App, limit: string, attempts: number): void {
  app.database.prepare(`UPDATE "RateLimit" SET "points" = ? WHERE "key" LIKE ?`).run(attempts, `${limit}:%`);
}

test("a user who asks to change to an address leaves its owner the sign-in mail, and five links are the most of each", {
  tag: "@email",
}, async ({ app, page, context }) => {
  const address = newEmail();
  const field = page.getByRole("textbox", { name: accountText.profile.newEmail });
  await signedIn(app, context);
  for (const asked of [0, MAILS_TO_ADDRESS - 1, MAILS_TO_ADDRESS]) {
    setUsed(app, "changesToEmail", asked);
    await page.goto("/account");
    await askForEmail(page, address);
    if (asked < MAILS_TO_ADDRESS) await expectNotice(page, "emailAsked");
    else await expectFieldError(field, "emailLimited");
  }
  await expect(field).toHaveValue(address);
  await expect.poll(() => mailsTo(app, address)).toBe(2);
  for (let asked = 0; asked < MAILS_TO_ADDRESS; asked++)
    expect((await askForLink(new Client(app.origin, newClient()), address)).location?.pathname).toContain(
      "verify-request",
    );
  expect((await askForLink(new Client(app.origin, newClient()), address)).status).toBe(429);
  await expect.poll(() => mailsTo(app, address)).toBe(2 + MAILS_TO_ADDRESS);
});

test("a client whose mails fail has a limit, and uses up the limit of no address", { tag: "@email" }, async ({
  app,
}) => {
  const client = new Client(app.origin, newClient());
  const address = newEmail();
  app.refuseMail = true;
  try {
    for (let asked = 0; asked <= MAILS_TO_ADDRESS; asked++) {
      expect((await askForLink(client, address)).location?.searchParams.get("code")).toBe("unsent");
      if (asked === 0) setUsed(app, "links", MAILS_OF_CLIENT - MAILS_TO_ADDRESS - 1);
    }
    // A request without an address counts as well.
    expect((await client.post("/api/auth/signin/email", {})).status).not.toBe(429);
    expect((await askForLink(client, address)).status).toBe(429);
  } finally {
    app.refuseMail = false;
    setUsed(app, "links", 0);
  }
  expect((await askForLink(new Client(app.origin, newClient()), address)).location?.pathname).toContain(
    "verify-request",
  );
});
