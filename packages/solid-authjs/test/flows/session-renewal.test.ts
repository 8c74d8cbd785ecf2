// Signing in and out with an earlier session in the browser: a stale one, the user's own, another user's.

import type { AdapterUser } from "@auth/core/adapters";
import { expect, it, vi } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { EMAIL, linkFields, QUIET, STRATEGIES, useApplication } from "../support/application";
import { errorOf } from "../support/visitor";

const OTHER = "other@example.com";

const error = vi.fn();
const signOut = vi.fn();
const app = useApplication(() => {
  vi.clearAllMocks();
  return { pages: { signIn: "/sign-in", error: "/error" }, logger: { ...QUIET, error }, events: { signOut } };
});

it.each([
  ["in three tabs at once ends the session once", 1],
  ["with a session that is gone", 0],
])("signing out %s works, without an error in the log", async (_, ended) => {
  const visitor = await app.signedIn();
  if (ended === 0) await app.prisma.session.deleteMany();
  const tabs = [visitor.copy(), visitor.copy(), visitor.copy()];
  const answers = await Promise.all(tabs.map((tab) => tab.post("/signout", { callbackUrl: "/" })));
  for (const answer of answers) expect([answer.status, errorOf(answer)]).toEqual([302, null]);
  for (const tab of tabs) expect(tab.sessionCookie).toBeUndefined();
  expect(await app.prisma.session.count()).toBe(0);
  expect(error).not.toHaveBeenCalled();
  expect(signOut.mock.calls.filter(([{ session }]) => session)).toHaveLength(ended);
});

it("the same user gets a new session, the old cookie opens nothing any more, and other browsers stay signed in", async () => {
  const visitor = await app.signedIn();
  const before = visitor.copy();
  const { id: oldId } = await app.prisma.session.findFirstOrThrow();
  // An hour ago is within the session's lifetime, so it is not expiry that ends the session here.
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
  await app.prisma.session.updateMany({ data: { authenticatedAt: anHourAgo } });
  expect(await before.session()).not.toBeNull();
  const elsewhere = await app.signedIn();
  await app.signIn(visitor);
  expect(visitor.sessionCookie?.[1]).not.toBe(before.sessionCookie?.[1]);
  const sessions = await app.prisma.session.findMany();
  expect(sessions.map(({ id }) => id)).not.toContain(oldId);
  expect(sessions).toHaveLength(2);
  for (const { authenticatedAt } of sessions) expect(authenticatedAt.valueOf()).toBeGreaterThan(anHourAgo.valueOf());
  expect(await before.session()).toBeNull();
  expect(await elsewhere.session()).not.toBeNull();
});

it("another user's sign-in ends the session of the first, and a sign-in that fails ends none", async () => {
  const visitor = await app.signedIn();
  const before = visitor.copy();
  expect(errorOf(await visitor.post("/callback/email", { token: "wrong", email: OTHER }))).toBe("Verification");
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  await app.signIn(visitor, OTHER);
  expect(await visitor.session()).toMatchObject({ user: { email: OTHER } });
  expect(await before.session()).toBeNull();
  expect(await app.prisma.session.count()).toBe(1);
});

it("no cookie signs a deleted user in, and no link that was on its way", async () => {
  const visitor = await app.signedIn();
  await visitor.post("/signin/email", { email: EMAIL });
  await app.prisma.user.deleteMany();
  expect(await visitor.session()).toBeNull();
  await visitor.post("/callback/email", linkFields(app.sent.at(-1)));
  // The deleted user still has the mailbox, and can sign up again.
  expect(await app.prisma.user.count()).toBe(1);
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
});

it.each(STRATEGIES)(
  "a user who is deleted between the look-up and the sign-in is not signed in, under %s",
  async (strategy) => {
    const updateUser = vi.fn();
    const adapter: SolidAuthAdapter = {
      ...app.adapter,
      async updateUser(user) {
        await app.prisma.user.deleteMany();
        return (await app.adapter.updateUser?.(user)) as AdapterUser;
      },
    };
    const visitor = app.visitor({ adapter, session: { strategy }, events: { updateUser } });
    await app.prisma.user.create({ data: { email: EMAIL } });
    expect(errorOf(await app.signIn(visitor))).toBe("Verification");
    expect(await visitor.session()).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
    expect(updateUser).not.toHaveBeenCalled();
  },
);
