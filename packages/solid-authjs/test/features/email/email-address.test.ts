// The address that a visitor types to get a link. ../../email.test.ts has the spellings.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emailProvider, linkFields, QUIET, useApplication } from "../../support/application";
import { outcome, type Visitor } from "../../support/visitor";

const SIGN_IN = "/api/auth/signin";
const ADA = "ada@example.com";
const refused = (code: string) => [SIGN_IN, "EmailSignInError", code];

const app = useApplication();
let visitor: Visitor;

beforeEach(() => {
  visitor = app.visitor();
});

/** A visitor whose mails are sent, or not, by this function. */
const visitorWhere = (sendVerificationRequest: () => Promise<void>, logger = QUIET) =>
  app.visitor({ providers: [emailProvider(app.sent, { sendVerificationRequest })], logger });

describe("an address", () => {
  it.each(["Ada@Example.COM", "  ada@example.com \n", "ａｄａ＠ｅｘａｍｐｌｅ.com"])(
    "%j is the same mailbox, and one user, also in a link that a mail program has changed",
    async (email) => {
      await app.signedIn(ADA);
      await visitor.post("/signin/email", { email });
      expect(app.sent.at(-1)?.to).toBe(ADA);
      await visitor.post("/callback/email", { ...linkFields(app.sent.at(-1)), email });
      expect(await visitor.session()).toMatchObject({ user: { email: ADA } });
      expect(await app.prisma.user.count()).toBe(1);
    },
  );

  it.each<unknown>([
    ...["", "ada", "ada@example.com, eve@evil.com", "Ada <ada@example.com>", "ada@example.com\r\nBcc: eve@evil.com"],
    ...[undefined, 7, [ADA]],
  ])("an address is requested again where a form or JSON has %j, and no mail is sent", async (email) => {
    const callbackUrl = "/protected";
    const body = JSON.stringify({ csrfToken: await visitor.csrfToken(), email, callbackUrl });
    const headers = { "content-type": "application/json" };
    for (const answer of [
      await visitor.visit("/signin/email", { method: "POST", body, headers }),
      ...(typeof email === "string" ? [await visitor.post("/signin/email", { email, callbackUrl })] : []),
    ]) {
      expect(outcome(answer)).toEqual(refused("address"));
      expect(answer.location?.searchParams.get("callbackUrl")).toBe("https://app.example.com/protected");
    }
    expect(app.sent).toEqual([]);
    expect(await app.prisma.verificationToken.count()).toBe(0);
  });
});

describe("a mail that cannot be sent", () => {
  const unhandled = vi.fn();
  const failure = new Error("550 no such mailbox: ada@example.com");

  beforeEach(() => {
    unhandled.mockClear();
    process.on("unhandledRejection", unhandled);
  });
  afterEach(() => void process.off("unhandledRejection", unhandled));

  async function expectNoneUnhandled() {
    // Node reports unhandled rejections after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  }

  it.each<[string, () => Promise<void>]>([
    ["refuses at once", () => Promise.reject(failure)],
    [
      "throws before it returns",
      () => {
        throw failure;
      },
    ],
  ])("a mail is reported if the transport %s, and no rejection stays unhandled", async (_, send) => {
    const error = vi.fn();
    visitor = visitorWhere(send, { ...QUIET, error });
    const answer = await visitor.post("/signin/email", { email: ADA, callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual(refused("unsent"));
    expect(answer.location?.searchParams.get("callbackUrl")).toBe("https://app.example.com/protected");
    expect(answer.set.has("__Host-authjs.mail-request")).toBe(false);
    expect(error).toHaveBeenCalledOnce();
    await expectNoneUnhandled();
  });

  it("gets its code where the mail server says why, also within another error", async () => {
    const refusal = Object.assign(new Error("Greylisted"), { response: "450 4.2.0 Greylisted", command: "RCPT TO" });
    for (const thrown of [refusal, new Error("no mail", { cause: refusal })]) {
      const answer = await visitorWhere(() => Promise.reject(thrown)).post("/signin/email", { email: ADA });
      expect(outcome(answer)).toEqual(refused("deferred"));
    }
  });
});
