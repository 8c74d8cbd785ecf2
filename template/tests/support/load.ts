// Load: visitors sign in, look around and sign out, and every third request is an attacker's. Every response is
// checked; the number and the times of requests are measured.

import { expect } from "@playwright/test";
import { type App, startApp, waitFor } from "../../../tests/support/app.ts";
import { type Answer, Client } from "../../../tests/support/client.ts";
import { ATTACKS, type Attack, type Prey } from "./attacks.ts";
import { residentMegabytes } from "./memory.ts";
import { median, quantile } from "./ranks.ts";

/** Visits of one user. Each needs a link, and an address gets five in ten minutes. */
const VISITS_PER_PERSON = 4;
/** Attackers' requests for each request of an honest visitor: a third of all. */
const ATTACKS_PER_REQUEST = 1 / 2;
const MEMORY_SAMPLES = 100;
/** The server holds the most after about as many. Counted, because a busy machine takes longer for them. */
const WARM_UP_REQUESTS = 50_000;

interface Load {
  /** The seconds of load, after the server has warmed up. */
  seconds: number;
  /** Concurrent honest visitors. */
  visitors?: number;
}

interface LoadReport {
  seconds: number;
  /** Whole visits, from the sign-in page to after signing out. */
  visits: number;
  /** How many requests were sent, by purpose. */
  requests: Map<string, number>;
  /** Response times of honest visitors, in milliseconds. */
  median: number;
  p99: number;
  slowest: number;
  /**
   * The server's, in megabytes: at the start and at the end, and medians of the first and of the last fifth of the
   * time after the warm-up.
   */
  memory: { start: number; early: number; late: number; end: number };
  /** What should not have happened, and how often it did. */
  problems: Map<string, number>;
}

/** A user who returns a few times in one browser. */
interface Person {
  email: string;
  client: Client;
  /** The id in the first session. */
  id?: string;
  lastLink?: string;
}

/**
 * Starts an application, puts it under load, prints the measurements, and checks them.
 *
 * @param maxGrowthMb how much more memory the server may hold in the last fifth of the time than in the first
 */
export async function expectToStand({ maxGrowthMb, ...load }: Load & { maxGrowthMb: number }): Promise<void> {
  const app = await startApp();
  try {
    const report = await runLoad(app, load);
    console.log(describe(report));
    expect(Object.fromEntries(report.problems)).toEqual({});
    expect(report.memory.late - report.memory.early).toBeLessThan(maxGrowthMb);
    expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
    const unhandled = (await app.log()).match(/.*(unhandled|uncaught).*/gi) ?? [];
    expect(unhandled.slice(0, 10)).toEqual([]);
  } finally {
    await app.stop();
  }
}

async function runLoad(app: App, { seconds, visitors = 12 }: Load): Promise<LoadReport> {
  const requests = new Map<string, number>();
  const problems = new Map<string, number>();
  const times: number[] = [];
  const prey: Prey = { links: [], sessionTokens: [] };
  const begun = Date.now();
  let isDone = false;
  const isOver = () => isDone;
  let visits = 0;
  let people = 0;
  let attackers = 0;
  let attacks = 0;

  /** A failure ends the visit or the attack and is counted. The load continues. */
  async function attempt(what: string, body: () => Promise<void>): Promise<boolean> {
    try {
      await body();
      return true;
    } catch (error) {
      count(problems, `${what}: ${inWords(error)}`);
      return false;
    }
  }

  function newPerson(): Person {
    const number = ++people;
    // So many come that they would reach the ceiling of the server's mails in a day.
    app.database.prepare(`UPDATE "RateLimit" SET "points" = 0 WHERE "key" LIKE 'mailsOfServer:%'`).run();
    const client = new Client(app.origin, clientAddress(number), (answer) => {
      count(requests, "visits");
      times.push(answer.ms);
    });
    return { email: `visitor-${number}@visitors.example`, client };
  }

  async function attack(name: string, body: Attack): Promise<void> {
    const newAttacker = (address?: string) =>
      // Attackers have networks of their own, so that limiting them does not affect visitors.
      new Client(app.origin, address ?? `2001:db8:bad:${(++attackers % 0xffff).toString(16)}::1`, (answer) => {
        count(requests, name);
        checkAttackersAnswer(answer);
      });
    await attempt(name, () => body({ newAttacker, prey, number: attacks }));
  }

  async function keepComing(): Promise<void> {
    while (!isOver()) {
      const person = newPerson();
      for (let isWell = true, visit = 0; isWell && visit < VISITS_PER_PERSON && !isOver(); visit++) {
        [isWell] = await Promise.all([attempt("visit", () => visitOnce(app, person, prey)), attackMeanwhile()]);
        visits++;
      }
    }
  }

  async function attackMeanwhile(): Promise<void> {
    const due = () => (requests.get("visits") ?? 0) * ATTACKS_PER_REQUEST;
    const sent = () => total(requests) - (requests.get("visits") ?? 0);
    const names = Object.entries(ATTACKS);
    do {
      const [name, body] = names[++attacks % names.length] as (typeof names)[number];
      await attack(name, body);
    } while (sent() < due() && !isOver());
  }

  const isWarm = () => total(requests) >= WARM_UP_REQUESTS;
  const memory = sampleMemory(app.pid, seconds, isWarm).finally(() => {
    isDone = true;
  });
  await Promise.all(Array.from({ length: visitors }, keepComing));
  const took = (Date.now() - begun) / 1000;
  return {
    seconds: took,
    visits,
    requests,
    median: median(times),
    p99: quantile(times, 0.99),
    slowest: quantile(times, 1),
    memory: await memory,
    problems,
  };
}

/** A whole visit, from the sign-in page to signing out. All data about the user is checked. */
async function visitOnce(app: App, person: Person, prey: Prey): Promise<void> {
  const { client, email } = person;
  const form = await client.get("/sign-in?callbackUrl=/protected");
  check(form.status === 200, `the sign-in page is a ${form.status}`);
  const asked = await client.post("/api/auth/signin/email", {
    csrfToken: csrfTokenIn(form),
    email,
    callbackUrl: "/protected",
  });
  check(isRedirect(asked, "/api/auth/verify-request"), `asking for a link is answered with ${brief(asked)}`);

  const isNew = person.lastLink === undefined;
  const link = await waitFor(`a mail to ${email}`, () => {
    const newest = app.mailbox.mails.findLast(({ to }) => to?.[0]?.address === email);
    const found = newest?.text?.match(/https?:\/\/\S+/)?.[0];
    return found === person.lastLink ? undefined : found;
  });
  person.lastLink = link;
  const confirm = await client.get(link);
  check(confirm.status === 200, `the confirm page is a ${confirm.status}`);
  checkNamesOnly(confirm, email);
  check(!confirm.body.includes("another browser"), "the browser that asked for a link is not known again");
  const fields = Object.fromEntries(new URL(link).searchParams);
  const entered = await client.post("/api/auth/callback/email", { csrfToken: csrfTokenIn(confirm), ...fields });
  check(isRedirect(entered, isNew ? "/welcome" : "/protected"), `a fresh link is answered with ${brief(entered)}`);
  const token = client.sessionToken ?? "";
  check(/^[0-9a-f]{64}$/.test(token), "signing in set no session cookie");

  await Promise.all([
    ...[1, 2, 3].map(async () => {
      const session = await client.get("/api/auth/session");
      check(session.status === 200, `the session is a ${session.status}`);
      const user = JSON.parse(session.body)?.user;
      check(user?.email === email, user ? "the session is somebody else's" : "the session is lost");
      person.id ??= user.id;
      check(user.id === person.id, "the same address is another user");
    }),
    ...["/protected", "/protected", "/"].map(async (path) => {
      const page = await client.get(path);
      check(page.status === 200, `${path} is a ${page.status}`);
      checkNamesOnly(page, email);
    }),
  ]);

  const csrfToken = csrfTokenIn(await client.get("/sign-out"));
  const left = await client.post("/api/auth/signout", { csrfToken, callbackUrl: "/" });
  check(isRedirect(left, "/"), `signing out is answered with ${brief(left)}`);
  check(client.sessionToken === undefined, "signing out left the session cookie");
  check((await client.get("/api/auth/session")).body === "null", "there is a session after signing out");
  const cookie = `authjs.session-token=${token}`;
  check((await client.get("/api/auth/session", { cookie })).body === "null", "a cookie outlives its session");
  check(isRedirect(await client.get("/protected", { cookie }), "/"), "a cookie opens a page after signing out");

  prey.links.push(link);
  prey.sessionTokens.push(token);
}

/**
 * Checks the answer to any request of an attacker: the server runs, no attacker is signed in, and no data of a visitor
 * leaks.
 */
function checkAttackersAnswer({ to, status, headers, body }: Answer): void {
  check(status < 500, `${to} is answered with ${status}`);
  check(!/@visitors\.example/.test(body), "an attacker reads a visitor's address");
  check(!headers.getSetCookie().some((line) => /session-token=\w/.test(line)), "an attacker gets a session");
}

function checkNamesOnly({ body }: Answer, email: string): void {
  const named = new Set(body.match(/[\w-]+@visitors\.example/g));
  check(named.has(email), "a page does not name its user");
  check(named.size === 1, "a page names somebody else");
}

/**
 * A client's address, out of ranges that are reserved for documentation: IPv6 networks of their own (/64) for
 * numbers below 2¹⁶, and for every fourth IPv4, of which there are few, so that they come round.
 */
function clientAddress(number: number): string {
  return number % 4 === 0 ? `198.51.100.${1 + ((number / 4) % 254)}` : `2001:db8:0:${number.toString(16)}::1`;
}

function check(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

function isRedirect({ status, location }: Answer, path: string): boolean {
  return status === 302 && location?.pathname === path && !location.searchParams.has("error");
}

function brief({ status, location, body }: Answer): string {
  return `${status} ${location?.pathname ?? body.slice(0, 100)}${location?.search ?? ""}`;
}

function csrfTokenIn({ body }: Answer): string {
  return body.match(/name="csrfToken" value="([0-9a-f]{128})"/)?.[1] ?? "";
}

async function sampleMemory(pid: number, seconds: number, isWarm: () => boolean): Promise<LoadReport["memory"]> {
  const start = await residentMegabytes(pid);
  const samples: number[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(
      async () => {
        if (!isWarm()) return;
        samples.push(await residentMegabytes(pid).catch(() => Number.NaN));
        if (samples.length < MEMORY_SAMPLES) return;
        clearInterval(timer);
        resolve();
      },
      (seconds * 1000) / MEMORY_SAMPLES,
    );
  });
  const fifth = MEMORY_SAMPLES / 5;
  return {
    start,
    early: median(samples.slice(0, fifth)),
    late: median(samples.slice(4 * fifth)),
    end: samples.at(-1) ?? Number.NaN,
  };
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function total(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

/** `fetch` keeps the reason in the cause. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? `${error.message} (${inWords(error.cause)})` : error.message;
}

/** The report as readable lines. */
function describe({ seconds, visits, requests, memory, ...report }: LoadReport): string {
  const all = total(requests);
  const good = requests.get("visits") ?? 0;
  const attacks = [...requests].filter(([name]) => name !== "visits");
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  const mb = (size: number) => `${Math.round(size)} MB`;
  return [
    `${all} requests in ${seconds.toFixed(1)} s: ${Math.round(all / seconds)} a second`,
    `good: ${good} in ${visits} visits; attacks: ${attacks.map(([name, times]) => `${times} ${name}`).join(", ")}`,
    `a visitor waits ${ms(report.median)} (median), ${ms(report.p99)} (p99), ${ms(report.slowest)} (slowest)`,
    `memory: ${mb(memory.start)} at the start, ${mb(memory.early)} in the first fifth, ` +
      `${mb(memory.late)} in the last, ${mb(memory.end)} at the end`,
    ...[...report.problems].map(([problem, times]) => `${times} × ${problem}`),
  ].join("\n");
}
