// What can happen to an account, by whom, and what comes of it: the row of "Recent activity" with the line in the log,
// the mails, the limits that it spends, and what the page says. acts.test.ts tries each.

import { encode } from "@auth/core/jwt";
import { SMTPServer } from "smtp-server";
import { knownBrowsers } from "solid-authjs/prisma";
import { vi } from "vitest";
import type { SecurityEventName } from "~/messages/activity";
import type { linkMails, securityMailTitles } from "~/messages/mail";
import type { NoticeCode } from "~/messages/notices";
import type { refusals } from "~/messages/refusals";
import type { LimitName } from "~/server/http/rate-limit";
import appConfig from "../../app.config";
import type { Mailbox } from "../../scripts/dev/mailbox";
import type { Database } from "../support/adapter";
import { freePort } from "../support/free-port";
import { isOffered } from "../support/methods";
import { inRequest, noticeLeft, ORIGIN, press } from "../support/request";

export type MailName = keyof typeof linkMails | keyof typeof securityMailTitles;

export interface World {
  database: Database;
  mailbox: Mailbox;
  user: { id: string; email: string; emailVerified: Date | null };
  /** The `Cookie` header of the user's session. */
  cookie: string;
}

export interface Act {
  /** Without one of these the application has no such act. */
  needs?: ("email" | "passkey" | "github" | "sessions")[];
  /** By default, users with a verified address and others can do it. */
  only?: "verified" | "unverified";
  happens: (world: World) => Promise<unknown>;
  /** The row, and the line. */
  event?: SecurityEventName;
  /** The line of what leaves no row. */
  logged?: string;
  /** The mails to the user, if the address is verified. */
  own?: MailName[];
  /** The mails to the address that is named, whoever has it. */
  others?: MailName[];
  spends?: LimitName[];
  /** The notice on the next page, or the refusal in the form. */
  says?: NoticeCode | keyof typeof refusals;
}

/** The address that an act names. */
export const OTHER = "new@example.com";
export const TAKEN = "taken@example.com";

const HOUR_MS = 60 * 60_000;
const hasSessions = appConfig.session.strategy === "database";

export const isThere = ({ needs = [] }: Act) =>
  needs.every((need) => (need === "sessions" ? hasSessions : isOffered(need)));

/** @returns the `Cookie` header of a fresh session */
export async function sessionOf({ database, user }: Pick<World, "database" | "user">): Promise<string> {
  const expires = new Date(Date.now() + HOUR_MS);
  if (hasSessions) {
    for (const sessionToken of ["own", "other"])
      await database.adapter.createSession?.({ sessionToken, userId: user.id, expires }, { inPerson: true });
    return "authjs.session-token=own";
  }
  const { id: sub, email } = user;
  const emailVerified = user.emailVerified !== null;
  const token = { sub, email, emailVerified, auth_time: Math.floor(Date.now() / 1000), in_person: true };
  const salt = "authjs.session-token";
  return `${salt}=${await encode({ token, secret: process.env.AUTH_SECRET ?? "", salt })}`;
}

/** Asks the auth route, with the cookies of the answers before. */
async function askAuth(world: World, path: string, fields?: Record<string, string>): Promise<Response> {
  const { GET, POST } = await import("~/routes/api/auth/[...solidauth]");
  const { cookie } = world;
  const [method, handle] = fields ? ["POST", POST] : ["GET", GET];
  const body = fields && new URLSearchParams({ ...(await csrfOf(world)), ...fields });
  const headers = { cookie: world.cookie || cookie, origin: ORIGIN };
  const request = new Request(`${ORIGIN}/api/auth/${path}`, { method, headers, body });
  const answer = (await inRequest(request, () => handle({ request } as never))) as Response;
  const set = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  world.cookie = [world.cookie, ...set].filter(Boolean).join("; ");
  return answer;
}

async function csrfOf(world: World): Promise<{ csrfToken: string }> {
  const answer = (await askAuth(world, "csrf")) as Response & { body: string };
  return typeof answer.json === "function" ? await answer.json() : JSON.parse(answer.body);
}

/** The token in the newest mail to an address. */
function tokenTo({ mailbox }: World, address: string): string {
  const mail = mailbox.mails.findLast(({ to }) => to?.[0]?.address === address);
  const [link = ORIGIN] = mail?.text?.match(/https?:\/\/\S+/) ?? [];
  return new URL(link).searchParams.get("token") ?? "";
}

async function askForAddress({ cookie }: World, email: string) {
  return press(cookie, (await import("~/account/profile")).changeEmail, { email });
}

async function confirmAddress(world: World, email: string) {
  const { confirmEmail } = await import("~/account/profile");
  return press(world.cookie, confirmEmail, { email, token: tokenTo(world, email) });
}

async function changeAddress(world: World, email: string) {
  await askForAddress(world, email);
  return confirmAddress(world, email);
}

async function undo(world: World, token = tokenTo(world, world.user.email)) {
  return press("", (await import("~/account/profile")).undoEmail, { token });
}

async function report(token: string) {
  return press("", (await import("~/account/sessions")).reportNewSignIn, { token });
}

async function rename({ cookie }: World, name: string, id = "first") {
  return press(cookie, (await import("~/account/methods")).renamePasskey, { id, name });
}

async function removePasskey({ cookie }: World, id = "first") {
  return press(cookie, (await import("~/account/methods")).removePasskey, { id });
}

async function disconnect({ cookie }: World) {
  return press(cookie, (await import("~/account/methods")).disconnectProvider, { provider: "github" });
}

async function endSession({ cookie }: World, id: string) {
  return press(cookie, (await import("~/account/sessions")).endSession, { id });
}

async function saveName({ cookie }: World, name: string) {
  return press(cookie, (await import("~/account/profile")).saveName, { name });
}

async function deleteAccount({ cookie }: World, confirmation: string) {
  return press(cookie, (await import("~/account/data")).deleteAccount, { confirmation });
}

/** Another visitor has verified an address. */
const giveTo = ({ database }: World, email: string) =>
  database.prisma.user.create({ data: { email, emailVerified: new Date() } });

/** Asks for an address while the mail server answers like this. */
async function askWhile(world: World, answer: string | undefined, email = OTHER) {
  const port = await freePort();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onRcptTo: (_, __, done) =>
      done(Object.assign(new Error(answer?.slice(4)), { responseCode: Number(answer?.slice(0, 3)) })),
  });
  if (answer) await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  vi.stubEnv("EMAIL_SERVER", `smtp://127.0.0.1:${port}`);
  const said = await askForAddress(world, email);
  if (answer) await new Promise<void>((resolve) => server.close(() => resolve()));
  return said;
}

const events = async () => (await import("~/server/auth/config")).authConfig.events;

/** What Auth.js calls after a method has been added. */
async function addMethod({ user }: World, type: "oauth" | "webauthn", provider: string) {
  const account = { type, provider, providerAccountId: "new" } as const;
  const { linkAccount, signIn } = (await events()) ?? {};
  return inRequest(new Request(ORIGIN), async () => {
    await linkAccount?.({ user, account, profile: user });
    await signIn?.({ user, account, isAdded: true } as never);
    return { answer: undefined, notice: noticeLeft() };
  });
}

const CHANGE: LimitName[] = ["links", "linksOfDay", "changesOfUser", "changesToEmail", "mailsToEmail", "mailsOfServer"];
/** The mail was not sent, so it does not count for its address. */
const REFUNDED = CHANGE.filter((name) => !["changesToEmail", "mailsToEmail"].includes(name));
const LINK: LimitName[] = ["links", "linksOfDay", "linksToEmail", "mailsToEmail", "mailsOfServer", "codesToEmail"];

export const ACTS: Record<string, Act> = {
  "a new account": {
    event: "user created",
    happens: async ({ user }) => {
      const { createUser } = (await events()) ?? {};
      await inRequest(new Request(ORIGIN), async () => createUser?.({ user }));
    },
  },
  "a sign-in by mail": {
    needs: ["email"],
    only: "verified",
    event: "signed in",
    own: ["signIn", "newBrowser"],
    spends: [...LINK, "callbacks", "newBrowserMails"],
    happens: async (world) => {
      const { email } = world.user;
      world.cookie = "";
      await askAuth(world, "signin/email", { email });
      await askAuth(world, "callback/email", { email, token: tokenTo(world, email) });
    },
  },
  "a sign-in from a new browser": {
    event: "signed in",
    own: ["newBrowser"],
    spends: ["newBrowserMails"],
    happens: async ({ user }) => {
      const account = { type: "webauthn", provider: "passkey", providerAccountId: "p" };
      const { signIn } = (await events()) ?? {};
      await inRequest(new Request(ORIGIN), async () => signIn?.({ user, account } as never));
    },
  },
  "a sign-in that starts at a provider": {
    needs: ["github"],
    spends: ["providerStarts"],
    happens: (world) => askAuth(world, "signin/github", {}),
  },
  "the challenge for a passkey": {
    needs: ["passkey"],
    spends: ["passkeyOptions"],
    happens: (world) => askAuth(world, "webauthn-options/passkey?action=authenticate"),
  },
  "a sign-out": { event: "signed out", needs: ["sessions"], happens: (world) => askAuth(world, "signout", {}) },
  "a provider that is connected": {
    needs: ["github"],
    event: "method added",
    own: ["connected"],
    spends: ["securityMails"],
    says: "providerConnected",
    happens: (world) => addMethod(world, "oauth", "github"),
  },
  "a provider that is disconnected": {
    // Another method stays.
    needs: ["github", "passkey"],
    event: "method removed",
    own: ["disconnected"],
    spends: ["securityMails"],
    says: "providerDisconnected",
    happens: disconnect,
  },
  "a provider that is not connected": {
    needs: ["github"],
    says: "providerGone",
    happens: async (world) => {
      await world.database.prisma.account.deleteMany();
      return disconnect(world);
    },
  },
  "a passkey that is added": {
    event: "method added",
    own: ["passkeyAdded"],
    spends: ["securityMails"],
    happens: (world) => addMethod(world, "webauthn", "passkey"),
  },
  "a passkey that is renamed": {
    needs: ["passkey"],
    says: "passkeyRenamed",
    happens: (world) => rename(world, "Mine"),
  },
  "a passkey without a name": {
    needs: ["passkey"],
    says: "passkeyNameInvalid",
    happens: (world) => rename(world, " "),
  },
  "a passkey that is removed": {
    needs: ["passkey"],
    event: "method removed",
    own: ["passkeyRemoved"],
    spends: ["securityMails"],
    says: "passkeyRemoved",
    happens: (world) => removePasskey(world),
  },
  "a passkey that is gone": {
    needs: ["passkey"],
    says: "passkeyGone",
    happens: (world) => removePasskey(world, "gone"),
  },
  "the last method": {
    needs: ["passkey"],
    says: "lastMethod",
    happens: async (world) => {
      const { account, authenticator, user } = world.database.prisma;
      await account.deleteMany();
      await authenticator.deleteMany({ where: { credentialID: "second" } });
      await user.updateMany({ data: { emailVerified: null } });
      return removePasskey(world);
    },
  },
  "a name": { says: "nameSaved", happens: (world) => saveName(world, "Ada") },
  "an empty name": { says: "nameRemoved", happens: (world) => saveName(world, " ") },
  "a name that is too long": { says: "nameTooLong", happens: (world) => saveName(world, "x".repeat(101)) },
  "a change of address that is asked for": {
    others: ["newEmail"],
    spends: CHANGE,
    says: "emailAsked",
    happens: (world) => askForAddress(world, OTHER),
  },
  "a change to an address that has an account": {
    others: ["emailTaken"],
    spends: CHANGE,
    // Another answer would reveal who has an account.
    says: "emailAsked",
    happens: (world) => askForAddress(world, TAKEN),
  },
  "a change of address beyond the ceiling": {
    others: ["newEmail"],
    spends: [...CHANGE, "ceilingTold"],
    says: "emailLimited",
    happens: async (world) => {
      await askForAddress(world, OTHER);
      const where = { key: { startsWith: "mailsOfServer" } };
      await world.database.prisma.rateLimit.updateMany({ where, data: { points: appConfig.maxMailsPerDay } });
      return askForAddress(world, OTHER);
    },
  },
  "a change to no address": { says: "emailInvalid", happens: (world) => askForAddress(world, "nonsense") },
  "a change to one's own address": {
    only: "verified",
    says: "emailSame",
    happens: (world) => askForAddress(world, world.user.email),
  },
  "a change of address without mail": {
    says: "emailWithoutMail",
    happens: (world) => {
      vi.stubEnv("EMAIL_SERVER", "");
      vi.stubEnv("EMAIL_FROM", "");
      return askForAddress(world, OTHER);
    },
  },
  "a change to a mailbox that is not there": {
    spends: REFUNDED,
    says: "emailNoMailbox",
    happens: (world) => askWhile(world, "550 5.1.1 No such user"),
  },
  "a change while the mail server asks to wait": {
    spends: REFUNDED,
    says: "emailDeferred",
    happens: (world) => askWhile(world, "450 4.2.0 Greylisted"),
  },
  "a change while the mail server is away": {
    spends: REFUNDED,
    says: "emailUnsent",
    happens: (world) => askWhile(world, undefined),
  },
  "a change to an address that has an account while the mail server is away": {
    spends: REFUNDED,
    says: "emailUnsent",
    happens: (world) => askWhile(world, undefined, TAKEN),
  },
  "a change of address": {
    event: "address changed",
    own: ["emailChanged"],
    others: ["newEmail"],
    spends: CHANGE,
    says: "emailChanged",
    happens: (world) => changeAddress(world, OTHER),
  },
  "a change to an address that another user has got meanwhile": {
    others: ["newEmail"],
    spends: CHANGE,
    says: "emailTaken",
    happens: async (world) => {
      await askForAddress(world, OTHER);
      await giveTo(world, OTHER);
      return confirmAddress(world, OTHER);
    },
  },
  "a change that was never asked for": {
    says: "emailLinkSpent",
    happens: (world) => confirmAddress(world, OTHER),
  },
  "the proof of one's own address": {
    only: "unverified",
    event: "address confirmed",
    says: "emailConfirmed",
    happens: (world) => changeAddress(world, world.user.email),
  },
  "the way back of a change of address": {
    needs: ["email"],
    only: "verified",
    event: "address restored",
    own: ["emailChanged"],
    others: ["newEmail", "emailRestored"],
    spends: CHANGE,
    says: "emailRestored",
    happens: async (world) => {
      await changeAddress(world, OTHER);
      return undo(world);
    },
  },
  "the way back to an address that has another account": {
    needs: ["email"],
    only: "verified",
    event: "address changed",
    own: ["emailChanged"],
    others: ["newEmail"],
    spends: CHANGE,
    says: "emailUndoTaken",
    happens: async (world) => {
      await changeAddress(world, OTHER);
      await giveTo(world, world.user.email);
      return undo(world);
    },
  },
  "a way back that was never mailed": { says: "emailUndoSpent", happens: (world) => undo(world, "x.y") },
  "the end of a session": {
    needs: ["sessions"],
    event: "session ended",
    says: "sessionEnded",
    happens: async (world) => endSession(world, await other(world)),
  },
  "the end of a session that is gone": { says: "sessionGone", happens: (world) => endSession(world, "gone") },
  "the end of all other sessions": {
    needs: ["sessions"],
    event: "other sessions ended",
    says: "otherSessionsEnded",
    happens: async ({ cookie }) => press(cookie, (await import("~/account/sessions")).endOtherSessions),
  },
  "the report of a sign-in": {
    needs: ["sessions"],
    event: "sign-in reported",
    says: "signInReported",
    happens: async (world) => {
      const { env } = await import("~/server/env");
      const { reportToken } = knownBrowsers(world.database.prisma, env().secrets);
      return report(reportToken(world.user.id, await other(world), new Date(Date.now() + HOUR_MS)));
    },
  },
  "a report with a forged token": { says: "signInReportSpent", happens: () => report("a.b.1.2.c") },
  "a download": {
    event: "data downloaded",
    happens: async ({ cookie }) => {
      const { GET } = await import("~/routes/account/data");
      const request = new Request(`${ORIGIN}/account/data`, { headers: { cookie } });
      await inRequest(request, () => GET({ request } as never));
    },
  },
  "the end of the account": {
    logged: "account deleted",
    own: ["accountDeleted"],
    says: "accountDeleted",
    happens: (world) => deleteAccount(world, world.user.email),
  },
  "the end of an account under another address": {
    says: "deletionUnconfirmed",
    happens: (world) => deleteAccount(world, TAKEN),
  },
};

/** The id of the user's other session. */
async function other({ database, user }: World): Promise<string> {
  const { hashToken } = await import("solid-authjs/prisma");
  const where = { userId: user.id, sessionToken: await hashToken("other") };
  return (await database.prisma.session.findFirstOrThrow({ where })).id;
}
