// Signing in by a check of the application's own, with database sessions.

import type { AdapterUser } from "@auth/core/adapters";
import { beforeEach, expect, it, vi } from "vitest";
import { bindAuth, getSession, type SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import type { Visitor } from "../support/visitor";

const COOKIE = "__Secure-authjs.session-token";

const app = useApplication();
/** A user whose address is verified, with a session in another browser. */
let user: AdapterUser;
let visitor: Visitor;

beforeEach(async () => {
  await app.signedIn();
  user = (await app.adapter.getUserByEmail?.(EMAIL)) as AdapterUser;
  visitor = app.visitor();
});

function start(options: Partial<SolidAuthConfig> = {}, as = user, stillHolds?: () => Promise<boolean>) {
  const { startSession } = bindAuth(app.configWith(options));
  return visitor.answering((request) => startSession(request, as, "password", stillHolds));
}

it("startSession signs the user in with the action's response, and later readers of the request see it", async () => {
  await visitor.answering(async (request) => {
    expect(await getSession(request, app.config)).toBeNull();
    await bindAuth(app.config).startSession(request, user, "password");
    expect(await getSession(request, app.config)).toMatchObject({ user: { email: EMAIL } });
  });
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect(await app.prisma.session.count()).toBe(2);
});

it("the cookie has a new token and the attributes of every session cookie, and parts of an old one go", async () => {
  visitor.cookies.set(`${COOKIE}.0`, "known-to-an-attacker");
  const { set } = await start();
  expect(set.get(COOKIE)).toMatch(/^\S+=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
  expect(visitor.cookies.has(`${COOKIE}.0`)).toBe(false);
});

it.each([undefined, ".example.com"])(
  "what the browser keeps for the sign-out of the user before goes, also where the session has the domain %s",
  async (domain) => {
    const name = "__Secure-authjs.signed-in-at";
    visitor.cookies.set(name, "how another user has signed in");
    const { set } = await start({ cookies: { sessionToken: { name: COOKIE, options: { domain } } } });
    expect(set.get(COOKIE)?.includes("Domain=")).toBe(domain !== undefined);
    expect(set.get(name)).toBe(`${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`);
  },
);

it("the session that the browser had ends", async () => {
  await app.signIn(visitor, "other@example.com");
  const old = visitor.sessionCookie?.[1];
  await start();
  expect(visitor.sessionCookie?.[1]).not.toBe(old);
  expect(await app.adapter.getSessionAndUser?.(old ?? "")).toBeNull();
});

it("no session is left of a check that no longer holds once it is stored, and the browser keeps its own", async () => {
  await app.signIn(visitor, "other@example.com");
  const before = visitor.sessionCookie;
  const signIn = vi.fn();
  // An event before the look has not seen the session, so the look comes when the session is there.
  const stored: number[] = [];
  const stillHolds = async () => {
    stored.push(await app.prisma.session.count());
    return false;
  };
  expect((await start({ events: { signIn } }, user, stillHolds)).result).toBe(false);
  expect([stored, await app.prisma.session.count()]).toEqual([[3], 2]);
  expect(visitor.sessionCookie).toEqual(before);
  expect(await visitor.session()).toMatchObject({ user: { email: "other@example.com" } });
  expect(signIn).not.toHaveBeenCalled();
});

it("the signIn callback and the signIn event get the user and the method, and an event that throws is logged", async () => {
  const [allow, error] = [vi.fn(() => true), vi.fn()];
  const tell = vi.fn(() => Promise.reject(new Error("The log is full.")));
  await start({ callbacks: { signIn: allow }, events: { signIn: tell }, logger: { error } });
  const account = { type: "credentials", provider: "password", providerAccountId: user.id };
  expect(allow.mock.calls).toMatchObject([[{ user: { id: user.id }, account }]]);
  expect(tell.mock.calls).toMatchObject([[{ user: { id: user.id }, account, isAdded: false }]]);
  expect(error.mock.calls).toMatchObject([[{ type: "EventError" }]]);
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
});

it.each<[string, Partial<SolidAuthConfig>, Partial<AdapterUser>, object]>([
  ["if the signIn callback returns false", { callbacks: { signIn: () => false } }, {}, { type: "AccessDenied" }],
  ["if it returns a page", { callbacks: { signIn: () => "/refused" } }, {}, { type: "AccessDenied" }],
  ["who was found before the owner proved the address", {}, { emailVerified: null }, { type: "AccessDenied" }],
  [
    "under jwt, whose sessions have no row",
    { session: { strategy: "jwt" } },
    {},
    { message: expect.stringContaining("needs database sessions") },
  ],
])("startSession signs no user in %s", async (_, options, columns, error) => {
  await expect(start(options, { ...user, ...columns })).rejects.toMatchObject(error);
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await app.prisma.session.count()).toBe(1);
});
