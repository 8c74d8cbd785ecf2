// The address that a visitor types to get a link.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emailProvider, linkFields, QUIET, useApplication } from "../../support/application";
import { outcome, type Visitor } from "../../support/visitor";

const SIGN_IN = "/api/auth/signin";

const app = useApplication();
let visitor: Visitor;

beforeEach(() => {
  visitor = app.visitor();
});

describe("an address", () => {
  it.each([
    ["Ada@Example.COM", "in capitals"],
    ["  ada@example.com \n", "with space around it"],
    ["ａｄａ@ｅｘａｍｐｌｅ.com", "in full-width letters"],
    ["ada＠example.com", "with a full-width @"],
  ])("%j is the same mailbox %s, and one user", async (spelling) => {
    await app.signIn(visitor, "ada@example.com");
    await visitor.post("/signin/email", { email: spelling });
    expect(app.sent.at(-1)?.to).toBe("ada@example.com");
    const link = linkFields(app.sent.at(-1));
    const other = app.visitor();
    await other.post("/callback/email", link);
    expect(await other.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await app.prisma.user.count()).toBe(1);
  });

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@example.com, eve@evil.com",
    "ada@example.com,eve@evil.com",
    "ada@example.com eve@evil.com",
    "ada@evil.com@example.com",
    "ada@evil.com＠example.com",
    '"eve@evil.com"@example.com',
    "Ada <ada@example.com>",
    "ada@example.com\r\nBcc: eve@evil.com",
    "ada@example..com",
    `${"a".repeat(250)}@example.com`,
  ])("an address is requested again where it is %j, and no mail is sent", async (email) => {
    const answer = await visitor.post("/signin/email", { email, callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual([SIGN_IN, "EmailSignInError", "address"]);
    expect(answer.location?.searchParams.get("callbackUrl")).toBe("https://app.example.com/protected");
    expect(app.sent).toEqual([]);
    expect(await app.prisma.verificationToken.count()).toBe(0);
  });

  it.each([{}, { email: null }, { email: 7 }, { email: ["ada@example.com"] }, { email: { 0: "ada@example.com" } }])(
    "an address is requested again when a JSON body has %j",
    async (fields) => {
      const { csrfToken } = await (await visitor.get("/csrf")).json();
      const body = JSON.stringify({ csrfToken, ...fields });
      const headers = { "content-type": "application/json" };
      const answer = await visitor.visit("/signin/email", { method: "POST", body, headers });
      expect(outcome(answer)).toEqual([SIGN_IN, "EmailSignInError", "address"]);
      expect(app.sent).toEqual([]);
    },
  );

  it("the provider's own function normalises an address if it has one", async () => {
    const withoutTags = (address: string) => address.replace(/\+[^@]*/, "");
    visitor = app.visitor({ providers: [emailProvider(app.sent, { normalizeIdentifier: withoutTags })] });
    await visitor.post("/signin/email", { email: "ada+news@example.com" });
    expect(app.sent.map(({ to }) => to)).toEqual(["ada@example.com"]);
  });

  it("an address is normalised after the provider's own function: no mail goes to a look-alike", async () => {
    visitor = app.visitor({ providers: [emailProvider(app.sent, { normalizeIdentifier: (address) => address })] });
    await visitor.post("/signin/email", { email: "\ufb01nn@example.com" });
    expect(app.sent.map(({ to }) => to)).toEqual(["finn@example.com"]);
  });

  it("gets no mail from a form without a CSRF token", async () => {
    const body = new URLSearchParams({ email: "ada@example.com" });
    const answer = await visitor.visit("/signin/email", { method: "POST", body });
    expect(outcome(answer)).toEqual([SIGN_IN, "MissingCSRF", null]);
    expect(app.sent).toEqual([]);
  });

  it.each([
    ["no", () => false, ["/api/auth/error", "AccessDenied", null]],
    ["where to go", () => "/invited-only", ["/invited-only", null, null]],
  ])("gets no mail if the signIn callback returns %s", async (_, result, expected) => {
    const signIn = vi.fn(result);
    visitor = app.visitor({ callbacks: { signIn } });
    const answer = await visitor.post("/signin/email", { email: "Ada@example.com" });
    expect(outcome(answer)).toEqual(expected);
    expect(answer.set.has("__Host-authjs.mail-request")).toBe(false);
    expect(signIn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        user: expect.objectContaining({ email: "ada@example.com" }),
        email: { verificationRequest: true },
      }),
    );
    expect(app.sent).toEqual([]);
  });
});

describe("a mail that cannot be sent", () => {
  const unhandled = vi.fn();

  beforeEach(() => {
    unhandled.mockClear();
    process.on("unhandledRejection", unhandled);
  });
  afterEach(() => {
    process.off("unhandledRejection", unhandled);
  });

  const failure = new Error("550 no such mailbox: ada@example.com");

  it.each<[string, () => Promise<void>]>([
    ["refuses at once", () => Promise.reject(failure)],
    [
      "throws before it returns",
      () => {
        throw failure;
      },
    ],
    ["refuses after a while", () => new Promise((_, reject) => setTimeout(reject, 20, failure))],
  ])("a mail is reported if the transport %s, and no rejection stays unhandled", async (_, sendVerificationRequest) => {
    const error = vi.fn();
    const providers = [emailProvider(app.sent, { sendVerificationRequest })];
    visitor = app.visitor({ providers, logger: { ...QUIET, error } });
    const answer = await visitor.post("/signin/email", { email: "ada@example.com", callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual([SIGN_IN, "EmailSignInError", "unsent"]);
    expect(answer.location?.searchParams.get("callbackUrl")).toBe("https://app.example.com/protected");
    expect(answer.set.has("__Host-authjs.mail-request")).toBe(false);
    expect(error).toHaveBeenCalledOnce();
    // Node reports unhandled rejections after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it.each([
    ["no_mailbox", "550 5.1.1 <ada@example.com>: no such user"],
    ["deferred", "450 4.2.0 <ada@example.com>: Greylisted"],
    ["unsent", "554 5.7.1 <ada@example.com>: Relay access denied"],
  ])("gets the code %s where the mail server replies %s, also within another error", async (code, response) => {
    const refusal = Object.assign(new Error(response), { response, command: "RCPT TO" });
    for (const thrown of [refusal, new Error("no mail", { cause: refusal })]) {
      const providers = [emailProvider(app.sent, { sendVerificationRequest: () => Promise.reject(thrown) })];
      const answer = await app.visitor({ providers }).post("/signin/email", { email: "ada@example.com" });
      expect(outcome(answer)).toEqual([SIGN_IN, "EmailSignInError", code]);
    }
  });

  it("a mail that cannot be sent has another error than one whose token could not be stored", async () => {
    const createVerificationToken = () => Promise.reject(new Error("The disk is full."));
    visitor = app.visitor({ adapter: { ...app.config.adapter, createVerificationToken } });
    const answer = await visitor.post("/signin/email", { email: "ada@example.com" });
    expect(outcome(answer)).toEqual(["/api/auth/error", "Configuration", null]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });
});
