// What can happen to an account, by whom, and what comes of it: the row of "Recent activity" with the line in the log,
// the mails, and the limits that it spends. acts.test.ts tries each.

import { encode } from "@auth/core/jwt";
import { knownBrowsers } from "solid-authjs/prisma";
import type { SecurityEventName } from "~/messages/activity";
import type { linkMails, securityMailTitles } from "~/messages/mail";
import type { LimitName } from "~/server/http/rate-limit";
import appConfig from "../../app.config";
import type { Mailbox } from "../../scripts/dev/mailbox";
import type { Database } from "../support/adapter";
import { isOffered } from "../support/methods";
import { inRequest, ORIGIN, press } from "../support/request";

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

async function askForAddress(world: World, email: string): Promise<void> {
  const { changeEmail } = await import("~/account/profile");
  await press(world.cookie, changeEmail, { email });
}

async function changeAddress(world: World, email: string): Promise<void> {
  await askForAddress(world, email);
  const { confirmEmail } = await import("~/account/profile");
  await press(world.cookie, confirmEmail, { email, token: tokenTo(world, email) });
}

const events = async () => (await import("~/server/auth/config")).authConfig.events;

/** What Auth.js calls after a method has been added. */
async function addMethod({ user }: World, type: "oauth" | "webauthn", provider: string): Promise<void> {
  const account = { type, provider, providerAccountId: "new" } as const;
  const { linkAccount, signIn } = (await events()) ?? {};
  await inRequest(new Request(ORIGIN), async () => {
    await linkAccount?.({ user, account, profile: user });
    await signIn?.({ user, account, isAdded: true } as never);
  });
}

const CHANGE: LimitName[] = ["links", "linksOfDay", "changesOfUser", "changesToEmail", "mailsToEmail", "mailsOfServer"];
const LINK: LimitName[] = ["links", "linksOfDay", "linksToEmail", "mailsToEmail", "mailsOfServer", "codesToEmail"];

export const ACTS: Record<string, Act> = {
  "a new account": {
    event: "user created",
    happens: async ({ user }) => (await events())?.createUser?.({ user }),
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
    happens: (world) => addMethod(world, "oauth", "github"),
  },
  "a provider that is disconnected": {
    // Another method stays.
    needs: ["github", "passkey"],
    event: "method removed",
    own: ["disconnected"],
    spends: ["securityMails"],
    happens: async (world) =>
      press(world.cookie, (await import("~/account/methods")).disconnectProvider, { provider: "github" }),
  },
  "a passkey that is added": {
    event: "method added",
    own: ["passkeyAdded"],
    spends: ["securityMails"],
    happens: (world) => addMethod(world, "webauthn", "passkey"),
  },
  "a passkey that is removed": {
    needs: ["passkey"],
    event: "method removed",
    own: ["passkeyRemoved"],
    spends: ["securityMails"],
    happens: async (world) => press(world.cookie, (await import("~/account/methods")).removePasskey, { id: "first" }),
  },
  "a change of address that is asked for": {
    others: ["newEmail"],
    spends: CHANGE,
    happens: (world) => askForAddress(world, OTHER),
  },
  "a change to an address that has an account": {
    others: ["emailTaken"],
    spends: CHANGE,
    happens: (world) => askForAddress(world, TAKEN),
  },
  "a change of address beyond the ceiling": {
    others: ["newEmail"],
    spends: [...CHANGE, "ceilingTold"],
    happens: async (world) => {
      await askForAddress(world, OTHER);
      const where = { key: { startsWith: "mailsOfServer" } };
      await world.database.prisma.rateLimit.updateMany({ where, data: { points: appConfig.maxMailsPerDay } });
      await askForAddress(world, OTHER);
    },
  },
  "a change of address": {
    event: "address changed",
    own: ["emailChanged"],
    others: ["newEmail"],
    spends: CHANGE,
    happens: (world) => changeAddress(world, OTHER),
  },
  "the proof of one's own address": {
    only: "unverified",
    event: "address confirmed",
    happens: (world) => changeAddress(world, world.user.email),
  },
  "the way back of a change of address": {
    needs: ["email"],
    only: "verified",
    event: "address restored",
    own: ["emailChanged"],
    others: ["newEmail", "emailRestored"],
    spends: CHANGE,
    happens: async (world) => {
      await changeAddress(world, OTHER);
      const { undoEmail } = await import("~/account/profile");
      await press("", undoEmail, { token: tokenTo(world, world.user.email) });
    },
  },
  "the end of a session": {
    needs: ["sessions"],
    event: "session ended",
    happens: async (world) =>
      press(world.cookie, (await import("~/account/sessions")).endSession, { id: await other(world) }),
  },
  "the end of all other sessions": {
    needs: ["sessions"],
    event: "other sessions ended",
    happens: async (world) => press(world.cookie, (await import("~/account/sessions")).endOtherSessions),
  },
  "the report of a sign-in": {
    needs: ["sessions"],
    event: "sign-in reported",
    happens: async (world) => {
      const { reportNewSignIn } = await import("~/account/sessions");
      const { env } = await import("~/server/env");
      const { reportToken } = knownBrowsers(world.database.prisma, env().secrets);
      const token = reportToken(world.user.id, await other(world), new Date(Date.now() + HOUR_MS));
      await press("", reportNewSignIn, { token });
    },
  },
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
    happens: async (world) =>
      press(world.cookie, (await import("~/account/data")).deleteAccount, { confirmation: world.user.email }),
  },
};

/** The id of the user's other session. */
async function other({ database, user }: World): Promise<string> {
  const { hashToken } = await import("solid-authjs/prisma");
  const where = { userId: user.id, sessionToken: await hashToken("other") };
  return (await database.prisma.session.findFirstOrThrow({ where })).id;
}
