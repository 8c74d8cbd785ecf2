// The short way to read a session (packages/solid-auth/src/server/held-session.ts) gives what `Auth()` gives, in every
// state.

import { createHash } from "node:crypto";
import { parseSetCookie } from "cookie";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, SolidAuth, type SolidAuthAdapter, type SolidAuthConfig } from "../../src";
import { SECRET, useApplication } from "../support/application";
import { ORIGIN, Visitor } from "../support/visitor";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date("2026-03-01T12:00:00Z");
const TOKEN = "0123456789abcdef0123456789abcdef";
const NAME = "__Secure-authjs.session-token";
const CUSTOM_NAME = "custom";

const app = useApplication();
beforeEach(() => {
  app.config.providers = [];
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => void vi.useRealTimers());

/** The same configuration, except that `Auth()` reads every session. */
const byAuth = (settings: SolidAuthConfig): SolidAuthConfig => ({ ...settings, debug: true });

/** For what hangs. A thousand comparisons take a minute on a busy machine. */
const TIMEOUT_MS = 5 * 60_000;

/** Mostly the first value, so that many states differ from a plain one in few ways. */
function mostly<T>(plain: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

const CSRF = "0".repeat(64);
const STATES = fc.record({
  // Revoked is a user without a session.
  rows: mostly("both", "user", "none"),
  expiresIn: mostly(30 * DAY_MS, -DAY_MS, 0, 1000, 5 * DAY_MS, 28.5 * DAY_MS, 29 * DAY_MS, 29.5 * DAY_MS, 400 * DAY_MS),
  age: mostly(DAY_MS, 0, 1000, 89 * DAY_MS, 90 * DAY_MS, 91 * DAY_MS),
  sessionCookie: mostly(
    `NAME=${TOKEN}`,
    "",
    "NAME=",
    "NAME=garbage",
    "NAME=%E0%A4%A",
    `NAME.0=${TOKEN.slice(0, 10)}; NAME.1=${TOKEN.slice(10)}`,
    `NAME=${TOKEN}; NAME.1=more`,
    `NAME=${TOKEN}; NAME-of-a-sibling=more`,
    `other=${TOKEN}`,
  ),
  callbackUrl: mostly(
    undefined,
    ORIGIN,
    ORIGIN.replace("//", "//user:password@"),
    `${ORIGIN}/${"a".repeat(3000)}`,
    `${ORIGIN}/a?b=c`,
    "https://evil.example/",
    "javascript:alert(1)",
    "/a",
    "a\0b",
  ),
  csrf: mostly(
    undefined,
    `${CSRF}|${createHash("sha256")
      .update(CSRF + SECRET)
      .digest("hex")}`,
    `${CSRF}|forged`,
    "|",
  ),
  query: mostly("", "?callbackUrl=/protected", "?callbackUrl=https://evil.example", "?x"),
  session: mostly<SolidAuthConfig["session"]>(
    undefined,
    { updateAge: 0 },
    { maxAge: 10 * 24 * 3600 },
    { maxAge: 60, updateAge: 0 },
    { absoluteMaxAge: 24 * 3600 },
    { strategy: "jwt" },
  ),
  callback: mostly("none", "changes", "dates", "throws", "undefined", "null"),
  redirect: mostly("none", "throws", "elsewhere"),
  hasEvent: mostly(false, true),
  trustHost: mostly(true, false),
  cookies: mostly<SolidAuthConfig["cookies"]>(undefined, {
    sessionToken: { name: CUSTOM_NAME, options: { path: "/app" } },
  }),
});

type State = typeof STATES extends fc.Arbitrary<infer T> ? T : never;

/** @param seen gets the arguments of the application's functions */
function configOf(
  { session, callback, redirect, hasEvent, trustHost, cookies }: State,
  seen: unknown[],
): SolidAuthConfig {
  const callbacks: SolidAuthConfig["callbacks"] = {};
  if (callback !== "none")
    callbacks.session = (async ({
      session: { expires },
      user,
    }: {
      session: { expires: Date };
      user: { name: string };
    }) => {
      seen.push({ session: { expires }, user });
      if (callback === "throws") throw new Error("The callback fails.");
      if (callback === "undefined") return undefined;
      if (callback === "null") return null;
      return callback === "dates" ? { expires } : { user: { nick: user.name, gone: undefined } };
    }) as never;
  if (redirect !== "none")
    callbacks.redirect = ({ baseUrl }) => {
      if (redirect === "throws") throw new Error("The callback fails.");
      return `${baseUrl}/elsewhere`;
    };
  const events: SolidAuthConfig["events"] = hasEvent ? { session: (message) => void seen.push(message) } : {};
  return { ...app.config, trustHost, ...(session && { session }), ...(cookies && { cookies }), callbacks, events };
}

function cookieHeader({ sessionCookie, cookies, callbackUrl, csrf }: State): string {
  const session = sessionCookie.replaceAll("NAME", cookies ? CUSTOM_NAME : NAME);
  const others = { "__Secure-authjs.callback-url": callbackUrl, "__Host-authjs.csrf-token": csrf };
  const pairs = Object.entries(others).filter(([, value]) => value !== undefined);
  return [session, ...pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`)]
    .filter(Boolean)
    .join("; ");
}

async function store({ rows, age, expiresIn }: State): Promise<void> {
  await app.prisma.user.deleteMany();
  if (rows === "none") return;
  await app.prisma.user.create({ data: { id: "u", email: "user@example.com", name: "User" } });
  if (rows === "user") return;
  const expires = new Date(NOW.valueOf() + expiresIn);
  await app.adapter.createSession?.({ sessionToken: TOKEN, userId: "u", expires });
  await app.prisma.session.updateMany({ data: { id: "s", authenticatedAt: new Date(NOW.valueOf() - age) } });
}

/** The response: status, headers and body, with new CSRF tokens replaced by a fixed one. */
async function shown(response: Response) {
  const cookies = response.headers.getSetCookie().map((line) => {
    const { value, ...attributes } = parseSetCookie(line);
    return { ...attributes, value: attributes.name.includes("csrf") ? "a token" : value };
  });
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
  return { status: response.status, headers, cookies, body: await response.text() };
}

async function readEndpoint(settings: SolidAuthConfig, state: State) {
  const headers = { cookie: cookieHeader(state) };
  const request = new Request(`${ORIGIN}/auth/session${state.query}`, { headers });
  return shown(await SolidAuth({ ...settings, basePath: "/auth" }).GET({ request }));
}

async function readOnPage(settings: SolidAuthConfig, state: State) {
  const request = new Request(`${ORIGIN}/page`, { headers: { cookie: cookieHeader(state) } });
  const read = () =>
    bindAuth(settings)
      .getSessionDetails(request)
      .catch((error: Error) => error.message);
  const { result, headers } = await new Visitor(settings).answering(read, request);
  return { result, cookies: headers.getSetCookie() };
}

describe.each([
  ["at the session endpoint", readEndpoint],
  ["on a page", readOnPage],
])("the short way to read a session, %s", (_name, read) => {
  it(
    "shows what Auth() shows, leaves the rows that it leaves, and calls what it calls",
    async () => {
      const outcome = async (state: State, wrap = (settings: SolidAuthConfig) => settings) => {
        await store(state);
        const seen: unknown[] = [];
        const answer = await read(wrap(configOf(state, seen)), state);
        return { answer, seen, sessions: await app.prisma.session.findMany(), users: await app.prisma.user.count() };
      };
      const check = async (state: State) => {
        const short = await outcome(state);
        const long = await outcome(state, byAuth);
        // A callback that fails is called a second time, by Auth().
        if (["throws", "undefined", "null"].includes(state.callback)) short.seen.splice(long.seen.length);
        expect(short).toEqual(long);
      };
      await fc.assert(fc.asyncProperty(STATES, check), { numRuns: 1000 });
    },
    TIMEOUT_MS,
  );
});

it("is one look-up for a session that holds, and extends a session that is due, also when 50 requests race", async () => {
  const plain = { age: 2 * DAY_MS, rows: "both", sessionCookie: `NAME=${TOKEN}`, query: "" } as State;
  const lookUps = vi.spyOn(app.config.adapter as Required<SolidAuthAdapter>, "getSessionAndUser");
  await readEndpoint(app.config, plain);
  lookUps.mockClear();

  await store({ ...plain, expiresIn: 29.5 * DAY_MS });
  expect((await readEndpoint(app.config, plain)).body).toContain("user@example.com");
  expect(lookUps).toHaveBeenCalledTimes(1);

  await store({ ...plain, expiresIn: 5 * DAY_MS });
  const answers = await Promise.all(Array.from({ length: 50 }, () => readEndpoint(app.config, plain)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.includes("user@example.com")}`))).toEqual(
    new Set(["200 true"]),
  );
  expect(await app.prisma.session.findMany()).toMatchObject([{ expires: new Date(NOW.valueOf() + 30 * DAY_MS) }]);
});
