// Reading a database session: on a page and at the session endpoint, which are the same code.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { getSession, type SolidAuthAdapter, type SolidAuthConfig } from "../src";
import { EMAIL, QUIET, useApplication } from "./support/application";
import type { Answer, Visitor } from "./support/visitor";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date("2026-03-01T12:00:00Z");
const TOKEN = "0123456789abcdef0123456789abcdef";
const NAME = "__Secure-authjs.session-token";

const app = useApplication();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));

type Options = Partial<SolidAuthConfig>;

const inMs = (ms: number) => new Date(NOW.valueOf() + ms);

/** Stores a session. @param expiresIn in milliseconds @param age in milliseconds */
async function store({ expiresIn = 29.5 * DAY_MS, age = 2 * DAY_MS } = {}): Promise<void> {
  await app.prisma.user.deleteMany();
  await app.prisma.user.create({ data: { id: "u", email: EMAIL, name: "User" } });
  await app.adapter.createSession?.({ sessionToken: TOKEN, userId: "u", expires: inMs(expiresIn) });
  await app.prisma.session.updateMany({ data: { authenticatedAt: inMs(-age) } });
}

/** A browser with these cookies. */
function browser(options: Options = {}, cookies: Record<string, string> = { [NAME]: TOKEN }): Visitor {
  const visitor = app.visitor(options);
  for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value);
  return visitor;
}

/** What a browser with these cookies gets: the session, "failure", and the `Set-Cookie` lines. */
type Read = (options?: Options, cookies?: Record<string, string>) => Promise<{ session: unknown; set: Answer["set"] }>;

const onPage: Read = async (options = {}, cookies) => {
  const read = (request: Request) => getSession(request, app.configWith(options)).catch(() => "failure");
  const { result, set } = await browser(options, cookies).answering(read);
  return { session: result, set };
};

const atEndpoint: Read = async (options, cookies) => {
  const answer = await browser(options, cookies).get("/session");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  return { session: answer.status === 500 ? "failure" : await answer.json(), set: answer.set };
};

const SHOWN = { user: { name: "User", email: EMAIL } };
const CHUNKS = { [`${NAME}.0`]: TOKEN.slice(0, 10), [`${NAME}.1`]: TOKEN.slice(10) };
const cleared = (name: string) => `${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`;

const err = new Error("Out of order.");
const failing = () => Promise.reject(err);
const adapterWith = (methods: Partial<SolidAuthAdapter>) => () => ({ adapter: { ...app.adapter, ...methods } });
const calls = vi.fn();
const callback = (result: () => unknown) => () => ({
  callbacks: {
    session() {
      calls();
      return result() as never;
    },
  },
});

describe.each([
  ["on a page", onPage],
  ["at the endpoint", atEndpoint],
])("a database session, read %s", (_where, read) => {
  it("reading a session that is not due is one look-up, one call of the callback and of the event, and no cookie", async () => {
    await store();
    const getSessionAndUser = vi.fn(app.adapter.getSessionAndUser);
    const seen: unknown[] = [];
    const options: Options = {
      ...adapterWith({ getSessionAndUser })(),
      callbacks: {
        session({ session, user }) {
          seen.push(["callback", { session, user: user.id }]);
          return { expires: "later", user: { id: user.id, gone: undefined } as { id: string } };
        },
      },
      events: { session: (message) => void seen.push(["event", message]) },
    };
    const { session, set } = await read(options);
    expect(session).toEqual({ expires: "later", user: { id: "u" } });
    expect([set.size, getSessionAndUser.mock.calls.length]).toEqual([0, 1]);
    const given = { user: expect.objectContaining({ id: "u" }), userId: "u", expires: inMs(29.5 * DAY_MS) };
    expect(seen).toEqual([
      ["callback", { session: given, user: "u" }],
      ["event", { session: { expires: "later", user: { id: "u", gone: undefined } } }],
    ]);
  });

  it("a session that is due is extended with its cookie, as configured, and its old parts go, even when 50 requests race", async () => {
    await store({ expiresIn: 5 * DAY_MS });
    const cookies = { sessionToken: { name: "sid", options: { path: "/app", sameSite: "strict" as const } } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => read({ cookies }, { "sid.0": TOKEN })));
    for (const { session } of answers) expect(session).toMatchObject(SHOWN);
    const lines = [
      "sid.0=; Max-Age=0; Path=/app; HttpOnly; Secure; SameSite=Strict",
      `sid=${TOKEN}; Path=/app; Expires=${inMs(30 * DAY_MS).toUTCString()}; HttpOnly; Secure; SameSite=Strict`,
    ];
    expect(new Set(answers.flatMap(({ set }) => [...set.values()]))).toEqual(new Set(lines));
    expect(await app.prisma.session.findMany()).toMatchObject([{ expires: inMs(30 * DAY_MS) }]);
  });

  it("a session that is older than its absolute lifetime is deleted, and its cookies are cleared", async () => {
    for (const cookies of [{ [NAME]: TOKEN }, CHUNKS]) {
      await store({ age: 90 * DAY_MS });
      const { session, set } = await read({}, cookies);
      expect(session).toBeNull();
      expect([...set.values()]).toEqual(Object.keys(cookies).map(cleared));
      expect(await app.prisma.session.count()).toBe(0);
    }
  });

  it("a session with an unknown token is null, and its cookie stays, because another request may have replaced it", async () => {
    await store();
    const { session, set } = await read({}, { [NAME]: "unknown" });
    expect([session, set.size, await app.prisma.session.count()]).toEqual([null, 0, 1]);
  });

  it("a session that another request has ended meanwhile is none, and its cookie is not sent again", async () => {
    await store({ expiresIn: DAY_MS });
    const updateSession: SolidAuthAdapter["updateSession"] = async (row) => {
      await app.prisma.session.deleteMany();
      return (await app.adapter.updateSession?.(row)) ?? null;
    };
    const { session, set } = await read(adapterWith({ updateSession })());
    expect([session, set.size]).toEqual([null, 0]);
  });

  it.each<[string, () => Options, Parameters<typeof store>[0], unknown]>([
    ["the row cannot be read", adapterWith({ getSessionAndUser: failing }), {}, err],
    ["it cannot be extended", adapterWith({ updateSession: failing }), { expiresIn: DAY_MS }, err],
    ["an ended one cannot be deleted", adapterWith({ deleteSession: failing }), { age: 90 * DAY_MS }, err],
    ["the callback throws", callback(failing), {}, err],
    ["the callback returns no JSON", callback(() => ({ user: 1n })), {}, expect.any(TypeError)],
    ["the host is not trusted", () => ({ trustHost: false }), {}, expect.objectContaining({ type: "UntrustedHost" })],
  ])(
    "a session fails if %s: one SessionTokenError is logged, and the cookie stays",
    async (what, options, row, cause) => {
      await store(row);
      const error = vi.fn();
      calls.mockClear();
      const { session, set } = await read({ ...options(), logger: { ...QUIET, error } });
      expect([session, set.size]).toEqual(["failure", 0]);
      expect(error.mock.calls).toEqual([
        [expect.objectContaining({ type: "SessionTokenError", cause: { err: cause } })],
      ]);
      expect(calls).toHaveBeenCalledTimes(what.startsWith("the callback") ? 1 : 0);
      expect(await app.prisma.session.count()).toBe(1);
    },
  );
});

it("an update needs the CSRF token: without it the session is neither read nor extended", async () => {
  await store({ expiresIn: 5 * DAY_MS });
  const error = vi.fn();
  const answer = await browser({ logger: { ...QUIET, error } }).visit("/session", { method: "POST" });
  expect([answer.status, await answer.json(), answer.set.size]).toEqual([400, null, 0]);
  expect(error.mock.calls).toEqual([[expect.objectContaining({ type: "MissingCSRF" })]]);
  expect(await app.prisma.session.findMany()).toMatchObject([{ expires: inMs(5 * DAY_MS) }]);
});
