// Mail links with attackers, mail scanners and failing mail servers.

import { describe, expect, it, vi } from "vitest";
import { bindAuth } from "../../../src";
import { emailProvider, linkFields, useApplication } from "../../support/application";
import { errorOf, type Visitor } from "../../support/visitor";

const CONFIRM = "/sign-in/confirm";

const app = useApplication(() => ({ pages: { signIn: "/sign-in", error: "/error", confirm: CONFIRM } }));

/** The fields of the newest link. */
const fieldsOfLink = () => linkFields(app.sent.at(-1));

describe("a mail server that refuses at once", () => {
  const refused = () => Promise.reject(new Error("421 try again later"));

  it("shows the visitor an error, and no rejection stays unhandled", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    try {
      const providers = [emailProvider(app.sent, { sendVerificationRequest: refused })];
      const answer = await app.visitor({ providers }).post("/signin/email", { email: "user@example.com" });
      expect(answer.location?.pathname).toBe("/sign-in");
      expect(Object.fromEntries(answer.location?.searchParams ?? [])).toMatchObject({
        error: "EmailSignInError",
        code: "unsent",
      });
      // Node reports unhandled rejections after the microtasks, so by the next turn.
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });

  it("a transport that throws instead of rejecting does not take the process down", async () => {
    const sendVerificationRequest = () => {
      throw new Error("no transport");
    };
    const providers = [emailProvider(app.sent, { sendVerificationRequest })];
    const answer = await app.visitor({ providers }).post("/signin/email", { email: "user@example.com" });
    expect(answer.location?.searchParams.get("code")).toBe("unsent");
  });
});

describe("a mail scanner that opens every link", () => {
  it("spends nothing by a form without the link's address, and leaves nothing in its place", async () => {
    const visitor = app.visitor();
    await visitor.post("/signin/email", { email: "user@example.com" });
    const [before] = await app.prisma.verificationToken.findMany();
    const { email: _, ...fields } = fieldsOfLink();
    expect(errorOf(await visitor.post("/callback/email", fields))).toBe("Verification");
    expect(await app.prisma.verificationToken.findMany()).toEqual([before]);
    expect(await visitor.session()).toBeNull();
    expect(errorOf(await visitor.post("/callback/email", fieldsOfLink()))).toBeNull();
  });
});

describe("an attacker who plants their own link in a victim's browser", () => {
  async function attackersLink() {
    await app.visitor().post("/signin/email", { email: "attacker@example.com" });
    return fieldsOfLink();
  }

  it.each<[string, Record<string, string>]>([
    ["no CSRF token", {}],
    ["an empty one", { csrfToken: "" }],
    ["one that they made up", { csrfToken: "a".repeat(64) }],
  ])("refuses a form that has %s", async (_case, more) => {
    const victim = app.visitor();
    await victim.get("/csrf");
    const body = new URLSearchParams({ ...(await attackersLink()), ...more });
    const answer = await victim.visit("/callback/email", { method: "POST", body });
    expect(errorOf(answer)).toBe("MissingCSRF");
    expect(victim.sessionCookie).toBeUndefined();
    expect(await app.prisma.session.count()).toBe(0);
  });

  it("the CSRF token of the attacker's own browser is refused", async () => {
    const { csrfToken } = await (await app.visitor().get("/csrf")).json();
    const victim = app.visitor();
    await victim.get("/csrf");
    const body = new URLSearchParams({ ...(await attackersLink()), csrfToken });
    expect(errorOf(await victim.visit("/callback/email", { method: "POST", body }))).toBe("MissingCSRF");
    expect(victim.sessionCookie).toBeUndefined();
  });

  it("a CSRF cookie that the attacker planted is refused", async () => {
    // An attacker on http or on a sibling subdomain can set a cookie, but cannot make its hash without the secret.
    const csrfToken = "a".repeat(64);
    for (const hash of ["", "a".repeat(64), "undefined"]) {
      const victim = app.visitor();
      victim.cookies.set("__Host-authjs.csrf-token", `${csrfToken}%7C${hash}`);
      const body = new URLSearchParams({ ...(await attackersLink()), csrfToken });
      expect(errorOf(await victim.visit("/callback/email", { method: "POST", body }))).toBe("MissingCSRF");
      expect(victim.sessionCookie).toBeUndefined();
    }
  });

  it("a signed-in victim's session does not change", async () => {
    const victim = await app.signedIn("victim@example.com");
    const body = new URLSearchParams(await attackersLink());
    await victim.visit("/callback/email", { method: "POST", body });
    expect(await victim.session()).toMatchObject({ user: { email: "victim@example.com" } });
  });
});

describe("the confirmation page", () => {
  const pendingEmail = (visitor: Visitor) => bindAuth(app.config).getPendingEmail(visitor.request());

  it("the confirmation page can tell the browser that asked for the link from any other, which may still sign in", async () => {
    const asked = app.visitor();
    await asked.post("/signin/email", { email: "User@example.com" });
    const other = app.visitor();
    await other.get("/csrf");
    expect(await pendingEmail(asked)).toBe("user@example.com");
    expect(await pendingEmail(other)).toBeNull();
    await other.post("/callback/email", fieldsOfLink());
    expect(await other.session()).toMatchObject({ user: { email: "user@example.com" } });
  });
});

describe("one mailbox in many spellings", () => {
  const spellings = ["user@example.com", "USER@EXAMPLE.COM", " User@Example.com ", "user＠example.com"];

  it("every spelling of a mailbox is one user", async () => {
    for (const email of spellings) {
      const visitor = app.visitor();
      await visitor.post("/signin/email", { email });
      expect(app.sent.at(-1)?.to).toBe("user@example.com");
      await visitor.post("/callback/email", fieldsOfLink());
      expect(await visitor.session(), email).toMatchObject({ user: { email: "user@example.com" } });
    }
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("accepts a link whose address a mail program has changed in case", async () => {
    const visitor = app.visitor();
    await visitor.post("/signin/email", { email: "user@example.com" });
    const answer = await visitor.post("/callback/email", { ...fieldsOfLink(), email: "User@Example.com" });
    expect(errorOf(answer)).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });
});

describe("the owner of an address that an attacker registered first", () => {
  it("the owner is the only one who can sign in to the account once they have spent a link", async () => {
    const stranger = app.visitor();
    const user = await app.prisma.user.create({ data: { email: "victim@example.com" } });
    await app.config.adapter?.createSession?.({
      sessionToken: "stranger's",
      userId: user.id,
      expires: new Date(Date.now() + 60_000),
    });
    const key = { userId: user.id, providerAccountId: "stranger's" };
    await app.config.adapter?.linkAccount?.({ ...key, type: "webauthn", provider: "passkey" });
    await app.config.adapter?.createAuthenticator?.({
      ...key,
      credentialID: "stranger's",
      credentialPublicKey: "key",
      counter: 0,
      credentialDeviceType: "multiDevice",
      credentialBackedUp: true,
    });
    stranger.cookies.set("__Secure-authjs.session-token", "stranger's");
    expect(await stranger.session()).toMatchObject({ user: { email: "victim@example.com" } });

    const owner = await app.signedIn("victim@example.com");
    expect(await owner.session()).toMatchObject({ user: { email: "victim@example.com" } });
    expect(await stranger.session()).toBeNull();
    expect(await app.prisma.authenticator.count()).toBe(0);
    expect(await app.prisma.account.count()).toBe(0);
  });
});
