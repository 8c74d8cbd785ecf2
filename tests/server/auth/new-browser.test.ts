// Which sign-ins are mailed as those from a new browser, and how many mails about an account its owner gets, with a
// real mail server.

import { getRequestEvent } from "solid-js/web";
import { beforeEach, expect, it } from "vitest";
import { mailText } from "~/messages/mail";
import type { Mailbox } from "../../../scripts/dev/mailbox";
import type { Database } from "../../support/adapter";
import { inRequest, ORIGIN, openApplication } from "../../support/request";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  ({ database, mailbox } = await openApplication());
});

const newUser = (emailVerified: Date | null = new Date(), email = "ada@example.com") =>
  database.prisma.user.create({ data: { email, emailVerified } });

type User = Awaited<ReturnType<typeof newUser>>;

/** @returns the cookie that the sign-in sets */
async function signIn(user: User, { cookie = "", isNewUser = false, newSession = "s1" } = {}): Promise<string> {
  const { checkNewBrowser } = await import("~/server/auth/new-browser");
  return inRequest(new Request(ORIGIN, { headers: { cookie } }), async () => {
    Object.assign(getRequestEvent()?.locals.context ?? {}, { newSession });
    await checkNewBrowser(user, isNewUser);
    return getRequestEvent()?.response.headers.get("set-cookie")?.split(";")[0] ?? "";
  });
}

async function notify({ id }: User): Promise<void> {
  const { notifyUser } = await import("~/server/mail/notify-user");
  await notifyUser(id, "A passkey was added", `${ORIGIN}/account`);
}

it("a sign-in is mailed once for each browser, and at most five times in ten minutes", async () => {
  const ada = await newUser();
  const cookie = await signIn(ada);
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]?.text).toMatch(/http:\/\/localhost:3000\/sign-in\/report\?token=\S+\.s1\./);
  expect(await signIn(ada, { cookie })).toBe(cookie);
  expect(mailbox.mails).toHaveLength(1);
  for (let count = 0; count < 6; count++) await signIn(ada);
  expect(mailbox.mails).toHaveLength(5);
});

it("a user gets five notices in ten minutes, of which only the last says that no more follow, and a sign-in from a new browser is mailed all the same; other users get theirs", async () => {
  const [ada, bob] = [await newUser(), await newUser(new Date(), "bob@example.com")];
  await Promise.all(Array.from({ length: 20 }, () => notify(ada)));
  expect(mailbox.mails).toHaveLength(5);
  expect(mailbox.mails.filter(({ text }) => text?.includes(mailText.noMoreSecurityMails))).toHaveLength(1);
  expect(mailText.noMoreSecurityMails).toContain("10");
  await notify(bob);
  expect(mailbox.mails.at(-1)).toMatchObject({ to: [{ address: "bob@example.com" }] });
  await signIn(ada);
  expect(mailbox.mails.at(-1)?.text).toContain("/sign-in/report?token=");
});

it("the sign-in that creates an account is not mailed, and makes its browser known", async () => {
  const ada = await newUser();
  await signIn(ada, { cookie: await signIn(ada, { isNewUser: true }) });
  expect(mailbox.mails).toHaveLength(0);
});

it("a sign-in before the address was verified is not mailed, and makes no browser known", async () => {
  expect(await signIn(await newUser(null))).toBe("");
  expect(mailbox.mails).toHaveLength(0);
});

it("the mail leads to the account page where there is no session that can be ended", async () => {
  await signIn(await newUser(), { newSession: "" });
  expect(mailbox.mails[0]?.text).toContain(`${ORIGIN}/account\n`);
});

it("a sign-in with newBrowserMails off gets neither a mail nor a cookie", async () => {
  const { default: appConfig } = await import("../../../app.config");
  appConfig.newBrowserMails = false;
  expect(await signIn(await newUser())).toBe("");
  expect(mailbox.mails).toHaveLength(0);
});
