// The load: the requests, the check of each response, and the server's cost for it.

import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { readClocks } from "./clocks.ts";
import { RICH_PASSKEYS, RICH_SESSIONS, RICH_USERS, type Server, type User } from "./servers.ts";

export const CONNECTIONS = 32;
/** The time before a measurement in which all connections are opened and become busy. */
const LEAD_IN_MS = 300;
const NEVER_SECONDS = 60 * 60;

interface Answer {
  status: number;
  body: string;
  location: string | undefined;
}

interface Route {
  path: string;
  label: string;
  isSignedIn: boolean;
  /** A page that only this application has. */
  isOwn?: boolean;
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
  { origin, pid }: Pick<Server, "origin" | "pid">,
  route: Route,
  users: User[],
  seconds: number,
): Promise<Measurement> {
  const problems = new Map<string, number>();
  const count = (problem: string) => problems.set(problem, (problems.get(problem) ?? 0) + 1);
  let times: number[] = [];
  let next = 0;

  const among = route.path === ROUTES.account.path ? Math.min(users.length, RICH_USERS) : users.length;
  const load = start({
    url: origin + route.path,
    connections: CONNECTIONS,
    duration: NEVER_SECONDS,
    sampleInt: 100,
    requests: [
      {
        setupRequest(request, context: { user?: User }) {
          const user = users[next++ % among];
          if (!user) throw new Error("There is no user.");
          context.user = user;
          return { ...request, headers: route.isSignedIn ? sessionHeaders(user) : {} };
        },
        onResponse(status, body, { user }: { user?: User }, headers) {
          const location = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "location")?.[1];
          const problem = user ? route.problem({ status, body, location: location?.toString() }, user) : "no user";
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

/** What a signed-in user of Auth.js sends. */
function sessionHeaders({ token }: User): Record<string, string> {
  return { cookie: `authjs.session-token=${token}` };
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

/** Solid puts a comment at the end if it renders the whole document. */
function isWhole(body: string): boolean {
  return /<\/html>(?:\s|<!--[^<>]*-->)*$/.test(body);
}

function publicPage({ status, body }: Answer): string | undefined {
  if (status !== 200) return `status ${status}`;
  if (!body.includes("<h1") || !isWhole(body)) return "not a whole page";
  if (body.includes("@bench.example")) return "a public page names a user";
}

function ownPage({ status, body }: Answer, { email }: User): string | undefined {
  if (status !== 200) return `status ${status}`;
  if (!isWhole(body)) return "not a whole page";
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
  const hasAll = sessions === RICH_SESSIONS && passkeys === RICH_PASSKEYS;
  return ownPage(answer, user) ?? (hasAll ? undefined : `${sessions} sessions and ${passkeys} passkeys`);
}

function redirect({ status, location }: Answer): string | undefined {
  if (![302, 303, 307].includes(status)) return `status ${status}`;
  if (!location || new URL(location, "http://localhost").pathname !== "/") return `a redirect to ${location}`;
}

function ownSession({ status, body }: Answer, { email }: User): string | undefined {
  if (status !== 200) return `status ${status}`;
  if (!body.startsWith("{")) return "the session is lost";
  if (JSON.parse(body).user?.email !== email) return "the session of another user";
}
