// What `npm run doctor` is told about the mail server.

import { expect, it, onTestFinished } from "vitest";
import { readMailServer } from "~/server/email-settings";
import { mailServerProblem } from "~/server/mail/check";
import { openMailbox } from "../../../scripts/dev/mailbox.ts";
import { freePort } from "../../support/free-port.ts";

async function problemOf(url: string): Promise<string | null | undefined> {
  const { value } = readMailServer(url);
  return value && mailServerProblem(value);
}

it("a mail server that takes the connection has no problem; one that does not answer, or knows no such user, is told with the reason", async () => {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  expect(await problemOf(mailbox.url)).toBeNull();
  expect(await problemOf(`smtp://127.0.0.1:${await freePort()}`)).toContain("ECONNREFUSED");
  expect(await problemOf(mailbox.url.replace("//", "//user:password@"))).toMatch(/auth|login|STARTTLS/i);
});
