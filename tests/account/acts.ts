// What can happen to an account, by whom, and what comes of it: the row of "Recent activity" with the line in the log,
// the mails, the limits that it spends, and what the page says. acts.test.ts tries each.

import { hashToken, knownBrowsers } from "solid-authjs/prisma";
import { getRequestEvent } from "solid-js/web";
import { vi } from "vitest";
import type { SecurityEventName } from "~/messages/activity";
import type { linkMails, securityMailTitles } from "~/messages/mail";
import type { NoticeCode } from "~/messages/notices";
import type { refusals } from "~/messages/refusals";
import type { LimitName } from "~/server/http/rate-limit";
import appConfig from "../../app.config";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox";
import type { Database } from "../support/adapter";
import { isOffered } from "../support/methods";
import { inRequest, noticeLeft, ORIGIN, press, tokenTo } from "../support/request";

export type MailName = keyof typeof linkMails | keyof typeof securityMailTitles;

export interface World {
  database: Database;
  mailbox: Mailbox;
  user: { id: string; email: string; emailVerified: Date | null };
  /** The `Cookie` header of the user's session. */
  cookie: string;
}

export interface Act {
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

/** A row: what comes of it, and how it happens. */
const act = (ends: Omit<Act, "happens">, happens: Act["happens"]): Act => ({ ...ends, happens });

/** The address that an act names. */
export const OTHER = "new@example.com";
export const TAKEN = "taken@example.com";

export const hasSessions = appConfig.session.strategy === "database";

/** All actions of the account page. */
export const accountActions = async () => ({
  ...(await import("~/account/data")),
  ...(await import("~/account/methods")),
  ...(await import("~/account/profile")),
  ...(await import("~/account/sessions")),
});

export type ActionName = keyof Awaited<ReturnType<typeof accountActions>>;

/** The press of a button of the account page, by the user. */
const pressing =
  (action: ActionName, fields?: Record<string, string>) =>
  async ({ cookie }: Pick<World, "cookie">) =>
    press(cookie, (await accountActions())[action], fields);

/** Asks the auth route, with the cookies of the answers before. */
async function askAuth(world: World, path: string, fields?: Record<string, string>): Promise<Response> {
  const { GET, POST } = await import("~/routes/api/auth/[...solidauth]");
  const [method, handle] = fields ? ["POST", POST] : ["GET", GET];
  const body = fields && new URLSearchParams({ ...(await csrfOf(world)), ...fields });
  const request = new Request(`${ORIGIN}/api/auth/${path}`, { method, headers: { cookie: world.cookie }, body });
  return inRequest(request, async () => {
    const answer = (await handle({ request } as never)) as Response;
    const set = [...answer.headers.getSetCookie(), ...(getRequestEvent()?.response.headers.getSetCookie() ?? [])];
    world.cookie = [world.cookie, ...set.map((line) => line.split(";")[0])].filter(Boolean).join("; ");
    return answer;
  });
}

const csrfOf = async (world: World): Promise<{ csrfToken: string }> =>
  JSON.parse(String((await askAuth(world, "csrf")).body));

/** Signs in by mail, in a browser without cookies. */
async function signInByMail(world: World, email = world.user.email) {
  world.cookie = "";
  await askAuth(world, "signin/email", { email });
  await askAuth(world, "callback/email", { email, token: tokenTo(world.mailbox, email) });
}

/** What Auth.js calls after a sign-in of another kind, and after another method was added. */
async function tellAuth(...events: ["createUser" | "linkAccount" | "signIn", message: object][]) {
  const { authConfig } = await import("~/server/auth/config");
  return inRequest(new Request(ORIGIN), async () => {
    for (const [name, message] of events) await authConfig.events?.[name]?.(message as never);
    return { answer: undefined, notice: noticeLeft() };
  });
}

async function addMethod({ user }: World, type: string, provider: string) {
  const account = { type, provider, providerAccountId: "new" };
  return tellAuth(["linkAccount", { user, account, profile: user }], ["signIn", { user, account, isAdded: true }]);
}

const signInByPasskey = ({ user }: World) =>
  tellAuth(["signIn", { user, account: { type: "webauthn", provider: "passkey", providerAccountId: "p" } }]);

const askForAddress = (world: World, email: string) => pressing("changeEmail", { email })(world);

const confirmAddress = (world: World, email: string) =>
  pressing("confirmEmail", { email, token: tokenTo(world.mailbox, email) })(world);

async function changeAddress(world: World, email: string) {
  await askForAddress(world, email);
  return confirmAddress(world, email);
}

const undo = (world: World) =>
  pressing("undoEmail", { token: tokenTo(world.mailbox, world.user.email) })({ cookie: "" });

/** Another visitor has verified an address. */
const giveTo = ({ database }: World, email: string) =>
  database.prisma.user.create({ data: { email, emailVerified: new Date() } });

const setCounter = ({ database }: World, limit: LimitName, points: number) =>
  database.prisma.rateLimit.updateMany({ where: { key: { startsWith: limit } }, data: { points } });

/** Asks for an address while the mail server refuses each recipient with this reply; without one it is away. */
const askWhile = (reply?: string) => async (world: World) => {
  const server = await openMailbox({ reject: () => reply });
  if (!reply) await server.close();
  vi.stubEnv("EMAIL_SERVER", server.url);
  const said = await askForAddress(world, OTHER);
  if (reply) await server.close();
  return said;
};

/** The id of the user's other session. */
async function otherSession({ database, user }: World): Promise<string> {
  const where = { userId: user.id, sessionToken: await hashToken(`other-${user.id}`) };
  return (await database.prisma.session.findFirstOrThrow({ where })).id;
}

const CHANGE: LimitName[] = ["links", "linksOfDay", "changesOfUser", "changesToEmail", "mailsToEmail", "mailsOfServer"];
/** The mail was not sent, so it does not count for its address. */
const REFUNDED = CHANGE.filter((name) => !["changesToEmail", "mailsToEmail"].includes(name));
/** A row of a change of address. */
const change = (ends: Omit<Act, "happens">, happens: Act["happens"]) => act({ spends: CHANGE, ...ends }, happens);
const LINK: LimitName[] = ["links", "linksOfDay", "linksToEmail", "mailsToEmail", "mailsOfServer"];
if (isOffered("codes")) LINK.push("codesToEmail");
const SIGN_IN: LimitName[] = [...LINK, "callbacks"];

const OF_EMAIL: Record<string, Act> = {
  "a sign-in by mail": act(
    { only: "verified", event: "signed in", own: ["signIn", "newBrowser"], spends: [...SIGN_IN, "newBrowserMails"] },
    (world) => signInByMail(world),
  ),
  "a sign-up by mail": act({ others: ["signIn"], spends: SIGN_IN }, (world) => signInByMail(world, OTHER)),
  "the way back of a change of address": change(
    {
      only: "verified",
      event: "address restored",
      own: ["emailChanged"],
      others: ["newEmail", "emailRestored"],
      says: "emailRestored",
    },
    async (world) => {
      await changeAddress(world, OTHER);
      return undo(world);
    },
  ),
  "the way back to an address that has another account": change(
    { only: "verified", event: "address changed", own: ["emailChanged"], others: ["newEmail"], says: "emailUndoTaken" },
    async (world) => {
      await changeAddress(world, OTHER);
      await giveTo(world, world.user.email);
      return undo(world);
    },
  ),
};

const OF_PASSKEYS: Record<string, Act> = {
  "the challenge for a passkey": act({ spends: ["passkeyOptions"] }, (world) =>
    askAuth(world, "webauthn-options/passkey?action=authenticate"),
  ),
  "a passkey that is removed": act(
    { event: "method removed", own: ["passkeyRemoved"], spends: ["securityMails"], says: "passkeyRemoved" },
    pressing("removePasskey", { id: "first" }),
  ),
  "the last method": act({ says: "lastMethod" }, async (world) => {
    const { account, authenticator, user } = world.database.prisma;
    await account.deleteMany();
    await authenticator.deleteMany({ where: { credentialID: "second" } });
    await user.updateMany({ data: { emailVerified: null } });
    return pressing("removePasskey", { id: "first" })(world);
  }),
};

const OF_GITHUB: Record<string, Act> = {
  "a sign-in that starts at a provider": act({ spends: ["providerStarts"] }, (world) =>
    askAuth(world, "signin/github", {}),
  ),
  "a provider that is connected": act(
    { event: "method added", own: ["connected"], spends: ["securityMails"], says: "providerConnected" },
    (world) => addMethod(world, "oauth", "github"),
  ),
  // Another method stays.
  ...(isOffered("passkey") && {
    "a provider that is disconnected": act(
      { event: "method removed", own: ["disconnected"], spends: ["securityMails"], says: "providerDisconnected" },
      pressing("disconnectProvider", { provider: "github" }),
    ),
  }),
  "a provider that is not connected": act({ says: "providerGone" }, async (world) => {
    await world.database.prisma.account.deleteMany();
    return pressing("disconnectProvider", { provider: "github" })(world);
  }),
};

const OF_SESSIONS: Record<string, Act> = {
  "a sign-out": act({ event: "signed out" }, (world) => askAuth(world, "signout", {})),
  "the end of a session": act({ event: "session ended", says: "sessionEnded" }, async (world) =>
    pressing("endSession", { id: await otherSession(world) })(world),
  ),
  "the end of all other sessions": act(
    { event: "other sessions ended", says: "otherSessionsEnded" },
    pressing("endOtherSessions"),
  ),
  "the report of a sign-in": act({ event: "sign-in reported", says: "signInReported" }, async (world) => {
    const { env } = await import("~/server/env");
    const { reportToken } = knownBrowsers(world.database.prisma, env().secrets);
    const token = reportToken(world.user.id, await otherSession(world), new Date(Date.now() + 60_000));
    return pressing("reportNewSignIn", { token })({ cookie: "" });
  }),
};

/** Presses that leave nothing but their answer. */
const ANSWERS: [what: string, says: NonNullable<Act["says"]>, action: ActionName, fields: Record<string, string>][] = [
  ["a name", "nameSaved", "saveName", { name: "Ada" }],
  ["an empty name", "nameRemoved", "saveName", { name: " " }],
  ["a name that is too long", "nameTooLong", "saveName", { name: "x".repeat(101) }],
  ["a change to no address", "emailInvalid", "changeEmail", { email: "nonsense" }],
  ["a change that was never asked for", "emailLinkSpent", "confirmEmail", { email: OTHER, token: "" }],
  ["a way back that was never mailed", "emailUndoSpent", "undoEmail", { token: "x.y" }],
  ["the end of a session that is gone", "sessionGone", "endSession", { id: "gone" }],
  ["a report with a forged token", "signInReportSpent", "reportNewSignIn", { token: "a.b.1.2.c" }],
  ["the end of an account under another address", "deletionUnconfirmed", "deleteAccount", { confirmation: TAKEN }],
];
if (isOffered("passkey"))
  ANSWERS.push(
    ["a passkey that is renamed", "passkeyRenamed", "renamePasskey", { id: "first", name: "Mine" }],
    ["a passkey without a name", "passkeyNameInvalid", "renamePasskey", { id: "first", name: " " }],
    ["a passkey that is gone", "passkeyGone", "removePasskey", { id: "gone" }],
  );

export const ACTS: Record<string, Act> = {
  ...Object.fromEntries(ANSWERS.map(([what, says, action, fields]) => [what, act({ says }, pressing(action, fields))])),
  ...(isOffered("email") && OF_EMAIL),
  ...(isOffered("passkey") && OF_PASSKEYS),
  ...(isOffered("github") && OF_GITHUB),
  ...(hasSessions && OF_SESSIONS),
  "a new account": act({ event: "user created" }, ({ user }) => tellAuth(["createUser", { user }])),
  "a sign-in from a new browser": act(
    { event: "signed in", own: ["newBrowser"], spends: ["newBrowserMails"] },
    signInByPasskey,
  ),
  "a passkey that is added": act({ event: "method added", own: ["passkeyAdded"], spends: ["securityMails"] }, (world) =>
    addMethod(world, "webauthn", "passkey"),
  ),
  "a change of address that is asked for": change(
    { others: ["newEmail"], says: "emailAsked" },
    pressing("changeEmail", { email: OTHER }),
  ),
  // Another answer would reveal who has an account.
  "a change to an address that has an account": change(
    { others: ["emailTaken"], says: "emailAsked" },
    pressing("changeEmail", { email: TAKEN }),
  ),
  "the eleventh change of address in ten minutes": change(
    { others: ["newEmail", "newEmail"], says: "emailLimited" },
    async (world) => {
      await askForAddress(world, OTHER);
      await setCounter(world, "changesOfUser", 9);
      await askForAddress(world, OTHER);
      return askForAddress(world, OTHER);
    },
  ),
  "a change of address beyond the ceiling": act(
    { others: ["newEmail"], spends: [...CHANGE, "ceilingTold"], says: "emailLimited" },
    async (world) => {
      await askForAddress(world, OTHER);
      await setCounter(world, "mailsOfServer", appConfig.maxMailsPerDay);
      return askForAddress(world, OTHER);
    },
  ),
  "a change to one's own address": act({ only: "verified", says: "emailSame" }, (world) =>
    askForAddress(world, world.user.email),
  ),
  "a change of address without mail": act({ says: "emailWithoutMail" }, (world) => {
    for (const name of ["EMAIL_SERVER", "EMAIL_FROM"]) vi.stubEnv(name, "");
    return askForAddress(world, OTHER);
  }),
  "a change to a mailbox that is not there": act(
    { spends: REFUNDED, says: "emailNoMailbox" },
    askWhile("550 5.1.1 No such user"),
  ),
  "a change while the mail server asks to wait": act(
    { spends: REFUNDED, says: "emailDeferred" },
    askWhile("450 4.2.0 Greylisted"),
  ),
  "a change while the mail server is away": act({ spends: REFUNDED, says: "emailUnsent" }, askWhile()),
  "a change of address": change(
    { event: "address changed", own: ["emailChanged"], others: ["newEmail"], says: "emailChanged" },
    (world) => changeAddress(world, OTHER),
  ),
  "a change to an address that another user has got meanwhile": change(
    { others: ["newEmail"], says: "emailTaken" },
    async (world) => {
      await askForAddress(world, OTHER);
      await giveTo(world, OTHER);
      return confirmAddress(world, OTHER);
    },
  ),
  "the proof of one's own address": act(
    { only: "unverified", event: "address confirmed", says: "emailConfirmed" },
    (world) => changeAddress(world, world.user.email),
  ),
  "a download": act({ event: "data downloaded" }, async ({ cookie }) => {
    const { GET } = await import("~/routes/account/data");
    const request = new Request(`${ORIGIN}/account/data`, { headers: { cookie } });
    await inRequest(request, () => GET({ request } as never));
  }),
  "the end of the account": act(
    { logged: "account deleted", own: ["accountDeleted"], says: "accountDeleted" },
    (world) => pressing("deleteAccount", { confirmation: world.user.email })(world),
  ),
};
