// Rate limits. Attempts are counted in the database, so all instances share the counters.

import "server-only";
import { createHmac } from "node:crypto";
import { type Counted, rateLimits } from "database-engines";
import { LINK_MINUTES } from "~/lib/limits";
import { lastResortText } from "~/messages/errors";
import { database } from "~/server/database/client";
import { sweep } from "~/server/database/sweep";
import { env } from "~/server/env";
import { log } from "~/server/log";
import { outsideOfRequest } from "~/server/request-event";
import appConfig from "../../../app.config";
import { errorResponse } from "./error-page";
import { requestContext } from "./request-context";

/** A mail link lives as long as this window, so a rate-limited user still has a working link in the inbox. */
const LIMIT_WINDOW_MINUTES = LINK_MINUTES;

/** How often an instance asks whether a sweep is due. */
const TRY_TO_SWEEP_EVERY_MS = 10 * 60 * 1000;

/**
 * Mails to one address, by kind, that any visitor can cause. Each kind has its own counter, so that mails of one kind
 * do not stop another.
 */
const MAIL_LIMITS = {
  /** Sign-in links. */
  linksToEmail: 5,
  /** Links that confirm a new address. */
  changesToEmail: 5,
};

/**
 * Attempts per window. They are generous, because many users can share an IP address, and because tokens cannot be
 * guessed: the threat is flooding.
 */
const LIMITS = {
  ...MAIL_LIMITS,
  /** Changes of address that one user requests. */
  changesOfUser: 10,
  /** Mails to one user about sign-ins from new browsers. */
  newBrowserMails: 5,
  /** Mails to one user about other changes to the account. */
  securityMails: 5,
  /** Sign-ins that one client starts at a provider. */
  providerStarts: 100,
  /** Links, codes and passkeys that one client submits. */
  callbacks: 300,
  /** Passkey challenges for one client. The sign-in page requests one when it opens. */
  passkeyOptions: 300,
  /**
   * Provider callbacks of one client. Any site can lead its visitors' browsers to them, as the provider does. So they
   * have a counter of their own, and other methods go on.
   */
  providerCallbacks: 300,
};

/** Attempts per hour. */
const HOURLY_LIMITS = {
  /**
   * Mails requested by one client. Threat: a client mails strangers, one after the other, each within the limit of an
   * address.
   */
  links: 150,
};

/** Attempts per day. */
const DAILY_LIMITS = {
  /** Codes in mails to one address. Further mails have only a link. See the sum in docs/security.md. */
  codesToEmail: 50,
  /**
   * Mails to one address, of all the kinds above. Beyond this limit, each window has one sign-in link and no other
   * mail.
   */
  mailsToEmail: 50,
  /** Mails requested by one client: ten people behind one IP address get as many mails as ten addresses. */
  linksOfDay: 500,
  /** Mails of all the kinds above, requested by all clients together. See {@link waitBeyondCeiling}. */
  mailsOfServer: appConfig.maxMailsPerDay,
  /** How often the owner is told that the limit above is reached. */
  ceilingTold: 1,
};

export type LimitName = keyof typeof LIMITS | keyof typeof HOURLY_LIMITS | keyof typeof DAILY_LIMITS;

const MOST: Record<LimitName, number> = { ...LIMITS, ...HOURLY_LIMITS, ...DAILY_LIMITS };

/** The key of a counter that the whole server shares. */
const SERVER = "server";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const counters = rateLimits(database);

/**
 * Counts an attempt. Put it one line above the code it protects:
 *
 * ```ts
 * await limit("links");
 * ```
 *
 * @param name the limit
 * @param who the key of the counter; by default the client IP
 * @throws {TooManyAttempts} over the limit: 429 with Retry-After. In an action, the form shows it
 */
export async function limit(name: LimitName, who: string = requestContext().clientAddress()): Promise<void> {
  const seconds = await consumeLimit(name, who);
  if (seconds > 0) throw new TooManyAttempts(name, seconds);
}

/**
 * Counts an attempt, for callers that answer in their own way.
 *
 * @returns how long to wait, in seconds; 0 within the limit
 */
export async function consumeLimit(name: LimitName, who: string = requestContext().clientAddress()): Promise<number> {
  return (await countAttempt(name, who)).seconds;
}

/**
 * Counts an attempt, for callers that treat the last attempt differently.
 *
 * @returns how long to wait, in seconds; whether this attempt is the last one of its window
 */
export async function countAttempt(name: LimitName, who: string): Promise<{ seconds: number; isLast: boolean }> {
  const { attempt, waitMs } = await count(name, who);
  sweepSometimes();
  const seconds = Math.ceil((waitMs || (await waitBeyondDay(name, who, attempt))) / 1000);
  return { seconds, isLast: attempt === MOST[name] };
}

/** How long to wait, in milliseconds, if a daily limit is reached, too. */
async function waitBeyondDay(name: LimitName, who: string, attempt: number): Promise<number> {
  if (name === "links") return (await count("linksOfDay", who)).waitMs;
  if (!(name in MAIL_LIMITS)) return 0;
  const ofDay = (await count("mailsToEmail", who)).waitMs;
  // The first link of a window is sent on any day, and works until the window ends. So a stranger who uses up an
  // address's daily limit does not stop its owner's sign-in.
  if (name === "linksToEmail") return ofDay > 0 && attempt > 1 ? windowOf(name) : 0;
  return ofDay || waitBeyondCeiling();
}

/**
 * Counts a mail for the server's daily limit. Threat: with many clients, an attacker makes the server mail strangers,
 * until mail services treat it as a sender of spam. Beyond the limit, mails that visitors cause go only to addresses
 * with an account, as sign-in links. The log tells the owner once a day.
 *
 * @returns how long to wait, in milliseconds; 0 below the limit
 */
export async function waitBeyondCeiling(): Promise<number> {
  const { waitMs } = await count("mailsOfServer", SERVER);
  if (waitMs > 0 && (await count("ceilingTold", SERVER)).waitMs === 0) log.error(ceilingReached(MOST.mailsOfServer));
  return waitMs;
}

const ceilingReached = (most: number) =>
  `mail: the ceiling maxMailsPerDay (${most}) is reached: visitors have asked for more mails in a day. ` +
  "Until the day is over, only addresses with an account are mailed sign-in links. It is an attack on strangers' " +
  "mailboxes, or your site has grown: then raise it in app.config.ts";

/** @returns how many mails visitors have requested in the server's day, and how many it sends to any address */
export async function mailsOfDay(): Promise<{ asked: number; most: number }> {
  const where = { key: keyOf("mailsOfServer", SERVER), expire: { gt: new Date() } };
  const counter = await database.rateLimit.findFirst({ where, select: { points: true } });
  return { asked: counter?.points ?? 0, most: MOST.mailsOfServer };
}

/** A developer tries sign-in more often than a user. The process also remembers on its own that a limit is reached. */
function reached(name: LimitName): string {
  const minutes = windowOf(name) / MINUTE_MS;
  return (
    `the limit ${name} is reached: ${MOST[name]} in ${minutes} minutes. Its counters are the rows of RateLimit: ` +
    "npm run db:studio deletes them; then restart the server"
  );
}

/** Takes back an attempt that was counted but had no effect, such as a mail that was not sent. */
export async function refund(name: LimitName, who: string): Promise<void> {
  const names: LimitName[] = name in MAIL_LIMITS ? [name, "mailsToEmail"] : [name];
  for (const each of names) await counters.refund(keyOf(each, who), windowOf(each));
}

async function count(name: LimitName, who: string): Promise<Counted> {
  const counted = await counters.count(keyOf(name, who), MOST[name], windowOf(name));
  if (import.meta.env.DEV && counted.waitMs) log.warn(reached(name));
  return counted;
}

function windowOf(name: LimitName): number {
  if (name in DAILY_LIMITS) return DAY_MS;
  return name in HOURLY_LIMITS ? HOUR_MS : LIMIT_WINDOW_MINUTES * MINUTE_MS;
}

let triedAt = 0;

/** Starts a sweep in the background. If the sweep fails, the request still succeeds. */
function sweepSometimes(): void {
  const now = Date.now();
  if (now - triedAt < TRY_TO_SWEEP_EVERY_MS) return;
  triedAt = now;
  outsideOfRequest(() => sweep(database)).catch((error) =>
    log.error("database: expired rows could not be deleted", error),
  );
}

/** The key is a hash, so that the table contains no IP or email addresses. */
function keyOf(name: LimitName, who: string): string {
  return `${name}:${createHmac("sha256", env().secrets[0]).update(who).digest("base64url")}`;
}

/** The error that {@link limit} throws: the answer to a client of an API, and the text for an action's form. */
export class TooManyAttempts extends Response {
  readonly reason: string;

  constructor(name: LimitName, seconds: number) {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    const text = name === "linksToEmail" ? lastResortText.tooManyLinks(minutes) : lastResortText.wait(minutes);
    const answer = errorResponse(requestContext().request(), 429, {
      text,
      headers: { "retry-after": String(seconds) },
    });
    super(answer.body, answer);
    this.reason = text;
  }
}
