// Which browsers a user has signed in with, and the report of a sign-in that was not theirs.

import { beforeEach, describe, expect, it } from "vitest";
import { hashToken, knownBrowsers } from "../../src/prisma";
import { inAnHour, useDatabase } from "./database";

const db = useDatabase();
let browsers: ReturnType<typeof knownBrowsers>;
let userId: string;

beforeEach(async () => {
  browsers = knownBrowsers(db.prisma, ["a secret", "an older secret"]);
  userId = await db.newUser("ada@example.com", new Date());
});

const ada = { id: "ada", browserEpoch: 0 };

describe("a browser", () => {
  it("a browser is known once its cookie names the user, also after the secret was rotated, and to no other user", () => {
    const { isKnown, cookie } = knownBrowsers(db.prisma, ["an older secret"]).recognize(undefined, ada);
    expect(isKnown).toBe(false);
    expect(browsers.recognize(cookie, ada).isKnown).toBe(true);
    expect(browsers.recognize(cookie, { ...ada, id: "eve" }).isKnown).toBe(false);
    expect(knownBrowsers(db.prisma, ["another secret"]).recognize(cookie, ada).isKnown).toBe(false);
  });

  it("a browser's cookie has no user's id, and is the same in all browsers of the user", () => {
    const { cookie } = browsers.recognize(undefined, ada);
    expect(cookie).toMatch(/^[\w-]{22}$/);
    for (const before of ["", cookie]) expect(browsers.recognize(before, ada).cookie).toBe(cookie);
  });

  it("knows its last five users, whatever its cookie held before", () => {
    let cookie: string | undefined = `x.${"é".repeat(22)}.${"y".repeat(4000)}`;
    for (const id of ["ada", "b", "c", "d", "e", "f"]) cookie = browsers.recognize(cookie, { ...ada, id }).cookie;
    expect(cookie.split(".")).toHaveLength(5);
    expect(browsers.recognize(cookie, { ...ada, id: "b" }).isKnown).toBe(true);
    expect(browsers.recognize(cookie, ada).isKnown).toBe(false);
  });
});

describe("a report", () => {
  /** @returns the session's id */
  async function signIn(sessionToken: string): Promise<string> {
    await db.signIn(userId, sessionToken);
    return (await db.prisma.session.findFirstOrThrow({ where: { sessionToken: hashToken(sessionToken) } })).id;
  }

  const userOf = () => db.prisma.user.findFirstOrThrow({ where: { id: userId } });
  const reportOf = (session: string, end = inAnHour(), began?: Date) =>
    browsers.reportToken(userId, session, end, began);

  it("ends its session and later ones, no earlier one, makes the user's browsers new, leaves no form to be sent again, and works once", async () => {
    const [mine, theirs] = [await signIn("mine"), await signIn("theirs")];
    const { cookie } = browsers.recognize(undefined, await userOf());
    const token = reportOf(theirs);
    const repeat = { identifier: "repeat:ada@example.com", token: "token", expires: inAnHour() };
    await db.prisma.verificationToken.create({ data: repeat });
    // A second sign-in of the same browser, which is known by then. It replaces the session.
    const createdAt = new Date(Date.now() + 1000);
    await db.prisma.session.updateMany({ where: { id: theirs }, data: { id: "replaced", createdAt } });
    expect(browsers.recognize(cookie, await userOf()).isKnown).toBe(true);
    expect(await browsers.reportSignIn(token)).toBe(userId);
    expect(await db.prisma.session.findMany()).toMatchObject([{ id: mine }]);
    expect(await db.prisma.verificationToken.count()).toBe(0);
    expect(browsers.recognize(cookie, await userOf()).isKnown).toBe(false);
    expect(await browsers.reportSignIn(token)).toBeNull();
    expect(await browsers.reportSignIn(`${token}.again`)).toBeNull();
    expect((await userOf()).browserEpoch).toBe(1);
  });

  it("ends the sessions that began at the same moment, too: a thief can sign in many times at once", async () => {
    const before = new Date(Date.now() - 1);
    const [session = ""] = [await signIn("first"), await signIn("second"), await signIn("third")];
    expect(await browsers.reportSignIn(reportOf(session, inAnHour(), before))).toBe(userId);
    expect(await db.prisma.session.count()).toBe(0);
  });

  it("works for an imported user whose id has dots", async () => {
    const id = "000123.abcdef.0456";
    await db.prisma.user.create({ data: { id, email: "dots@example.com" } });
    expect(await browsers.reportSignIn(browsers.reportToken(id, "gone", inAnHour()))).toBe(id);
  });

  it("a forged, altered or expired token does nothing", async () => {
    const session = await signIn("mine");
    const token = reportOf(session);
    const [claim = "", signature] = [token.slice(0, token.lastIndexOf(".")), token.split(".")[4]];
    const later = inAnHour().valueOf() * 2;
    const wrong = [
      "",
      claim,
      `${claim}.${"é".repeat(22)}`,
      `${userId}.${session}.${Date.now()}.${later}.${signature}`,
      knownBrowsers(db.prisma, ["another secret"]).reportToken(userId, session, inAnHour()),
      reportOf(session, new Date(Date.now() - 1)),
    ];
    for (const each of wrong) expect(await browsers.reportSignIn(each), each).toBeNull();
    expect(await db.prisma.session.count()).toBe(1);
    expect((await userOf()).browserEpoch).toBe(0);
    expect(await browsers.reportSignIn(token)).toBe(userId);
  });
});
