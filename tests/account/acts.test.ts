// Each thing that happens to an account is told to those whom it concerns, and to no others.

import { beforeEach, expect, it, vi } from "vitest";
import { linkMails, securityMailTitles } from "~/messages/mail";
import { refusals } from "~/messages/refusals";
import type { Mailbox } from "../../scripts/dev/mailbox";
import { type Database, passkeyOf } from "../support/adapter";
import { openApplication, sessionOf } from "../support/request";
import { ACTS, type Act, hasSessions, type MailName, OTHER, TAKEN } from "./acts";

const EMAIL = "ada@example.com";

let database: Database;
let mailbox: Mailbox;
let logged: string[];

beforeEach(async () => {
  const gitHub = { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" };
  ({ database, mailbox } = await openApplication({ ...gitHub, LOG_LEVEL: "info" }));
  logged = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(line));
});

/** A user with methods of each kind does it. @returns what came of it */
async function outcomeOf({ happens }: Act, emailVerified: Date | null) {
  const { prisma } = database;
  const user = await prisma.user.create({
    data: {
      email: EMAIL,
      emailVerified,
      authenticators: { create: ["first", "second"].map(passkeyOf) },
      accounts: { create: { type: "oauth", provider: "github", providerAccountId: "1" } },
    },
  });
  await prisma.user.create({ data: { email: TAKEN, emailVerified: new Date() } });
  if (hasSessions) await sessionOf(database, user, { token: "other" });
  const pressed = await happens({ database, mailbox, user, cookie: await sessionOf(database, user) });
  const rows = await prisma.securityEvent.findMany({ where: { userId: user.id }, orderBy: { createdAt: "asc" } });
  // "sweep" is the server's own.
  const limits = await prisma.rateLimit.findMany({
    where: { points: { gt: 0 }, NOT: { key: { startsWith: "sweep" } } },
  });
  return {
    id: user.id,
    said: await saidBy(pressed),
    events: rows.map(({ event }) => event),
    mails: mailbox.mails.map(({ to, subject }) => [to?.[0]?.address, subject?.split(" · ")[0]]),
    limits: limits.map(({ key }) => key.split(":")[0]),
  };
}

/** @returns the code of the notice, or of the refusal */
async function saidBy(pressed: unknown): Promise<string | undefined> {
  const { answer, notice } = Object(pressed);
  if (notice || !(answer instanceof Response)) return notice;
  const body = await answer.text();
  return Object.entries(refusals).find(([, text]) => body.includes(text))?.[0];
}

/** The mails' titles. */
const titles = (names: MailName[] = []) =>
  names.map((name) => {
    if (name in linkMails) return linkMails[name as "newEmail"]("localhost:3000", "").title;
    const title = securityMailTitles[name as keyof typeof securityMailTitles];
    return typeof title === "string" ? title : title("GitHub");
  });

/** The acts of users with a verified address, or of others. */
const actsOf = (others: Act["only"]) => Object.entries(ACTS).filter(([, act]) => act.only !== others);

/** The mails to the address that the act names. */
const mailsToOthers = ({ others }: Act) =>
  titles(others).map((title) => [others?.includes("emailTaken") ? TAKEN : OTHER, title]);

it.each(actsOf("unverified"))("%s is said, logged, listed, mailed and counted as the table says", async (_, act) => {
  const { event, logged: line = event, own, spends = [] } = act;
  const outcome = await outcomeOf(act, new Date());
  expect([outcome.said, outcome.events.at(-1)]).toEqual([act.says, event]);
  if (line) expect(logged.join("\n")).toMatch(new RegExp(`auth: ${line} user=${outcome.id}`));
  expect(outcome.mails.toSorted()).toEqual(
    [...titles(own).map((title) => [EMAIL, title]), ...mailsToOthers(act)].sort(),
  );
  expect(outcome.limits.toSorted()).toEqual(spends.toSorted());
});

/** Those that mail the user, or are for such an address alone. */
const ofUnverified = actsOf("verified").filter(([, { own, only }]) => own || only);

it.each(ofUnverified)("%s mails no address that was never verified", async (_, act) => {
  const outcome = await outcomeOf(act, null);
  expect([outcome.said, outcome.events.at(-1)]).toEqual([act.says, act.event]);
  // A link to prove one's own address is asked for.
  const own = act.only === "unverified" ? [[EMAIL, ...titles(["newEmail"])]] : [];
  expect(outcome.mails).toEqual([...own, ...mailsToOthers(act)]);
});
