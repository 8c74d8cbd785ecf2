// Faults of @auth/core around the session that a browser comes with: stale, expired, the user's own, somebody else's.

import type { AdapterUser } from "@auth/core/adapters";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import { type Answer, openApplication, QUIET, type SentMail, signInByMail, Visitor } from "../../support/auth";

const COOKIE = "__Secure-authjs.session-token";

let prisma: PrismaClient;
let sent: SentMail[];
let config: SolidAuthConfig;

beforeEach(async () => {
  ({ prisma, sent, config } = await openApplication({ pages: { signIn: "/sign-in", error: "/error" } }));
});

const errorOf = ({ location }: Answer) => location?.searchParams.get("error");

async function signedIn(email = "user@example.com"): Promise<Visitor> {
  const visitor = new Visitor(config);
  await signInByMail(visitor, sent, email);
  return visitor;
}

/** What the browser holds now, as a second copy of it: a thief's, or another tab's. */
function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(config);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

describe("a cookie whose session is gone", () => {
  it.each(["the same user", "another user"])("does not burn the link of %s", async (who) => {
    await signedIn("user@example.com");
    await signedIn("other@example.com");
    const email = who === "another user" ? "other@example.com" : "user@example.com";
    const visitor = await signedIn("user@example.com");
    await prisma.session.deleteMany();
    const answer = await signInByMail(visitor, sent, email);
    expect(errorOf(answer)).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email } });
  });

  it("does not burn a link when it never named a session", async () => {
    await signedIn("user@example.com");
    const visitor = new Visitor(config);
    visitor.cookies.set(COOKIE, "made-up");
    expect(errorOf(await signInByMail(visitor, sent, "user@example.com"))).toBeNull();
    expect(await visitor.session()).not.toBeNull();
  });

  it("signs out all the same, without a word in the error log", async () => {
    const error = vi.fn();
    config = { ...config, logger: { ...QUIET, error } };
    const visitor = await signedIn();
    await prisma.session.deleteMany();
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
    config = { ...config, logger: { ...QUIET, error }, events: { signOut } };
    const visitor = await signedIn();
    const tabs = [copyOf(visitor), copyOf(visitor), copyOf(visitor)];
    const answers = await Promise.all(tabs.map((tab) => tab.post("/signout", { callbackUrl: "/" })));
    for (const answer of answers) expect(errorOf(answer)).toBeNull();
    for (const tab of tabs) expect(tab.sessionCookie).toBeUndefined();
    expect(await prisma.session.count()).toBe(0);
    expect(error).not.toHaveBeenCalled();
    expect(signOut.mock.calls.filter(([{ session }]) => session)).toHaveLength(1);
  });
});

describe("signing in again", () => {
  it("as the same user gives a new session, and the old cookie opens nothing any more", async () => {
    const visitor = await signedIn();
    const before = copyOf(visitor);
    const { id: oldId } = await prisma.session.findFirstOrThrow();
    // Long ago, and still within the session's lifetime: its end is not what ends it here.
    const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
    await prisma.session.updateMany({ data: { authenticatedAt: anHourAgo } });
    expect(await before.session()).not.toBeNull();
    await signInByMail(visitor, sent, "user@example.com");
    expect(visitor.sessionCookie?.[1]).not.toBe(before.sessionCookie?.[1]);
    const sessions = await prisma.session.findMany();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.id).not.toBe(oldId);
    expect(sessions[0]?.authenticatedAt.valueOf()).toBeGreaterThan(anHourAgo.valueOf());
    expect(await before.session()).toBeNull();
  });

  it("as another user ends the session of the first", async () => {
    const visitor = await signedIn("first@example.com");
    const before = copyOf(visitor);
    await signInByMail(visitor, sent, "second@example.com");
    expect(await visitor.session()).toMatchObject({ user: { email: "second@example.com" } });
    expect(await before.session()).toBeNull();
    expect(await prisma.session.count()).toBe(1);
  });

  it("leaves the user's sessions in other browsers alone", async () => {
    const elsewhere = await signedIn();
    const visitor = await signedIn();
    await signInByMail(visitor, sent, "user@example.com");
    expect(await elsewhere.session()).not.toBeNull();
    expect(await prisma.session.count()).toBe(2);
  });

  it("clears away sessions that have run out, whoever's they were", async () => {
    await signedIn("gone@example.com");
    await signedIn("user@example.com");
    await prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    await signedIn("user@example.com");
    expect(await prisma.session.count()).toBe(1);
  });

  it("that fails leaves the session as it was", async () => {
    const visitor = await signedIn();
    const answer = await visitor.post("/callback/email", { token: "wrong", email: "user@example.com" });
    expect(errorOf(answer)).toBe("Verification");
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });
});

describe("a session that has run out", () => {
  it("is nobody's, and its cookie and its row go", async () => {
    const visitor = await signedIn();
    await prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(await visitor.session()).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await prisma.session.count()).toBe(0);
  });
});

describe("a user who was deleted", () => {
  it("is signed in by no cookie and no link that was on its way", async () => {
    const visitor = await signedIn();
    await visitor.post("/signin/email", { email: "user@example.com" });
    await prisma.user.deleteMany();
    expect(await visitor.session()).toBeNull();
    const { searchParams } = sent.at(-1)?.url ?? new URL("https://none");
    await visitor.post("/callback/email", Object.fromEntries(searchParams));
    // The mailbox is theirs still: they begin anew.
    expect(await prisma.user.count()).toBe(1);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("between the look-up and the sign-in, is signed in not at all", async () => {
    await signedIn();
    const updateUser = vi.fn();
    const adapter: SolidAuthAdapter = {
      ...config.adapter,
      async updateUser(user) {
        await prisma.user.deleteMany();
        return (await config.adapter?.updateUser?.(user)) as AdapterUser;
      },
    };
    for (const strategy of ["database", "jwt"] as const) {
      const visitor = new Visitor({ ...config, adapter, session: { strategy }, events: { updateUser } });
      await prisma.user.upsert({
        where: { email: "user@example.com" },
        create: { email: "user@example.com" },
        update: {},
      });
      expect(errorOf(await signInByMail(visitor, sent, "user@example.com"))).toBe("Configuration");
      expect(visitor.sessionCookie).toBeUndefined();
      expect(await visitor.session()).toBeNull();
    }
    expect(updateUser).not.toHaveBeenCalled();
  });
});
