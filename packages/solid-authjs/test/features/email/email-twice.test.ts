// A mail link's form that is sent twice: by a double press, or because the first answer was lost.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MailParameters } from "../../../src";
import { linkFields, STRATEGIES, useApplication } from "../../support/application";
import { outcome, type Visitor } from "../../support/visitor";

const ADA = "ada@example.com";
const ROUNDS = 10;
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

  const isSignedIn = async (who = visitor) => (await who.session())?.user?.email === ADA;

  it("signs in with the second answer where the first is lost, and a new user is led to the page of new users", async () => {
    await pressInVain();
    expect(outcome(await press(visitor))).toEqual(["/welcome", null, null]);
    expect(await isSignedIn()).toBe(true);
    await openLink();
    await pressInVain();
    expect(outcome(await press(visitor))).toEqual(["/", null, null]);
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("signs in with each of two answers to presses at the same moment, as one user who is created once", async () => {
    const createUser = vi.fn();
    app.config.events = { createUser };
    for (let round = 0; round < ROUNDS; round++) {
      await openLink(`user${round}@example.com`);
      const browsers = [visitor.copy(), visitor.copy()];
      const answers = await Promise.all(browsers.map((who) => press(who)));
      expect(answers.map(outcome)).toEqual([
        ["/welcome", null, null],
        ["/welcome", null, null],
      ]);
      for (const who of browsers) expect((await who.session())?.user?.email).toBe(`user${round}@example.com`);
    }
    expect(await app.prisma.user.count()).toBe(ROUNDS);
    expect(createUser).toHaveBeenCalledTimes(ROUNDS);
  });

  it("signs in twice at most", async () => {
    await pressInVain();
    await pressInVain();
    expect(outcome(await press(visitor))).toEqual(SPENT);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs no other browser in, however often that one sends it", async () => {
    const thieves = await Promise.all(
      [app.visitor(), app.visitor()].map(async (who) => [who, await who.csrfToken()] as const),
    );
    await press(visitor);
    const answers = await Promise.all(thieves.map(([who, csrfToken]) => press(who, { ...form, csrfToken })));
    for (const answer of answers) expect(outcome(answer)).toEqual(SPENT);
    for (const [who] of thieves) expect(await who.session()).toBeNull();
  });

  it("signs no browser in as another address than the link's", async () => {
    await pressInVain();
    expect(outcome(await press(visitor, { ...form, email: "grace@example.com" }))).toEqual(SPENT);
    expect(await visitor.session()).toBeNull();
  });

  it("signs in within half a minute, and not later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await pressInVain();
    const later = Date.now() + HALF_A_MINUTE_MS;
    vi.setSystemTime(later - 1000);
    expect(outcome(await press(visitor.copy()))[1]).toBeNull();
    await openLink();
    await pressInVain();
    vi.setSystemTime(Date.now() + HALF_A_MINUTE_MS + 1);
    expect(outcome(await press(visitor))).toEqual(SPENT);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs no user in after its user has signed out", async () => {
    await press(visitor);
    await visitor.post("/signout");
    expect(outcome(await press(visitor))).toEqual(SPENT);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs in once with an adapter that cannot replace a token", async () => {
    const { replaceVerificationToken: _, ...adapter } = app.adapter;
    app.config.adapter = adapter;
    await openLink();
    await pressInVain();
    expect(outcome(await press(visitor))).toEqual(SPENT);
  });

  it("stores nothing that a copy of the database can sign in with", async () => {
    await press(visitor);
    const stored = (await app.prisma.verificationToken.findMany()).map(({ token }) => token);
    expect(stored).toHaveLength(1);
    for (const token of [...stored, ...stored.map((each) => each.replace("new ", ""))])
      expect(outcome(await press(visitor.copy(), { ...form, token }))).toEqual(SPENT);
  });

  it("signs in with a code that is sent twice", async () => {
    const sent: MailParameters[] = [];
    const email = { id: "email", type: "email", name: "Email", maxAge: 600, codes: true } as const;
    const sendVerificationRequest = (mail: MailParameters) => void sent.push(mail);
    const providers = [{ ...email, sendVerificationRequest }];
    visitor = app.visitor({ providers });
    await visitor.post("/signin/email", { email: ADA });
    const fields = { code: sent[0]?.code ?? "", csrfToken: await visitor.csrfToken() };
    await pressInVain(fields);
    expect(outcome(await press(visitor, fields))).toEqual(["/welcome", null, null]);
    expect(await isSignedIn()).toBe(true);
  });
});
