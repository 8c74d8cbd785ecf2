// What a spam filter makes of each mail that the application sends, at an address as in production.

import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newBrowserMail, securityMailTitles } from "~/messages/mail";
import { engines } from "~/server/engines";
import { sendEmailTakenMail, sendNewEmailMail, sendSecurityMail, sendSignInMail } from "~/server/mail";
import { readMailFile } from "../../scripts/dev/mail-file.ts";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { spamPoints } from "./support/spam.ts";

const ORIGIN = "https://app.example.com";
const TO = "ada@example.org";
const TOKEN = "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08";
const LINK = `${ORIGIN}/sign-in/confirm?${new URLSearchParams({ callbackUrl: `${ORIGIN}/account`, token: TOKEN, email: TO })}`;

/** Five points make spam. */
const MAX_POINTS = 0.5;

const file = join(temporaryFolder(), "mails.json");
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox({ file });
  vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
  vi.stubEnv("DATABASE_URL", engines.exampleUrl);
  vi.stubEnv("EMAIL_SERVER", mailbox.url);
  vi.stubEnv("EMAIL_FROM", "Acme <sign-in@example.com>");
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await mailbox.close();
});

it("no mail of the application gets half a point of the five that make spam", async () => {
  await sendSignInMail(TO, LINK, "123456");
  await sendSignInMail(TO, LINK);
  await sendNewEmailMail(TO, `${ORIGIN}/account/email?${new URLSearchParams({ email: TO, token: TOKEN })}`);
  await sendEmailTakenMail(TO, `${ORIGIN}/account`);
  const titles = Object.values(securityMailTitles).map((title) =>
    typeof title === "string" ? title : title("GitHub"),
  );
  for (const title of titles) await sendSecurityMail(TO, title, `${ORIGIN}/account`);
  await sendSecurityMail(TO, securityMailTitles.newBrowser, `${ORIGIN}/report?token=${TOKEN}`, newBrowserMail);
  const mails = (await readMailFile(file)).map(({ source }) => source.toString("latin1"));
  expect(mails).toHaveLength(titles.length + 5);
  for (const { points, report } of spamPoints(mails)) expect(points, report).toBeLessThan(MAX_POINTS);
});
