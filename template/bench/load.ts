// The load: the requests, the check of each response, and the server's cost for it.

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { RICH_PASSKEYS, RICH_SESSIONS, RICH_USERS, type User } from "./servers.ts";

export const CONNECTIONS = 32;
/** The time before a measurement in which all connections are opened and become busy. */
const LEAD_IN_MS = 300;
/** Linux counts processor time in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;
const NEVER_SECONDS = 60 * 60;

interface Answer {
  status: number;
  body: string;
  location: string | undefined;
}

export interface Route {
  path: string;
  label: string;
  isSignedIn: boolean;
  /** A page that only this application has. */
  isOwn?: boolean;
  /** What is wrong with an answer. */
  problem: (answer: Answer, user: User) => string | undefined;
}

export const ROUTES = {
  home: { path: "/", label: "/", isSignedIn: false, problem: publicPage },
  "sign-in": { path: "/sign-in", label: "/sign-in", isSignedIn: false, problem: publicPage },
  error: {
    path: "/sign-in?error=OAuthAccountNotLinked",
    label: "/sign-in with an error",
    isSignedIn: false,
    isOwn: true,
    problem: errorPage,
  },
  protected: { path: "/protected", label: "/protected", isSignedIn: true, problem: ownPage },
  account: { path: "/account", label: "/account", isSignedIn: true, isOwn: true, problem: accountPage },
  redirect: { path: "/protected", label: "/protected, signed out", isSignedIn: false, problem: redirect },
  session: { path: "/api/auth/session", label: "/api/auth/session", isSignedIn: true, problem: ownSession },
} satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

export const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

export interface Measurement {
  requests: number;
  perSecond: number;
  /** The client's latency, in milliseconds. */
  p50: number;
  p99: number;
  /** Processor time of the server per request, in microseconds. Undefined without /proc. */
  cpu: number | undefined;
  /** The share of the machine's processor time that neither server nor client used. */
  others: number | undefined;
}

/**
 * Loads one route of a server and checks every answer.
 *
 * @param users each request is the next one's
 * @param seconds how long to measure; longer if there is no answer yet
 * @throws if any answer was wrong
 */
export async function measure(
  { origin, pid }: { origin: string; pid: number },
  route: Route,
  users: User[],
  seconds: number,
): Promise<Measurement> {
  const problems = new Map<string, number>();
  const count = (problem: string) => problems.set(problem, (problems.get(problem) ?? 0) + 1);
  let times: number[] = [];
  let next = 0;

  const load = start({
    url: origin + route.path,
    connections: CONNECTIONS,
    duration: NEVER_SECONDS,
    sampleInt: 100,
    requests: [
      {
        setupRequest(request, context: { user?: User }) {
          const among = route.path === ROUTES.account.path ? Math.min(users.length, RICH_USERS) : users.length;
          context.user = users[next++ % among];
          return route.isSignedIn
            ? { ...request, headers: { cookie: `authjs.session-token=${context.user?.token}` } }
            : request;
        },
        onResponse(status, body, context: { user?: User }, headers) {
          const location = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "location")?.[1];
          const problem = context.user && route.problem({ status, body, location: location?.toString() }, context.user);
          if (problem) count(problem);
        },
      },
    ],
  });
  load.instance.on("response", (_client, _status, _bytes, ms) => times.push(ms));
  load.instance.on("reqError", (error) => count(String(error)));

  await delay(LEAD_IN_MS);
  times = [];
  const before = readClocks(pid);
  do await delay(seconds * 1000);
  while (times.length === 0 && problems.size === 0);
  const after = readClocks(pid);
  const measured = times.toSorted((a, b) => a - b);
  await load.stop();

  if (problems.size > 0) {
    const list = [...problems].map(([problem, times]) => `${times} × ${problem}`).join("\n");
    throw new Error(`Wrong answers from ${origin} to ${route.label}:\n${list}`);
  }
  const used = before.server !== undefined && after.server !== undefined ? after.server - before.server : undefined;
  const others = after.machine - before.machine - (used ?? 0) - (after.client - before.client);
  const wall = (after.wall - before.wall) * 1000;
  return {
    requests: measured.length,
    perSecond: (measured.length / wall) * 1e6,
    p50: quantile(measured, 0.5),
    p99: quantile(measured, 0.99),
    cpu: used === undefined ? undefined : used / measured.length,
    others: used === undefined ? undefined : Math.min(1, Math.max(0, others / wall / availableParallelism())),
  };
}

function start(options: autocannon.Options): { instance: autocannon.Instance; stop: () => Promise<void> } {
  const end = Promise.withResolvers<void>();
  const instance = autocannon(options, (error) => (error ? end.reject(error) : end.resolve()));
  return {
    instance,
    stop() {
      instance.stop();
      return end.promise;
    },
  };
}

/** @returns the processor times that are known */
export function cpus(measurements: Measurement[] = []): number[] {
  return measurements.flatMap(({ cpu }) => cpu ?? []);
}

/** @param sorted ascending */
function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function publicPage({ status, body }: Answer): string | undefined {
  if (status !== 200) return `status ${status}`;
  if (!body.includes("<h1") || !body.endsWith("</html>")) return "not a whole page";
  if (body.includes("@bench.example")) return "a public page names a user";
}

function ownPage({ status, body }: Answer, { email }: User): string | undefined {
  if (status !== 200) return `status ${status}`;
  if (!body.endsWith("</html>")) return "not a whole page";
  const named = new Set(body.match(/[\w-]+@bench\.example/g));
  if (!named.has(email)) return "the page does not name its user";
  if (named.size > 1) return "the page names another user";
}

function errorPage(answer: Answer): string | undefined {
  return publicPage(answer) ?? (answer.body.includes('role="alert"') ? undefined : "no error on the page");
}

function accountPage(answer: Answer, user: User): string | undefined {
  const sessions = answer.body.split("last seen").length - 1;
  const passkeys = answer.body.match(/>Passkey \d</g)?.length ?? 0;
  const isWhole = sessions === RICH_SESSIONS && passkeys === RICH_PASSKEYS;
  return ownPage(answer, user) ?? (isWhole ? undefined : `${sessions} sessions and ${passkeys} passkeys`);
}

function redirect({ status, location }: Answer): string | undefined {
  if (status !== 302) return `status ${status}`;
  if (!location || new URL(location, "http://localhost").pathname !== "/") return `a redirect to ${location}`;
}

function ownSession({ status, body }: Answer, { email }: User): string | undefined {
  if (status !== 200) return `status ${status}`;
  if (!body.startsWith("{")) return "the session is lost";
  if (JSON.parse(body).user?.email !== email) return "the session of another user";
}

/** Processor times in microseconds, the wall clock in milliseconds. */
function readClocks(pid: number) {
  const { user, system } = process.cpuUsage();
  const isLinux = process.platform === "linux";
  return {
    wall: performance.now(),
    client: user + system,
    server: isLinux ? processorTime(pid) : undefined,
    machine: isLinux ? machineTime() : 0,
  };
}

/** The processor time of a process and its descendants, in microseconds. */
export function processorTime(pid: number): number {
  const rows = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const row of rows) {
    const fields = statOf(Number(row));
    parents.set(Number(row), Number(fields[1]));
    times.set(Number(row), Number(fields[11]) + Number(fields[12]));
  }
  const isOurs = (process: number | undefined): boolean =>
    process !== undefined && (process === pid || isOurs(parents.get(process)));
  const ticks = [...times].reduce((sum, [process, time]) => (isOurs(process) ? sum + time : sum), 0);
  return ticks * TICK_MICROSECONDS;
}

/** The fields of /proc/<pid>/stat after the name: state, parent, and so on. Empty if the process has ended. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** The processor time of all processes, and the time that the host has taken. */
function machineTime(): number {
  const [total = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = total.split(/\s+/).map(Number);
  return (user + nice + system + irq + softIrq + steal) * TICK_MICROSECONDS;
}

/** The peak memory of a process, in megabytes. Undefined without /proc. */
export function peakMegabytes(pid: number): number | undefined {
  if (process.platform !== "linux") return;
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmHWM:\s+(\d+) kB$/m)?.[1]) / 1024;
}
