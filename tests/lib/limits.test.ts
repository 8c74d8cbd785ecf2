// Each limit that texts name, tried at its edge.

import { getRequestEvent } from "solid-js/web";
import { beforeEach, expect, it, vi } from "vitest";
import * as limits from "~/lib/limits";
import type { User } from "~/server/http/request-context";
import appConfig from "../../app.config";
import type { Mailbox } from "../../scripts/dev/mailbox";
import { type Database, passkeyOf } from "../support/adapter";
import { isOffered } from "../support/methods";
import { inRequest, ORIGIN, openApplication, press, sessionOf } from "../support/request";

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 60 * 60_000, 24 * 60 * 60_000];

let database: Database;
let user: { id: string; email: string; emailVerified: Date | null };
let mailbox: Mailbox;

beforeEach(async () => {
  ({ database, mailbox } = await openApplication());
  user = await database.prisma.user.create({ data: { email: "ada@example.com", emailVerified: new Date() } });
  // The clock stands still, so that a busy machine takes no time of a limit.
  vi.useFakeTimers({ toFake: ["Date"] });
});

const tokenOfMail = () => mailbox.mails.at(-1)?.text?.match(/token=([^&\s]+)/)?.[1] ?? "";

/** Goes on to a second before so many units of time have passed. */
function wait(amount: number, unitMs: number): void {
  vi.setSystemTime(Date.now() + amount * unitMs - 1000);
}

async function confirmChange(): Promise<string> {
  const { confirmNewEmail } = await import("~/server/auth/email-change");
  return confirmNewEmail({ ...user, emailVerified: true }, "new@example.com", tokenOfMail(), ORIGIN);
}

async function askForChange(): Promise<void> {
  const { sendEmailChange } = await import("~/server/auth/email-change");
  await sendEmailChange(user.id, "new@example.com", ORIGIN);
}

/** The user, as a session has them. */
const owner = () => ({ ...user, emailVerified: true }) as unknown as User;

const addPasskeys = (amount: number) =>
  database.prisma.authenticator.createMany({
    data: Array.from({ length: amount }, (_, index) => ({ ...passkeyOf(`${index}`), userId: user.id })),
  });

/** Whether so much is taken, or is not too late. */
const TAKES: Record<keyof typeof limits, (amount: number) => Promise<boolean>> = {
  async LINK_MINUTES(amount) {
    await askForChange();
    wait(amount, MINUTE_MS);
    return (await confirmChange()) === "changed";
  },
  async REPORT_DAYS(amount) {
    const { checkNewBrowser, reportSignIn } = await import("~/server/auth/new-browser");
    await inRequest(new Request(ORIGIN), () => {
      Object.assign(getRequestEvent()?.locals.context ?? {}, { newSession: "s1" });
      return checkNewBrowser(user);
    });
    wait(amount, DAY_MS);
    return (await reportSignIn(tokenOfMail())) === user.id;
  },
  async UNDO_HOURS(amount) {
    const { undoNewEmail } = await import("~/server/auth/email-change");
    await askForChange();
    await confirmChange();
    wait(amount, HOUR_MS);
    return (await undoNewEmail(tokenOfMail(), ORIGIN)) === "undone";
  },
  async MAX_EVENTS_OF_A_KIND(amount) {
    const { recordSecurityEvent } = await import("~/server/auth/security-events");
    // A session's thief pushes no event of another kind out.
    await recordSecurityEvent(user.id, "method added");
    for (let count = 0; count < amount; count++) await recordSecurityEvent(user.id, "signed in");
    return (await database.prisma.securityEvent.count()) === amount + 1;
  },
  async MAX_SECURITY_EVENTS(amount) {
    const { loadAccount } = await import("~/server/auth/account");
    const data = Array.from({ length: amount }, (_, index) => ({ userId: user.id, event: `${index}` }));
    await database.prisma.securityEvent.createMany({ data });
    return (await loadAccount(owner())).activity.length === amount;
  },
  async SECURITY_EVENT_DAYS(amount) {
    const { sweep } = await import("~/server/database/sweep");
    await database.prisma.securityEvent.create({ data: { userId: user.id, event: "signed in" } });
    wait(amount, DAY_MS);
    await sweep(database.prisma);
    return (await database.prisma.securityEvent.count()) === 1;
  },
  async MAX_NAME_LENGTH(amount) {
    const name = "x".repeat(amount);
    await press(await sessionOf(database, user), (await import("~/account/profile")).saveName, { name });
    return (await database.prisma.user.count({ where: { name } })) === 1;
  },
  async MAX_PASSKEY_NAME_LENGTH(amount) {
    const name = "x".repeat(amount);
    await addPasskeys(1);
    const { renamePasskey } = await import("~/account/methods");
    await press(await sessionOf(database, user), renamePasskey, { id: "0", name });
    return (await database.prisma.authenticator.count({ where: { name } })) === 1;
  },
  async MAX_PASSKEYS(amount) {
    const { authConfig } = await import("~/server/auth/config");
    await addPasskeys(amount - 1);
    const headers = { cookie: await sessionOf(database, user) };
    const account = { type: "webauthn", provider: "passkey", providerAccountId: "new" } as const;
    const add = async () => authConfig.callbacks?.signIn?.({ user, account });
    return (await inRequest(new Request(ORIGIN, { headers }), add)) === true;
  },
};

/** Without sign-in by mail, no mail brings an address back. */
const others = isOffered("email") ? [] : ["UNDO_HOURS"];
const all = Object.entries(limits).filter(([name]) => !others.includes(name));

it.each(all)("the limit %s takes %i", async (name, most) => {
  expect(await inRequest(new Request(ORIGIN), () => TAKES[name as keyof typeof limits](most))).toBe(true);
});

it.each(all)("the limit %s refuses more than %i", async (name, most) => {
  const more = /_(?:MINUTES|HOURS|DAYS)$/.test(name) ? 0.1 : 1;
  expect(await inRequest(new Request(ORIGIN), () => TAKES[name as keyof typeof limits](most + more))).toBe(false);
});

it("the account page lists the sessions that still sign in, and no others; a JWT is in no list", async () => {
  const { loadAccount } = await import("~/server/auth/account");
  const { strategy, absoluteMaxAge } = appConfig.session;
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const session = (id: string, authenticatedAt: Date, expires: Date) =>
    database.prisma.session.create({
      data: { id, sessionToken: id, userId: user.id, createdAt: authenticatedAt, authenticatedAt, expires },
    });
  await session("old", at(60 - absoluteMaxAge), at(60));
  await session("too old", at(-60 - absoluteMaxAge), at(60));
  await session("expired", at(-60), at(-1));
  const { sessions } = await inRequest(new Request(ORIGIN), () => loadAccount(owner()));
  expect(sessions?.map(({ id }) => id) ?? null).toEqual(strategy === "database" ? ["old"] : null);
});

it("password managers are told a user's passkeys as long as the page lists them all: from the most on, none", async () => {
  const { loadAccount } = await import("~/server/auth/account");
  const signalled = async () => {
    const { methods } = await inRequest(new Request(ORIGIN), () => loadAccount(owner()));
    return methods.signals?.credentialIds.length;
  };
  await addPasskeys(limits.MAX_PASSKEYS - 1);
  expect(await signalled()).toBe(limits.MAX_PASSKEYS - 1);
  await database.prisma.authenticator.deleteMany();
  await addPasskeys(limits.MAX_PASSKEYS);
  expect(await signalled()).toBeUndefined();
});
