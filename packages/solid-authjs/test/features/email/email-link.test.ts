// Signing in by a link in a mail, with attackers and mail scanners among those who open it.

import { hash } from "node:crypto";
import GitHub from "@auth/core/providers/github";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linkFields, SECRET, useApplication } from "../../support/application";
import { type Answer, ORIGIN, outcome, type Visitor } from "../../support/visitor";

const ADA = "ada@example.com";
const SECOND_MS = 1000;
const LINK_LIFE_MS = 10 * 60 * SECOND_MS;
const VERIFICATION = ["/api/auth/error", "Verification", null];
const MADE_UP = "a".repeat(64);

let visitor: Visitor;

describe("a link by mail", () => {
  const app = useApplication();
  beforeEach(() => {
    visitor = app.visitor();
  });
  afterEach(() => void vi.useRealTimers());

  /** Requests a link. @returns its parameters */
  async function ask(who = visitor, fields: Record<string, string> = {}): Promise<Record<string, string>> {
    await who.post("/signin/email", { email: ADA, ...fields });
    return linkFields(app.sent.at(-1));
  }

  const spend = (link: Record<string, string>, who = visitor): Promise<Answer> => who.post("/callback/email", link);

  async function expectSignedIn(who = visitor) {
    expect(await who.session()).toMatchObject({ user: { email: ADA } });
  }

  async function expectNobody() {
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
  }

  it("signs up, verifies the address, and leads to the callback URL", async () => {
    const answer = await spend(await ask(visitor, { callbackUrl: "/protected" }));
    expect(answer.location?.href).toBe(`${ORIGIN}/protected`);
    await expectSignedIn();
    const [user] = await app.prisma.user.findMany();
    expect(await app.prisma.account.count()).toBe(0);
    expect(Date.now() - Number(user?.emailVerified)).toBeLessThan(60 * SECOND_MS);
  });

  it("another spelling of the address is the same mailbox, and one user, also in a link that a mail program has changed", async () => {
    await app.signedIn(ADA);
    const email = "  Ada＠Example.COM \n";
    const link = await ask(visitor, { email });
    expect(app.sent.at(-1)?.to).toBe(ADA);
    await spend({ ...link, email });
    await expectSignedIn();
    expect(await app.prisma.user.count()).toBe(1);
  });

  it.each<unknown>(["", "ada@example.com, eve@evil.com", "ada@example.com\r\nBcc: eve@evil.com", undefined, [ADA]])(
    "an address is requested again where JSON has %j, and no mail is sent",
    async (email) => {
      const body = JSON.stringify({ csrfToken: await visitor.csrfToken(), email });
      const headers = { "content-type": "application/json" };
      const answer = await visitor.visit("/signin/email", { method: "POST", body, headers });
      expect(outcome(answer)).toEqual(["/api/auth/signin", "EmailSignInError", "address"]);
      expect([app.sent.length, await app.prisma.verificationToken.count()]).toEqual([0, 0]);
    },
  );

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

  it("works until ten minutes have passed, in any order with others, and not later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [link, late] = [await ask(), await ask()];
    expect(app.sent[0]?.expires.valueOf()).toBe(Date.now() + LINK_LIFE_MS);
    vi.setSystemTime(Date.now() + LINK_LIFE_MS - SECOND_MS);
    await spend(link);
    await expectSignedIn();
    vi.setSystemTime(Date.now() + 2 * SECOND_MS);
    expect(outcome(await spend(late, app.visitor()))).toEqual(VERIFICATION);
  });

  it("signs in once: a spent link is refused", async () => {
    const link = await ask();
    await spend(link);
    const thief = app.visitor();
    expect(outcome(await spend(link, thief))).toEqual(VERIFICATION);
    expect(await thief.session()).toBeNull();
  });

  it.each<[string, object]>([
    ["another token", { token: "0".repeat(64) }],
    ["no token", { token: "" }],
    ["another address", { email: "grace@example.com" }],
    ["no address", { email: "" }],
    ["no field for its address", { email: undefined }],
    ["a text that is not an address", { email: "ada" }],
  ])("a link with %s is refused, and stays valid", async (_, change) => {
    const link = await ask();
    const stored = await app.prisma.verificationToken.findMany();
    // JSON leaves out what is undefined.
    const changed = JSON.parse(JSON.stringify({ ...link, ...change }));
    expect(outcome(await spend(changed))).toEqual(VERIFICATION);
    expect(await app.prisma.verificationToken.findMany()).toEqual(stored);
    await expectNobody();
    await spend(link);
    await expectSignedIn();
  });

  it("has a token of which the database holds a hash with the secret alone, and nothing else that a browser gets is one", async () => {
    visitor = app.visitor({ providers: [...app.config.providers, GitHub({ clientId: "id", clientSecret: "secret" })] });
    const link = await ask();
    expect(link.token).toMatch(/^[0-9a-f]{64}$/);
    const row = await app.prisma.verificationToken.findFirstOrThrow();
    expect(row).toMatchObject({ identifier: ADA, token: hash("sha256", link.token + SECRET) });
    const { location } = await visitor.post("/signin/github");
    const values = [row.token, location?.searchParams.get("state") ?? "", ...visitor.cookies.values()];
    expect(values.length).toBeGreaterThan(4);
    for (const token of values) expect(outcome(await spend({ ...link, token }))).toEqual(VERIFICATION);
  });

  it("leads to the page to confirm on, whose form alone spends it: opening the callback leads there, any number of times", async () => {
    app.config = { ...app.config, pages: { confirm: "/sign-in/confirm" } };
    visitor = app.visitor();
    const link = await ask(visitor, { callbackUrl: "/protected" });
    const { origin, pathname } = app.sent[0]?.url ?? new URL("about:blank");
    expect(origin + pathname).toBe(`${ORIGIN}/sign-in/confirm`);
    expect(Object.keys(link).sort()).toEqual(["callbackUrl", "email", "token"]);
    for (let scans = 0; scans < 3; scans++) {
      const answer = await app.visitor().get(`/callback/email?${new URLSearchParams(link)}`);
      expect([answer.status, answer.location?.pathname, answer.set.size]).toEqual([302, "/sign-in/confirm", 0]);
      expect(Object.fromEntries(answer.location?.searchParams ?? [])).toEqual(link);
    }
    await expectNobody();
    await spend(link);
    await expectSignedIn();
  });

  it("signs in when it is opened, if no confirm page is configured", async () => {
    await visitor.get(`/callback/email?${new URLSearchParams(await ask())}`);
    await expectSignedIn();
  });

  const planted = (hash: string) => (victim: Visitor) => {
    victim.cookies.set("__Host-authjs.csrf-token", `${MADE_UP}%7C${hash}`);
    return { csrfToken: MADE_UP };
  };

  // An attacker on http or on a sibling subdomain can set a cookie, but cannot make its hash without the secret.
  it.each<[string, (victim: Visitor) => object | Promise<object>]>([
    ["no CSRF token", () => ({})],
    ["a CSRF token that they made up", () => ({ csrfToken: MADE_UP })],
    ["the CSRF token of their own browser", async () => ({ csrfToken: await app.visitor().csrfToken() })],
    ["a CSRF cookie without a hash", planted("")],
    ["a CSRF cookie with a hash that they made up", planted(MADE_UP)],
  ])("of an attacker's own, planted in a victim's browser with %s, is refused", async (_, plant) => {
    const link = await ask(app.visitor());
    for (const victim of [app.visitor(), await app.signedIn("victim@example.com")]) {
      const before = victim.sessionCookie;
      await victim.get("/csrf");
      const body = new URLSearchParams({ ...link, ...(await plant(victim)) });
      expect(outcome(await victim.visit("/callback/email", { method: "POST", body }))[1]).toBe("MissingCSRF");
      expect(victim.sessionCookie).toEqual(before);
      expect(await app.prisma.verificationToken.count({ where: { identifier: ADA } })).toBe(1);
      expect((await victim.session())?.user?.email).toBe(before && "victim@example.com");
    }
  });
});
