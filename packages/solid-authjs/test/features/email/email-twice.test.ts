// A mail link's form that is sent twice: by a double press, or because the first answer was lost.

import type { Adapter, AdapterUser } from "@auth/core/adapters";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linkFields, STRATEGIES, useApplication } from "../../support/application";
import { outcome, type Visitor } from "../../support/visitor";

const ADA = "ada@example.com";
const HALF_A_MINUTE_MS = 30 * 1000;
const SPENT = ["/api/auth/error", "Verification", null];

afterEach(() => void vi.useRealTimers());

describe.each(STRATEGIES)("a mail link's form that is sent twice, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ session: { strategy }, pages: { newUser: "/welcome" } as never }));
  let visitor: Visitor;
  let form: Record<string, string>;

  /** Opens the page of a new link. */
  async function openLink(email = ADA): Promise<void> {
    visitor = app.visitor();
    await visitor.post("/signin/email", { email });
    form = { ...linkFields(app.sent.at(-1)), csrfToken: await visitor.csrfToken() };
  }

  beforeEach(() => openLink());

  const press = (who: Visitor, fields = form) =>
    who.visit("/callback/email", { method: "POST", body: new URLSearchParams(fields) });

  /** Presses the button. The answer does not reach the browser. */
  const pressInVain = (fields = form) => press(visitor.copy(), fields);

  const isSignedIn = async () => (await visitor.session())?.user?.email === ADA;

  it("signs in with the second answer where the first is lost", async () => {
    await pressInVain();
    expect(outcome(await press(visitor))).toEqual(["/", null, null]);
    expect(await isSignedIn()).toBe(true);
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("signs in with each of two answers to presses at the same moment, as one user who is created once", async () => {
    const createUser = vi.fn();
    const both = Promise.withResolvers<void>();
    let creating = 0;
    const adapter: Adapter = {
      ...app.adapter,
      async createUser(user) {
        // Neither request finds the user of the other.
        if (++creating === 2) both.resolve();
        await both.promise;
        return app.adapter.createUser?.(user) as Promise<AdapterUser>;
      },
    };
    Object.assign(app.config, { adapter, events: { createUser } });
    await openLink();
    const browsers = [visitor.copy(), visitor.copy()];
    for (const answer of await Promise.all(browsers.map((who) => press(who))))
      expect(outcome(answer)).toEqual(["/welcome", null, null]);
    for (const who of browsers) expect((await who.session())?.user?.email).toBe(ADA);
    expect(await app.prisma.user.count()).toBe(1);
    expect(createUser).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => unknown, object?]>([
    ["twice at most", () => pressInVain()],
    ["as no other address than the link's", () => {}, { email: "grace@example.com" }],
    ["no user after its user has signed out", () => visitor.post("/signout")],
  ])("signs in %s", async (_, act, changed) => {
    await press(visitor);
    await act();
    const again = visitor.copy();
    if (again.sessionCookie) again.cookies.delete(again.sessionCookie[0]);
    expect(outcome(await press(again, { ...form, ...changed }))).toEqual(SPENT);
    expect(await again.session()).toBeNull();
  });

  it("signs no other browser in, however often that one sends it", async () => {
    const thieves = [app.visitor(), app.visitor()];
    const tokens = await Promise.all(thieves.map((who) => who.csrfToken()));
    await press(visitor);
    for (const [index, csrfToken] of tokens.entries())
      expect(outcome(await press(thieves[index] as Visitor, { ...form, csrfToken }))).toEqual(SPENT);
    for (const who of thieves) expect(await who.session()).toBeNull();
  });

  it("signs in within half a minute, and not later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const [passed, expected] of [
      [HALF_A_MINUTE_MS - 1000, ["/", null, null]],
      [HALF_A_MINUTE_MS + 1, SPENT],
    ] as const) {
      await openLink(`after-${passed}@example.com`);
      await pressInVain();
      vi.setSystemTime(Date.now() + passed);
      expect(outcome(await press(visitor))).toEqual(expected);
    }
  });

  it("stores nothing that a copy of the database can sign in with", async () => {
    await press(visitor);
    const stored = (await app.prisma.verificationToken.findMany()).map(({ token }) => token);
    expect(stored).toHaveLength(1);
    for (const token of stored) expect(outcome(await press(visitor.copy(), { ...form, token }))).toEqual(SPENT);
  });
});
