// Which sign-ins are mailed as those from a new browser, with a real mail server.

import { getRequestEvent } from "solid-js/web";
import { beforeEach, expect, it, vi } from "vitest";
import { type Mailbox, openMailbox } from "../../../scripts/dev/mailbox";
import { type Database, openDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  database = await openDatabase();
  mailbox = await openMailbox();
  useApplication(database, { EMAIL_SERVER: mailbox.url, EMAIL_FROM: "from@example.com" });
  return async () => {
    vi.unstubAllEnvs();
    await mailbox.close();
  };
});

const newUser = (emailVerified: Date | null) =>
  database.prisma.user.create({ data: { email: "ada@example.com", emailVerified } });

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

it("a sign-in is mailed once for each browser, and at most five times in ten minutes", async () => {
  const ada = await newUser(new Date());
  const cookie = await signIn(ada);
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]?.text).toMatch(/http:\/\/localhost:3000\/sign-in\/report\?token=\S+\.s1\./);
  expect(await signIn(ada, { cookie })).toBe(cookie);
  expect(mailbox.mails).toHaveLength(1);
  for (let count = 0; count < 6; count++) await signIn(ada);
  expect(mailbox.mails).toHaveLength(5);
});

it("a sign-in from a new browser is mailed, however many other security mails the user has got", async () => {
  const ada = await newUser(new Date());
  const { notifyUser } = await import("~/server/mail/notify-user");
  for (let count = 0; count < 6; count++) await notifyUser(ada.id, "A passkey was added", `${ORIGIN}/account`);
  await signIn(ada);
  expect(mailbox.mails.at(-1)?.text).toContain("/sign-in/report?token=");
});

it("the sign-in that creates an account is not mailed, and makes its browser known", async () => {
  const ada = await newUser(new Date());
  const cookie = await signIn(ada, { isNewUser: true });
  await signIn(ada, { cookie });
  expect(mailbox.mails).toHaveLength(0);
});

it("a sign-in before the address was verified is not mailed, and makes no browser known", async () => {
  expect(await signIn(await newUser(null))).toBe("");
  expect(mailbox.mails).toHaveLength(0);
});

it("the mail leads to the account page where there is no session that can be ended", async () => {
  await signIn(await newUser(new Date()), { newSession: "" });
  expect(mailbox.mails[0]?.text).toContain(`${ORIGIN}/account\n`);
});

it("a sign-in with newBrowserMails off gets neither a mail nor a cookie", async () => {
  const { default: appConfig } = await import("../../../app.config");
  appConfig.newBrowserMails = false;
  expect(await signIn(await newUser(new Date()))).toBe("");
  expect(mailbox.mails).toHaveLength(0);
});
