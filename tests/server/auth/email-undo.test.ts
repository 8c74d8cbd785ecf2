// The way back after a change of address, with a real mail server: what the mail to the old address can do, and what an
// attacker with a session cannot prevent.

import { beforeEach, expect, it } from "vitest";
import { undoMail } from "~/messages/mail";
import type { Mailbox } from "../../../scripts/dev/mailbox";
import type { Database } from "../../support/adapter";
import { ORIGIN, openApplication, tokenTo } from "../../support/request";

const OLD = "ada@example.com";
const EVE = "eve@example.com";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  ({ database, mailbox } = await openApplication());
});

async function newUser(email = OLD, emailVerified: Date | null = new Date()): Promise<string> {
  return (await database.prisma.user.create({ data: { email, emailVerified } })).id;
}

/** An attacker with a fresh session changes the user's address. @returns the token in the mail to the old one */
async function change(id: string, from = OLD, email = EVE, emailVerified = true): Promise<string> {
  const { confirmNewEmail, sendEmailChange } = await import("~/server/auth/email-change");
  await sendEmailChange(id, email, ORIGIN);
  const token = tokenTo(mailbox, email);
  expect(await confirmNewEmail({ id, email: from, emailVerified }, email, token, ORIGIN)).toBe("changed");
  return tokenTo(mailbox, from);
}

async function undo(token: string): Promise<string> {
  const { undoNewEmail } = await import("~/server/auth/email-change");
  return undoNewEmail(token, ORIGIN);
}

const addressOf = async (id: string) => (await database.prisma.user.findUniqueOrThrow({ where: { id } })).email;

it("the link in the mail to the old address brings it back, verified, once, and the new address is told", async () => {
  const id = await newUser();
  const token = await change(id);
  expect(mailbox.mails.at(-1)?.text).toContain(undoMail.end);
  expect(undoMail.end).toContain("72");
  expect(await undo(token)).toBe("undone");
  const user = await database.prisma.user.findUnique({ where: { id } });
  expect(user).toMatchObject({ email: OLD, emailVerified: expect.any(Date) });
  expect(mailbox.mails.at(-1)?.to).toMatchObject([{ address: EVE }]);
  expect(await undo(token)).toBe("spent");
});

it("one of two presses at once brings the address back", async () => {
  const token = await change(await newUser());
  expect((await Promise.all([undo(token), undo(token), undo(token)])).sort()).toEqual(["spent", "spent", "undone"]);
});

it("the link's token is not in the database, and another user's id or an altered secret makes it worthless", async () => {
  const [id, other] = [await newUser(), await newUser("bob@example.com")];
  const [, secret = ""] = (await change(id)).split(".");
  expect(await database.stored()).not.toContain(secret);
  for (const forged of ["", ".", secret, `${other}.${secret}`, `%.${secret}`, `${id}.${secret.slice(1)}`, `${id}.`])
    expect(await undo(forged)).toBe("spent");
  expect(await addressOf(id)).toBe(EVE);
});

it("an attacker who changes the address again takes no way back from the owner, and has none after it", async () => {
  const id = await newUser();
  const owners = await change(id);
  const attackers = await change(id, EVE, "eve.2@example.com");
  expect([await undo(owners), await undo(attackers)]).toEqual(["undone", "spent"]);
  expect(await addressOf(id)).toBe(OLD);
});

it("an attacker who undoes a later change leaves the owner's link as it is", async () => {
  const id = await newUser();
  const owners = await change(id);
  const attackers = await change(id, EVE, "eve.2@example.com");
  expect([await undo(attackers), await addressOf(id)]).toEqual(["undone", EVE]);
  expect([await undo(owners), await addressOf(id)]).toEqual(["undone", OLD]);
});

it("a user who has signed up with the old address and never verified it does not block the way back", async () => {
  const id = await newUser();
  const token = await change(id);
  const squatter = await newUser(OLD, null);
  expect(await undo(token)).toBe("undone");
  expect(await addressOf(id)).toBe(OLD);
  expect(await database.prisma.user.findUnique({ where: { id: squatter } })).toBeNull();
});

it("an old address that was never verified, or opens nothing without sign-in by mail, gets no link", async () => {
  const { signInMethods } = await import("~/server/auth/sign-in-methods");
  expect(await change(await newUser(OLD, null), OLD, "new@example.com", false)).toBe("");
  expect(await database.prisma.verificationToken.count()).toBe(0);
  signInMethods.splice(0, signInMethods.length, ...signInMethods.filter(({ id }) => id !== "email"));
  expect(await change(await newUser("bob@example.com"), "bob@example.com", "bob.new@example.com")).toBe("");
  expect(mailbox.mails.at(-1)?.to).toMatchObject([{ address: "bob@example.com" }]);
});
