// The states of a verification token, of a database session and of a JWT: what begins, extends and ends each.

import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, linkFields, SECRET, useApplication } from "../support/application";
import { useOAuth } from "../support/oauth";
import { Visitor } from "../support/visitor";

const START = new Date("2030-01-01T12:00:00Z").valueOf();
const HOUR_MS = 60 * 60 * 1000;
const LINK_MS = 10 * 60 * 1000;

const oauth = useOAuth();
const app = useApplication(() => ({ providers: [oauth.provider()] }));
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const at = (sinceStart: number) => vi.setSystemTime(START + sinceStart);
const fieldsOf = (index = -1) => linkFields(app.sent.at(index));

describe("a verification token", () => {
  let visitor: Visitor;

  beforeEach(async () => {
    visitor = app.visitor();
    await visitor.post("/signin/email", { email: EMAIL });
  });

  const spend = (fields: Record<string, string>) => visitor.post("/callback/email", fields);

  async function expectRefused(fields: Record<string, string>) {
    const answer = await spend(fields);
    expect(answer.location?.href).toMatch(/\/api\/auth\/error\?error=Verification$/);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.session.count()).toBe(0);
  }

  it("goes into the mail as it is, and into the database as a hash", async () => {
    const { token = "", email } = fieldsOf();
    expect(email).toBe(EMAIL);
    expect(await app.prisma.verificationToken.findMany()).toEqual([
      { identifier: EMAIL, token: hash("sha256", token + SECRET), expires: new Date(START + LINK_MS) },
    ]);
    expect(app.sent).toHaveLength(1);
    expect(app.sent[0]?.expires).toEqual(new Date(START + LINK_MS));
  });

  it("a token has 256 random bits, new each time", async () => {
    await visitor.post("/signin/email", { email: EMAIL });
    const tokens = [fieldsOf(0).token, fieldsOf(1).token];
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it("signs in and is deleted", async () => {
    await spend(fieldsOf());
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect((await app.prisma.verificationToken.findMany()).filter(({ identifier }) => identifier === EMAIL)).toEqual(
      [],
    );
  });

  it("works until the last minute", async () => {
    at(LINK_MS - 1000);
    await spend(fieldsOf());
    expect(visitor.sessionCookie).toBeDefined();
  });

  it("an expired token is refused and deleted", async () => {
    at(LINK_MS + 1000);
    await expectRefused(fieldsOf());
    expect(await app.prisma.verificationToken.count()).toBe(0);
  });

  it("a spent token is refused", async () => {
    await spend(fieldsOf());
    await visitor.post("/signout");
    await expectRefused(fieldsOf());
  });

  it("signs in only one of two that spend it at once", async () => {
    const answers = await Promise.all(
      [app.visitor(), app.visitor()].map((each) => each.post("/callback/email", fieldsOf())),
    );
    const errors = answers.map(({ location }) => location?.searchParams.get("error"));
    expect(errors.sort()).toEqual(["Verification", null].sort());
    expect(await app.prisma.session.count()).toBe(1);
  });

  it.each([
    ["another token", { token: "0".repeat(64) }],
    ["no token", { token: "" }],
    ["another address", { email: "other@example.com" }],
  ])("%s signs no user in, and does not use up the right one", async (_, wrong) => {
    await expectRefused({ ...fieldsOf(), ...wrong });
    await spend(fieldsOf());
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("no value of a sign-in at a provider is its token: neither the state nor a cookie", async () => {
    const { location } = await visitor.post("/signin/custom");
    const values = [location?.searchParams.get("state") ?? "", ...visitor.cookies.values()];
    expect(values.length).toBeGreaterThan(4);
    for (const token of values) await expectRefused({ email: EMAIL, token });
  });

  it("the hash in the database is not a valid token", async () => {
    const { token } = await app.prisma.verificationToken.findFirstOrThrow();
    await expectRefused({ ...fieldsOf(), token });
  });

  it("a token for an address leaves the tokens of others alone", async () => {
    at(LINK_MS / 2);
    await visitor.post("/signin/email", { email: "other@example.com" });
    expect(await app.prisma.verificationToken.count()).toBe(2);
  });
});

describe("a database session", () => {
  let visitor: Visitor;
  let reader: SolidAuthConfig;
  let updates: ReturnType<typeof vi.fn<(expires: Date | undefined) => void>>;

  beforeEach(async () => {
    const { adapter } = app.config;
    updates = vi.fn();
    const updateSession: NonNullable<typeof adapter>["updateSession"] = async (session) => {
      updates(session.expires);
      return adapter?.updateSession?.(session);
    };
    reader = {
      ...app.config,
      adapter: { ...adapter, updateSession },
      session: { maxAge: 60 * 60, updateAge: 10 * 60 },
    };
    visitor = new Visitor(reader);
    await app.signIn(visitor);
  });

  const expires = async () => (await app.prisma.session.findFirstOrThrow()).expires.valueOf() - START;

  it("begins with a row that lives for maxAge", async () => {
    expect(await expires()).toBe(HOUR_MS);
  });

  it("a session is not extended before updateAge, however often it is read", async () => {
    at(9 * 60 * 1000);
    for (let reads = 0; reads < 3; reads++) await visitor.session();
    expect(updates).not.toHaveBeenCalled();
    expect(await expires()).toBe(HOUR_MS);
  });

  it("a session is extended by maxAge once in each updateAge", async () => {
    at(10 * 60 * 1000);
    for (let reads = 0; reads < 3; reads++) await visitor.session();
    expect(updates).toHaveBeenCalledTimes(1);
    expect(await expires()).toBe(HOUR_MS + 10 * 60 * 1000);
    at(20 * 60 * 1000);
    for (let reads = 0; reads < 3; reads++) await visitor.session();
    expect(updates).toHaveBeenCalledTimes(2);
    expect(await expires()).toBe(HOUR_MS + 20 * 60 * 1000);
  });

  it("the session's cookie is renewed when it is extended, and only then", async () => {
    at(9 * 60 * 1000);
    expect((await visitor.get("/session")).set.size).toBe(0);
    at(10 * 60 * 1000);
    const line = (await visitor.get("/session")).set.get("__Secure-authjs.session-token");
    expect(line).toContain(`Expires=${new Date(START + HOUR_MS + 10 * 60 * 1000).toUTCString()}`);
  });

  it("found expired is removed", async () => {
    at(HOUR_MS + 1000);
    const answer = await visitor.get("/session");
    expect([answer.status, await answer.json()]).toEqual([200, null]);
    expect(await app.prisma.session.count()).toBe(0);
  });

  it("sign-out deletes the session, and its cookie is refused afterwards", async () => {
    const [name, value] = visitor.sessionCookie ?? ["", ""];
    await visitor.post("/signout");
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.session.count()).toBe(0);
    visitor.cookies.set(name, value);
    expect(await visitor.session()).toBeNull();
  });

  it("a session that the database cannot delete is not reported as ended, and the next attempt ends it", async () => {
    const deleteSession = () => Promise.reject(new Error("Out of order."));
    const failing = new Visitor({ ...reader, adapter: { ...app.config.adapter, deleteSession } });
    for (const [name, value] of visitor.cookies) failing.cookies.set(name, value);
    const answer = await failing.post("/signout", { callbackUrl: "/bye" });
    expect(answer.location?.href).toMatch(/\/api\/auth\/error\?error=Configuration$/);
    expect(failing.sessionCookie).toEqual(visitor.sessionCookie);
    await visitor.post("/signout");
    expect(await app.prisma.session.count()).toBe(0);
  });

  it("ends with its user", async () => {
    await app.prisma.user.deleteMany();
    expect(await visitor.session()).toBeNull();
  });
});

describe("a JWT", () => {
  let visitor: Visitor;

  beforeEach(async () => {
    visitor = app.visitor({ session: { strategy: "jwt", maxAge: 60 * 60 } });
    await app.signIn(visitor);
  });

  it("begins at sign-in, in the cookie alone", async () => {
    expect(visitor.sessionCookie?.[1]).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await app.prisma.session.count()).toBe(0);
  });

  it("a JWT is encrypted: the cookie does not show the address", () => {
    const parts = (visitor.sessionCookie?.[1] ?? "").split(".");
    for (const part of parts) expect(Buffer.from(part, "base64url").toString()).not.toContain(EMAIL);
  });

  it("each read renews a JWT for another maxAge", async () => {
    const before = visitor.sessionCookie;
    at(HOUR_MS - 60 * 1000);
    expect(await visitor.session()).toMatchObject({ expires: new Date(START + 2 * HOUR_MS - 60 * 1000).toISOString() });
    expect(visitor.sessionCookie).not.toEqual(before);
    at(2 * HOUR_MS - 2 * 60 * 1000);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("an expired JWT is refused, and its cookie is cleared", async () => {
    at(HOUR_MS + 60 * 1000);
    const answer = await visitor.get("/session");
    expect([answer.status, await answer.json()]).toEqual([200, null]);
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("an altered JWT is refused, and its cookie is cleared", async () => {
    const [name, value] = visitor.sessionCookie ?? ["", ""];
    visitor.cookies.set(name, `${value.slice(0, -8)}AAAAAAAA`);
    expect(await visitor.session()).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("another application's JWT, with another secret, is refused", async () => {
    const other = app.visitor({ secret: `${SECRET}-other`, session: { strategy: "jwt" } });
    other.cookies.set(...(visitor.sessionCookie ?? ["", ""]));
    expect(await other.session()).toBeNull();
  });

  it("sign-out leaves no cookie", async () => {
    await visitor.post("/signout");
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await visitor.session()).toBeNull();
  });
});
