// Which browsers a user has signed in with, and the report of a sign-in that was not theirs.

import { beforeEach, describe, expect, it } from "vitest";
import { hashToken, knownBrowsers } from "../../src/prisma";
import { type Database, openDatabase } from "./database";

const HOUR_MS = 60 * 60 * 1000;
const SECRETS = ["a secret", "an older secret"];

let prisma: Database["prisma"];
let adapter: Database["adapter"];
let browsers: ReturnType<typeof knownBrowsers>;
let userId: string;

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
  browsers = knownBrowsers(prisma, SECRETS);
  userId = (await adapter.createUser({ id: "ignored", email: "ada@example.com", emailVerified: new Date() })).id;
});

const ada = { id: "ada", browserEpoch: 0 };

describe("a browser", () => {
  it("a browser is known once its cookie names the user, also after the secret was rotated, and to no other user", () => {
    const { isKnown, cookie } = knownBrowsers(prisma, ["an older secret"]).recognize(undefined, ada);
    expect(isKnown).toBe(false);
    expect(browsers.recognize(cookie, ada).isKnown).toBe(true);
    expect(browsers.recognize(cookie, { ...ada, id: "eve" }).isKnown).toBe(false);
    expect(knownBrowsers(prisma, ["another secret"]).recognize(cookie, ada).isKnown).toBe(false);
  });

  it("a browser's cookie has no user's id, and is the same in all browsers of the user", () => {
    const { cookie } = browsers.recognize(undefined, ada);
    expect(cookie).toMatch(/^[\w-]{22}$/);
    expect(browsers.recognize("", ada).cookie).toBe(cookie);
    expect(browsers.recognize(cookie, ada).cookie).toBe(cookie);
  });

  it("knows its last five users, whatever its cookie held before", () => {
    let cookie: string | undefined = `x.${"é".repeat(22)}.${"y".repeat(4000)}`;
    for (const id of ["ada", "b", "c", "d", "e", "f"])
      cookie = browsers.recognize(cookie, { id, browserEpoch: 0 }).cookie;
    expect(cookie.split(".")).toHaveLength(5);
    expect(browsers.recognize(cookie, { id: "b", browserEpoch: 0 }).isKnown).toBe(true);
    expect(browsers.recognize(cookie, ada).isKnown).toBe(false);
  });
});

describe("a report", () => {
  const inAnHour = () => new Date(Date.now() + HOUR_MS);

  async function signIn(sessionToken: string): Promise<string> {
    await adapter.createSession({ sessionToken, userId, expires: inAnHour() });
    const where = { sessionToken: hashToken(sessionToken) };
    return ((await prisma.session.findUniqueOrThrow({ where })) as { id?: string }).id ?? "";
  }

  it("leaves no form that was sent to be sent again", async () => {
    const session = await signIn("theirs");
    const identifier = "repeat:ada@example.com";
    await prisma.verificationToken.create({ data: { identifier, token: "token", expires: inAnHour() } });
    await browsers.reportSignIn(browsers.reportToken(userId, session, inAnHour()));
    expect(await prisma.verificationToken.count()).toBe(0);
  });

  const userOf = () => prisma.user.findUniqueOrThrow({ where: { id: userId } });

  it("ends its session and later ones, no earlier one, makes the user's browsers new, and works once", async () => {
    const [mine, theirs] = [await signIn("mine"), await signIn("theirs")];
    const { cookie } = browsers.recognize(undefined, await userOf());
    const token = browsers.reportToken(userId, theirs, inAnHour());
    // A second sign-in of the same browser, which is known by then. It replaces the session.
    const createdAt = new Date(Date.now() + 1000);
    await prisma.session.updateMany({ where: { id: theirs }, data: { id: "replaced", createdAt } });
    expect(browsers.recognize(cookie, await userOf()).isKnown).toBe(true);
    expect(await browsers.reportSignIn(token)).toBe(userId);
    expect(await prisma.session.findMany()).toMatchObject([{ id: mine }]);
    expect(browsers.recognize(cookie, await userOf()).isKnown).toBe(false);
    expect(await browsers.reportSignIn(token)).toBeNull();
    expect(await browsers.reportSignIn(`${token}.again`)).toBeNull();
    expect((await userOf()).browserEpoch).toBe(1);
  });

  it("ends the sessions that began at the same moment, too: a thief can sign in many times at once", async () => {
    const before = new Date(Date.now() - 1);
    const sessions = [await signIn("first"), await signIn("second"), await signIn("third")];
    for (const session of sessions.slice(0, 1))
      expect(await browsers.reportSignIn(browsers.reportToken(userId, session, inAnHour(), before))).toBe(userId);
    expect(await prisma.session.count()).toBe(0);
  });

  it("works for an imported user whose id has dots", async () => {
    const id = "000123.abcdef.0456";
    await prisma.user.create({ data: { id, email: "dots@example.com" } });
    expect(await browsers.reportSignIn(browsers.reportToken(id, "gone", inAnHour()))).toBe(id);
  });

  it("a forged, altered or expired token does nothing", async () => {
    const session = await signIn("mine");
    const token = browsers.reportToken(userId, session, inAnHour());
    const [claim = "", signature] = [token.slice(0, token.lastIndexOf(".")), token.split(".")[4]];
    const wrong = [
      "",
      claim,
      `${claim}.${"é".repeat(22)}`,
      `${userId}.${session}.${Date.now()}.${Date.now() + 2 * HOUR_MS}.${signature}`,
      knownBrowsers(prisma, ["another secret"]).reportToken(userId, session, inAnHour()),
      browsers.reportToken(userId, session, new Date(Date.now() - 1)),
    ];
    for (const each of wrong) expect(await browsers.reportSignIn(each), each).toBeNull();
    expect(await prisma.session.count()).toBe(1);
    expect((await userOf()).browserEpoch).toBe(0);
    expect(await browsers.reportSignIn(token)).toBe(userId);
  });

  it("one of twenty reports at once works", async () => {
    const token = browsers.reportToken(userId, await signIn("theirs"), inAnHour());
    const results = await Promise.all(Array.from({ length: 20 }, () => browsers.reportSignIn(token)));
    expect(results.filter(Boolean)).toEqual([userId]);
    expect((await userOf()).browserEpoch).toBe(1);
  });
});
