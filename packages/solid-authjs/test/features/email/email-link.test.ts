// Signing in by a link in a mail.

import GitHub from "@auth/core/providers/github";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linkFields, QUIET, SECRET, STRATEGIES, useApplication } from "../../support/application";
import { type Answer, ORIGIN, outcome, type Visitor } from "../../support/visitor";

const SECOND_MS = 1000;
const LINK_LIFE_MS = 10 * 60 * SECOND_MS;
const VERIFICATION = ["/api/auth/error", "Verification", null];

let visitor: Visitor;

describe.each(STRATEGIES)("a link by mail, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ session: { strategy } }));
  beforeEach(() => {
    visitor = app.visitor();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Requests a link. @returns its parameters */
  async function ask(who = visitor, fields: Record<string, string> = {}): Promise<Record<string, string>> {
    await who.post("/signin/email", { email: "ada@example.com", ...fields });
    return linkFields(app.sent.at(-1));
  }

  const spend = (link: Record<string, string>, who = visitor): Promise<Answer> => who.post("/callback/email", link);

  async function expectNobody(who = visitor) {
    expect(await who.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
  }

  it("signs up, verifies the address, and leads to the callback URL", async () => {
    const answer = await spend(await ask(visitor, { callbackUrl: "/protected" }));
    expect(answer.location?.href).toBe(`${ORIGIN}/protected`);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    const [user] = await app.prisma.user.findMany({ include: { accounts: true } });
    expect(user).toMatchObject({ email: "ada@example.com", accounts: [] });
    expect(Date.now() - Number(user?.emailVerified)).toBeLessThan(60 * SECOND_MS);
  });

  it("signs in the existing user", async () => {
    const { id } = await app.prisma.user.create({ data: { email: "ada@example.com", name: "Ada" } });
    await spend(await ask());
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada" } });
    expect(await app.prisma.user.findMany()).toMatchObject([{ id }]);
  });

  it("the answer is the same whether or not the address has a user", async () => {
    await app.prisma.user.create({ data: { email: "known@example.com" } });
    const answers = [];
    for (const email of ["known@example.com", "unknown@example.com"]) {
      const { status, location, set } = await app.visitor().post("/signin/email", { email });
      answers.push({ status, url: location?.href, cookies: [...set.keys()] });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.url).toBe(`${ORIGIN}/api/auth/verify-request?provider=email&type=email`);
    expect(app.sent).toHaveLength(2);
  });

  it("works until ten minutes have passed", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const link = await ask();
    vi.setSystemTime(Date.now() + LINK_LIFE_MS - SECOND_MS);
    await spend(link);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("expires after ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const link = await ask();
    expect(app.sent[0]?.expires.valueOf()).toBe(Date.now() + LINK_LIFE_MS);
    vi.setSystemTime(Date.now() + LINK_LIFE_MS + SECOND_MS);
    expect(outcome(await spend(link))).toEqual(VERIFICATION);
    await expectNobody();
  });

  it("signs in once: a spent link is refused", async () => {
    const link = await ask();
    await spend(link);
    const thief = app.visitor();
    expect(outcome(await spend(link, thief))).toEqual(VERIFICATION);
    expect(await thief.session()).toBeNull();
  });

  it("signs in only one of two who spend it at once", async () => {
    const link = await ask();
    const visitors = [app.visitor(), app.visitor()];
    await Promise.all(visitors.map((who) => spend(link, who)));
    const sessions = await Promise.all(visitors.map((who) => who.session()));
    expect(sessions.filter(Boolean)).toHaveLength(1);
    expect(await app.prisma.user.count()).toBe(1);
  });

  it.each([
    ["another token", { token: "0".repeat(64) }],
    ["no token", { token: "" }],
    ["another address", { email: "grace@example.com" }],
    ["no address", { email: "" }],
    ["a text that is not an address", { email: "ada" }],
  ])("a link with %s is refused, and stays valid", async (_, change) => {
    const link = await ask();
    expect(outcome(await spend({ ...link, ...change }))).toEqual(VERIFICATION);
    await expectNobody();
    await spend(link);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("works in another browser than the one that asked for it", async () => {
    const other = app.visitor();
    await spend(await ask(), other);
    expect(await other.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await visitor.session()).toBeNull();
  });

  it("works again after a failure of the application, until it has signed in", async () => {
    const link = await ask();
    const name = strategy === "database" ? "createSession" : "createUser";
    const broken = { ...app.adapter, [name]: () => Promise.reject(new Error("The disk is full.")) };
    const unlucky = app.visitor({ adapter: broken, logger: QUIET });
    expect((await spend(link, unlucky)).location?.searchParams.get("error")).toBe("Configuration");
    expect(unlucky.sessionCookie).toBeUndefined();

    await spend(link);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(outcome(await spend(link, app.visitor()))).toEqual(VERIFICATION);
  });

  it("stays valid when another one is sent: mails may arrive in any order", async () => {
    const first = await ask();
    await ask();
    await spend(first);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("signs in with a new session cookie, whatever the browser has sent (session fixation)", async () => {
    const link = await ask();
    visitor.cookies.set("__Secure-authjs.session-token", "gone");
    expect(outcome(await spend(link))).toEqual(["/", null, null]);
    expect(visitor.sessionCookie?.[1]).not.toBe("gone");
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("switches to its user from the one who was signed in", async () => {
    await app.signIn(visitor, "grace@example.com");
    await spend(await ask());
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    const sessions = await app.prisma.session.findMany({ include: { user: true } });
    const expected = strategy === "database" ? ["ada@example.com"] : [];
    expect(sessions.map(({ user }) => user.email)).toEqual(expected);
  });

  it("the database holds a link's token only as a hash with the secret", async () => {
    const { token = "" } = await ask();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await app.prisma.verificationToken.findMany();
    const sha256 = async (text: string) =>
      Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex");
    expect(row?.identifier).toBe("ada@example.com");
    expect(row?.token).toBe(await sha256(token + SECRET));
    expect(row?.token).not.toBe(await sha256(token));
    expect(outcome(await spend({ token: row?.token ?? "", email: "ada@example.com" }))).toEqual(VERIFICATION);
  });

  it("neither the hash in the database nor a value of a sign-in at a provider is a link's token", async () => {
    const github = GitHub({ clientId: "id", clientSecret: "secret" });
    visitor = app.visitor({ providers: [...app.config.providers, github] });
    const link = await ask();
    const { location } = await visitor.post("/signin/github");
    expect(location?.searchParams.has("state")).toBe(true);
    const { token: hash } = await app.prisma.verificationToken.findFirstOrThrow();
    const values = [hash, location?.searchParams.get("state") ?? "", ...visitor.cookies.values()];
    expect(values.length).toBeGreaterThan(4);
    for (const token of values) expect(outcome(await spend({ ...link, token }))).toEqual(VERIFICATION);
  });

  it("a link never leads to another site", async () => {
    const link = await ask();
    const answer = await spend({ ...link, callbackUrl: "https://evil.example.com/" });
    expect(answer.location?.origin).toBe(ORIGIN);
  });

  it("a form without a CSRF token is refused, and the link stays valid", async () => {
    const link = await ask();
    const body = new URLSearchParams(link);
    const answer = await visitor.visit("/callback/email", { method: "POST", body });
    expect(outcome(answer)).toEqual(["/api/auth/signin", "MissingCSRF", null]);
    const foreign = new URLSearchParams({ ...link, csrfToken: "0".repeat(64) });
    expect(outcome(await visitor.visit("/callback/email", { method: "POST", body: foreign }))[1]).toBe("MissingCSRF");
    await expectNobody();
    expect(await app.prisma.verificationToken.count()).toBe(1);
  });

  describe("with a page to confirm on", () => {
    beforeEach(() => {
      app.config = { ...app.config, pages: { confirm: "/sign-in/confirm" } };
      visitor = app.visitor();
    });

    it("leads to that page", async () => {
      await ask(visitor, { callbackUrl: "/protected" });
      const { origin, pathname, searchParams } = app.sent[0]?.url ?? new URL("about:blank");
      expect(origin + pathname).toBe(`${ORIGIN}/sign-in/confirm`);
      expect([...searchParams.keys()].sort()).toEqual(["callbackUrl", "email", "token"]);
    });

    it("the page's form alone spends the link: opening the callback leads to the page, any number of times", async () => {
      const link = await ask();
      for (let scans = 0; scans < 3; scans++) {
        const answer = await app.visitor().get(`/callback/email?${new URLSearchParams(link)}`);
        expect(answer.status).toBe(302);
        expect(answer.location?.pathname).toBe("/sign-in/confirm");
        expect(Object.fromEntries(answer.location?.searchParams ?? [])).toEqual(link);
        expect([...answer.set.keys()]).toEqual([]);
      }
      await expectNobody();
      await spend(link);
      expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    });
  });

  it("signs in when it is opened, if no confirm page is configured", async () => {
    const link = await ask();
    await visitor.get(`/callback/email?${new URLSearchParams(link)}`);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});
