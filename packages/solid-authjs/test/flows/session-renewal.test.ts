// Signing in and out with an earlier session in the browser: a stale one, an expired one, the user's own, another
// user's.

import type { AdapterUser } from "@auth/core/adapters";
import { describe, expect, it, vi } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { QUIET, useApplication } from "../support/application";
import { errorOf } from "../support/visitor";

const COOKIE = "__Secure-authjs.session-token";

const app = useApplication(() => ({ pages: { signIn: "/sign-in", error: "/error" } }));

describe("a cookie whose session is gone", () => {
  it.each(["the same user", "another user"])("the cookie does not burn the link of %s", async (who) => {
    await app.signedIn();
    await app.signedIn("other@example.com");
    const email = who === "another user" ? "other@example.com" : "user@example.com";
    const visitor = await app.signedIn();
    await app.prisma.session.deleteMany();
    const answer = await app.signIn(visitor, email);
    expect(errorOf(answer)).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email } });
  });

  it("a cookie that never named a session does not burn a link", async () => {
    await app.signedIn();
    const visitor = app.visitor();
    visitor.cookies.set(COOKIE, "made-up");
    expect(errorOf(await app.signIn(visitor))).toBeNull();
    expect(await visitor.session()).not.toBeNull();
  });

  it("signs out anyway, without an error in the log", async () => {
    const error = vi.fn();
    app.config = { ...app.config, logger: { ...QUIET, error } };
    const visitor = await app.signedIn();
    await app.prisma.session.deleteMany();
    const answer = await visitor.post("/signout", { callbackUrl: "/" });
    expect(answer.status).toBe(302);
    expect(errorOf(answer)).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
    expect(error).not.toHaveBeenCalled();
  });
});

describe("signing out in two tabs at once", () => {
  it("signs out in both, and ends the session once", async () => {
    const error = vi.fn();
    const signOut = vi.fn();
    app.config = { ...app.config, logger: { ...QUIET, error }, events: { signOut } };
    const visitor = await app.signedIn();
    const tabs = [visitor.copy(), visitor.copy(), visitor.copy()];
    const answers = await Promise.all(tabs.map((tab) => tab.post("/signout", { callbackUrl: "/" })));
    for (const answer of answers) expect(errorOf(answer)).toBeNull();
    for (const tab of tabs) expect(tab.sessionCookie).toBeUndefined();
    expect(await app.prisma.session.count()).toBe(0);
    expect(error).not.toHaveBeenCalled();
    expect(signOut.mock.calls.filter(([{ session }]) => session)).toHaveLength(1);
  });
});

describe("signing in again", () => {
  it("the same user gets a new session, and the old cookie opens nothing any more", async () => {
    const visitor = await app.signedIn();
    const before = visitor.copy();
    const { id: oldId } = await app.prisma.session.findFirstOrThrow();
    // An hour ago is within the session's lifetime, so it is not expiry that ends the session here.
    const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
    await app.prisma.session.updateMany({ data: { authenticatedAt: anHourAgo } });
    expect(await before.session()).not.toBeNull();
    await app.signIn(visitor);
    expect(visitor.sessionCookie?.[1]).not.toBe(before.sessionCookie?.[1]);
    const sessions = await app.prisma.session.findMany();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.id).not.toBe(oldId);
    expect(sessions[0]?.authenticatedAt.valueOf()).toBeGreaterThan(anHourAgo.valueOf());
    expect(await before.session()).toBeNull();
  });

  it("another user's sign-in ends the session of the first", async () => {
    const visitor = await app.signedIn("first@example.com");
    const before = visitor.copy();
    await app.signIn(visitor, "second@example.com");
    expect(await visitor.session()).toMatchObject({ user: { email: "second@example.com" } });
    expect(await before.session()).toBeNull();
    expect(await app.prisma.session.count()).toBe(1);
  });

  it("leaves the user's sessions in other browsers alone", async () => {
    const elsewhere = await app.signedIn();
    const visitor = await app.signedIn();
    await app.signIn(visitor);
    expect(await elsewhere.session()).not.toBeNull();
    expect(await app.prisma.session.count()).toBe(2);
  });

  it("a sign-in that fails leaves the session as it was", async () => {
    const visitor = await app.signedIn();
    const answer = await visitor.post("/callback/email", { token: "wrong", email: "user@example.com" });
    expect(errorOf(answer)).toBe("Verification");
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });
});

describe("an expired session", () => {
  it("an expired session is refused, and its row is deleted", async () => {
    const visitor = await app.signedIn();
    await app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.session.count()).toBe(0);
  });
});

describe("a user who was deleted", () => {
  it("no cookie signs a deleted user in, and no link that was on its way", async () => {
    const visitor = await app.signedIn();
    await visitor.post("/signin/email", { email: "user@example.com" });
    await app.prisma.user.deleteMany();
    expect(await visitor.session()).toBeNull();
    const { searchParams } = app.sent.at(-1)?.url ?? new URL("https://none");
    await visitor.post("/callback/email", Object.fromEntries(searchParams));
    // The deleted user still has the mailbox, and can sign up again.
    expect(await app.prisma.user.count()).toBe(1);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("a user who is deleted between the look-up and the sign-in is not signed in", async () => {
    await app.signedIn();
    const updateUser = vi.fn();
    const adapter: SolidAuthAdapter = {
      ...app.config.adapter,
      async updateUser(user) {
        await app.prisma.user.deleteMany();
        return (await app.config.adapter?.updateUser?.(user)) as AdapterUser;
      },
    };
    for (const strategy of ["database", "jwt"] as const) {
      const visitor = app.visitor({ adapter, session: { strategy }, events: { updateUser } });
      await app.prisma.user.deleteMany();
      await app.prisma.user.create({ data: { email: "user@example.com" } });
      expect(errorOf(await app.signIn(visitor))).toBe("Verification");
      expect(visitor.sessionCookie).toBeUndefined();
      expect(await visitor.session()).toBeNull();
    }
    expect(updateUser).not.toHaveBeenCalled();
  });
});
