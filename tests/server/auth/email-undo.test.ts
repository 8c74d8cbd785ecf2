// The way back after a change of address, with a real mail server: what the mail to the old address can do, and what an
// attacker with a session cannot prevent.

import { beforeEach, expect, it, vi } from "vitest";
import { undoMail } from "~/messages/mail";
import { type Mailbox, openMailbox } from "../../../scripts/dev/mailbox";
import { type Database, openDatabase } from "../../support/adapter";
import { ORIGIN, useApplication } from "../../support/request";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  database = await openDatabase();
  mailbox = await openMailbox();
  useApplication(database, { EMAIL_SERVER: mailbox.url, EMAIL_FROM: "from@example.com" });
  return async () => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
    await mailbox.close();
  };
});

const OLD = "ada@example.com";

async function newUser(email: string, emailVerified: Date | null = new Date()): Promise<string> {
  return (await database.prisma.user.create({ data: { email, emailVerified } })).id;
}

/** The token in the newest mail to an address. */
function tokenTo(address: string): string {
  const mail = mailbox.mails.findLast(({ to }) => to?.[0]?.address === address);
  const link = mail?.text?.match(/https?:\/\/\S+/)?.[0];
  return (link && new URL(link).searchParams.get("token")) ?? "";
}

/** An attacker with a fresh session changes the user's address. @returns the token in the mail to the old one */
async function change(id: string, from: string, email: string, isVerified = true): Promise<string> {
  const { confirmNewEmail, sendEmailChange } = await import("~/server/auth/email-change");
  await sendEmailChange(id, email, ORIGIN);
  const user = { id, email: from, emailVerified: isVerified };
  expect(await confirmNewEmail(user, email, tokenTo(email), ORIGIN)).toBe("changed");
  return tokenTo(from);
}

async function undo(token: string): Promise<string> {
  const { undoNewEmail } = await import("~/server/auth/email-change");
  return undoNewEmail(token, ORIGIN);
}

const addressOf = async (id: string) => (await database.prisma.user.findUniqueOrThrow({ where: { id } })).email;

it("the link in the mail to the old address brings it back, once, and the new address is told", async () => {
  const id = await newUser(OLD);
  const token = await change(id, OLD, "eve@example.com");
  expect(mailbox.mails.at(-1)).toMatchObject({ to: [{ address: OLD }], text: expect.stringContaining(undoMail.end) });
  expect(undoMail.end).toContain("72");
  expect(await undo(token)).toBe("undone");
  expect(await database.prisma.user.findUnique({ where: { id } })).toMatchObject({
    email: OLD,
    emailVerified: expect.any(Date),
  });
  expect(mailbox.mails.at(-1)).toMatchObject({ to: [{ address: "eve@example.com" }] });
  expect(await undo(token)).toBe("spent");
});

it("one of two presses at once brings the address back", async () => {
  const token = await change(await newUser(OLD), OLD, "eve@example.com");
  expect((await Promise.all([undo(token), undo(token), undo(token)])).sort()).toEqual(["spent", "spent", "undone"]);
});

it("the link's token is not in the database, and another user's id or an altered secret makes it worthless", async () => {
  const [id, other] = [await newUser(OLD), await newUser("bob@example.com")];
  const token = await change(id, OLD, "eve@example.com");
  const [, secret = ""] = token.split(".");
  expect(await database.stored()).not.toContain(secret);
  for (const forged of ["", ".", secret, `${other}.${secret}`, `%.${secret}`, `${id}.${secret.slice(1)}`, `${id}.`])
    expect(await undo(forged)).toBe("spent");
  expect(await addressOf(id)).toBe("eve@example.com");
});

it("an attacker who changes the address again takes no way back from the owner, and has none after it", async () => {
  const id = await newUser(OLD);
  const owners = await change(id, OLD, "eve.1@example.com");
  const attackers = await change(id, "eve.1@example.com", "eve.2@example.com");
  expect(await undo(owners)).toBe("undone");
  expect(await undo(attackers)).toBe("spent");
  expect(await addressOf(id)).toBe(OLD);
});

it("an attacker who undoes a later change leaves the owner's link as it is", async () => {
  const id = await newUser(OLD);
  const owners = await change(id, OLD, "eve.1@example.com");
  const attackers = await change(id, "eve.1@example.com", "eve.2@example.com");
  expect(await undo(attackers)).toBe("undone");
  expect(await addressOf(id)).toBe("eve.1@example.com");
  expect(await undo(owners)).toBe("undone");
  expect(await addressOf(id)).toBe(OLD);
});

it("a change that the attacker has asked for cannot be confirmed after the way back", async () => {
  const { confirmNewEmail, sendEmailChange } = await import("~/server/auth/email-change");
  const id = await newUser(OLD);
  const token = await change(id, OLD, "eve.1@example.com");
  await sendEmailChange(id, "eve.2@example.com", ORIGIN);
  expect(await undo(token)).toBe("undone");
  const user = { id, email: OLD, emailVerified: true };
  expect(await confirmNewEmail(user, "eve.2@example.com", tokenTo("eve.2@example.com"), ORIGIN)).toBe("spent");
});

it("a user who has signed up with the old address and never verified it does not block the way back", async () => {
  const id = await newUser(OLD);
  const token = await change(id, OLD, "eve@example.com");
  const squatter = await newUser(OLD, null);
  expect(await undo(token)).toBe("undone");
  expect(await addressOf(id)).toBe(OLD);
  expect(await database.prisma.user.findUnique({ where: { id: squatter } })).toBeNull();
});

it("a verified account with the old address stays, and the link works once that account is gone", async () => {
  const { deleteUser } = await import("~/server/auth/account-events");
  const id = await newUser(OLD);
  const token = await change(id, OLD, "eve@example.com");
  const other = await newUser(OLD);
  expect(await undo(token)).toBe("taken");
  expect([await addressOf(id), await addressOf(other)]).toEqual(["eve@example.com", OLD]);
  await deleteUser({ id: other, email: OLD });
  expect(await undo(token)).toBe("undone");
});

it("the link of a deleted account brings nothing back", async () => {
  const { deleteUser } = await import("~/server/auth/account-events");
  const id = await newUser(OLD);
  const token = await change(id, OLD, "eve@example.com");
  await deleteUser({ id, email: "eve@example.com" });
  expect(await undo(token)).toBe("spent");
  expect(await database.prisma.user.count()).toBe(0);
});

it("an old address that was never verified, or opens nothing without sign-in by mail, gets no link", async () => {
  const { signInMethods } = await import("~/server/auth/sign-in-methods");
  expect(await change(await newUser(OLD, null), OLD, "new@example.com", false)).toBe("");
  expect(await database.prisma.verificationToken.count()).toBe(0);
  signInMethods.splice(0, signInMethods.length, ...signInMethods.filter(({ id }) => id !== "email"));
  expect(await change(await newUser("bob@example.com"), "bob@example.com", "bob.new@example.com")).toBe("");
  expect(mailbox.mails.at(-1)).toMatchObject({ to: [{ address: "bob@example.com" }] });
});
