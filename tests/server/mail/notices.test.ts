// How many mails about an account its owner gets, with a real mail server.

import { beforeEach, expect, it, vi } from "vitest";
import { deviceText } from "~/messages/devices";
import { linkMails, mailText } from "~/messages/mail";
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

async function newUser(email: string): Promise<string> {
  return (await database.prisma.user.create({ data: { email, emailVerified: new Date() } })).id;
}

it("a user gets five notices in ten minutes, of which only the last says that no more follow; other users get theirs", async () => {
  const { notifyUser } = await import("~/server/mail/notify-user");
  const { mailText } = await import("~/messages/mail");
  const [ada, bob] = [await newUser("ada@example.com"), await newUser("bob@example.com")];
  await Promise.all(Array.from({ length: 20 }, () => notifyUser(ada, "A passkey was added", `${ORIGIN}/account`)));
  expect(mailbox.mails).toHaveLength(5);
  expect(mailbox.mails.filter(({ text }) => text?.includes(mailText.noMoreSecurityMails))).toHaveLength(1);
  expect(mailText.noMoreSecurityMails).toContain("10");
  await notifyUser(bob, "A passkey was added", `${ORIGIN}/account`);
  expect(mailbox.mails.at(-1)).toMatchObject({ to: [{ address: "bob@example.com" }] });
});

it("a change stays done if the database is away when its notice is due: the log says that it was not sent", async () => {
  const { notifyUser } = await import("~/server/mail/notify-user");
  const { requestContext } = await import("~/server/http/request-context");
  const ada = await newUser("ada@example.com");
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await inRequest(new Request(ORIGIN), async () => {
    requestContext().databaseFailure = new Error("The disk is away.");
    expect(await notifyUser(ada, "A passkey was removed", `${ORIGIN}/account`)).toBeUndefined();
  });
  expect(mailbox.mails).toEqual([]);
  expect(String(logged.mock.calls)).toContain("a notice to a user could not be sent");
  logged.mockRestore();
});

it("a mail about a new browser comes, however many notices of another kind there were", async () => {
  const { notifyUser } = await import("~/server/mail/notify-user");
  const ada = await newUser("ada@example.com");
  for (let count = 0; count < 20; count++) await notifyUser(ada, "A passkey was added", `${ORIGIN}/account`);
  await notifyUser(ada, "New sign-in", `${ORIGIN}/account`, {}, "newBrowserMails");
  expect(mailbox.mails.at(-1)?.subject).toContain("New sign-in");
});

it("a mail names the device that sent the request, cut to 60 characters, and an unknown one as that", async () => {
  const { sendSecurityMail } = await import("~/server/mail");
  const from = async (userAgent: string) => {
    const request = new Request(ORIGIN, { headers: { "user-agent": userAgent } });
    await inRequest(request, () => sendSecurityMail("ada@example.com", "A passkey was added", ORIGIN));
    // The words before the device and after it.
    const [, before = "", after = ""] = linkMails.security("", "|", "|").lead.split("|");
    return mailbox.mails.at(-1)?.text?.split(before)[1]?.split(after)[0];
  };
  expect(await from("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe(
    deviceText.browserOn("Firefox", "Linux"),
  );
  expect(await from(`${"x".repeat(61)}/1.0 (y)`)).toBe("x".repeat(60));
  expect(await from("")).toBe(mailText.unknownDevice);
});
