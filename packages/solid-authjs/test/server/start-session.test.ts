// Signing in by a check of the application's own, with database sessions.

import type { AdapterUser } from "@auth/core/adapters";
import { expect, it, vi } from "vitest";
import { bindAuth, getSession, type SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import type { Visitor } from "../support/visitor";

const COOKIE = "__Secure-authjs.session-token";

const app = useApplication();

/** A user whose address is verified, with a session in another browser. */
async function knownUser(): Promise<AdapterUser> {
  await app.signedIn();
  return (await app.adapter.getUserByEmail?.(EMAIL)) as AdapterUser;
}

function start(visitor: Visitor, user: AdapterUser, options: Partial<SolidAuthConfig> = {}) {
  return visitor.answering((request) => bindAuth(app.configWith(options)).startSession(request, user, "password"));
}

it("startSession signs the user in with the action's response, and later readers of the request see it", async () => {
  const user = await knownUser();
  const visitor = app.visitor();
  await visitor.answering(async (request) => {
    expect(await getSession(request, app.config)).toBeNull();
    await bindAuth(app.config).startSession(request, user, "password");
    expect(await getSession(request, app.config)).toMatchObject({ user: { email: EMAIL } });
  });
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect(await app.prisma.session.count()).toBe(2);
});

it("the cookie has a new token and the attributes of every session cookie, and parts of an old one go", async () => {
  const user = await knownUser();
  const visitor = app.visitor();
  visitor.cookies.set(`${COOKIE}.0`, "known-to-an-attacker");
  const { set } = await start(visitor, user);
  expect(set.get(COOKIE)).toMatch(/^\S+=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
  expect(visitor.cookies.has(`${COOKIE}.0`)).toBe(false);
});

it("what the browser keeps for the sign-out of the user before goes, also where the session has a domain", async () => {
  const user = await knownUser();
  for (const domain of [undefined, ".example.com"]) {
    const visitor = app.visitor();
    visitor.cookies.set("__Secure-authjs.signed-in-at", "how another user has signed in");
    const { set } = await start(visitor, user, { cookies: { sessionToken: { name: COOKIE, options: { domain } } } });
    expect(set.get(COOKIE)?.includes("Domain=")).toBe(domain !== undefined);
    expect(set.get("__Secure-authjs.signed-in-at")).toBe(
      "__Secure-authjs.signed-in-at=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  }
});

it("the session that the browser had ends", async () => {
  const user = await knownUser();
  const visitor = await app.signedIn("other@example.com");
  const old = visitor.sessionCookie?.[1];
  await start(visitor, user);
  expect(visitor.sessionCookie?.[1]).not.toBe(old);
  expect(await app.adapter.getSessionAndUser?.(old ?? "")).toBeNull();
});

it("no session is left of a check that no longer holds once it is stored, and the browser keeps its own", async () => {
  const user = await knownUser();
  const visitor = await app.signedIn("other@example.com");
  const before = visitor.sessionCookie;
  const tell = vi.fn();
  // An event before the look has not seen the session, so the look comes when the session is there.
  const stored: number[] = [];
  const stillHolds = async () => {
    stored.push(await app.prisma.session.count());
    return false;
  };
  const { result } = await visitor.answering((request) =>
    bindAuth(app.configWith({ events: { signIn: tell } })).startSession(request, user, "password", stillHolds),
  );
  expect(result).toBe(false);
  expect(stored).toEqual([3]);
  expect(await app.prisma.session.count()).toBe(2);
  expect(visitor.sessionCookie).toEqual(before);
  expect(await visitor.session()).toMatchObject({ user: { email: "other@example.com" } });
  expect(tell).not.toHaveBeenCalled();
});

it("the signIn callback and the signIn event get the user and the method", async () => {
  const user = await knownUser();
  const [allow, tell] = [vi.fn(() => true), vi.fn()];
  await start(app.visitor(), user, { callbacks: { signIn: allow }, events: { signIn: tell } });
  const account = { type: "credentials", provider: "password", providerAccountId: user.id };
  expect(allow.mock.calls).toMatchObject([[{ user: { id: user.id }, account }]]);
  expect(tell.mock.calls).toMatchObject([[{ user: { id: user.id }, account, isAdded: false }]]);
});

it("an event that throws is logged, and the user is signed in", async () => {
  const user = await knownUser();
  const error = vi.fn();
  const visitor = app.visitor();
  const signIn = () => Promise.reject(new Error("The log is full."));
  await start(visitor, user, { events: { signIn }, logger: { error } });
  expect(error.mock.calls).toMatchObject([[{ type: "EventError" }]]);
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
});

it.each([false, "/refused"])("startSession signs no user in if the signIn callback returns %s", async (answer) => {
  const user = await knownUser();
  const visitor = app.visitor();
  const attempt = start(visitor, user, { callbacks: { signIn: () => answer } });
  await expect(attempt).rejects.toMatchObject({ type: "AccessDenied" });
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await app.prisma.session.count()).toBe(1);
});

it("an attacker who was found before the owner proved the address gets no session", async () => {
  const user = await knownUser();
  const visitor = app.visitor();
  await expect(start(visitor, { ...user, emailVerified: null })).rejects.toMatchObject({ type: "AccessDenied" });
  expect(visitor.sessionCookie).toBeUndefined();
});

it("startSession refuses JWT sessions, which have no row", async () => {
  const user = await knownUser();
  const attempt = start(app.visitor(), user, { session: { strategy: "jwt" } });
  await expect(attempt).rejects.toThrow("needs database sessions");
});
