// The code beside a mail link: the visitor types it in the browser that requested the link.

import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  bindAuth,
  type MailParameters,
  type SolidAuthAdapter,
  type SolidAuthConfig,
  type SolidAuthEmailOptions,
} from "../../../src";
import { codeOf } from "../../../src/features/email/code";
import { QUIET, SECRET } from "../../support/application";
import { openStore, type Store } from "../../support/store";
import { ORIGIN, Visitor } from "../../support/visitor";

const ADA = "ada@example.com";
const TRIES = 5;
const WRONG = "BBBB-BBBB";
const VERIFY_PAGE = "/api/auth/verify-request";

let prisma: Store["prisma"];
let adapter: SolidAuthAdapter;
let sent: MailParameters[];
let config: SolidAuthConfig;
let visitor: Visitor;

function configuration(
  more: Partial<SolidAuthConfig> = {},
  codes: SolidAuthEmailOptions["codes"] = true,
): SolidAuthConfig {
  const email = {
    id: "email",
    type: "email",
    name: "Email",
    maxAge: 10 * 60,
    codes,
    sendVerificationRequest: (mail: MailParameters) => void sent.push(mail),
  } as const;
  return { adapter, providers: [email], secret: SECRET, trustHost: true, logger: QUIET, ...more };
}

beforeEach(async () => {
  ({ prisma, adapter } = await openStore());
  sent = [];
  config = configuration();
  visitor = new Visitor(config);
});

/** Requests a mail. @returns its code */
async function ask(from = visitor, fields: Record<string, string> = {}): Promise<string> {
  await from.post("/signin/email", { email: ADA, ...fields });
  return sent.at(-1)?.code ?? "";
}

/** @returns the path, the `error` and the `code` of the URL that it leads to */
async function type(code: string, from = visitor) {
  const { location } = await from.post("/callback/email", { code });
  return [location?.pathname, location?.searchParams.get("error"), location?.searchParams.get("code")];
}

/** The text of a mail, as the application sends it. */
const mailWith = (code: string) =>
  `Sign in\n\nPress the button to sign in to app.example.com.\n\nThe code, for the browser that asked for it:\n\n    ${code}\n\nOr open the link there:\n\n${sent.at(-1)?.url}\n\nDidn't ask for it? Ignore this email.\n\n-- \nThe app\n${ORIGIN}\n`;

const refused = (code: string) => [VERIFY_PAGE, "Verification", code];

async function isSignedIn(as = visitor): Promise<boolean> {
  return (await as.session())?.user?.email === ADA;
}

describe("a code", () => {
  it("a code has eight consonants in two groups, and each mail has another one", async () => {
    const codes = [await ask(), await ask()];
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(codes[0]).not.toBe(codes[1]);
  });

  it.each([
    ["as it is shown", (code: string) => code],
    ["without its groups, in lower case", (code: string) => code.replace("-", "").toLowerCase()],
    [
      "in full width, as an input method writes it",
      (code: string) => code.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ],
    ["with spaces around and in between", (code: string) => ` ${code.replace("-", " ")}\n`],
    ["with a space after each letter", (code: string) => code.replace("-", "").split("").join(" ")],
    ["with a dash of another kind", (code: string) => code.replace("-", " – ")],
    ["with its label", (code: string) => `Code: ${code}`],
    ["in a sentence", (code: string) => `Your code is ${code}, valid for 10 minutes.`],
    ["below an older one", (code: string) => `${WRONG}\n> ${WRONG}\n${code}\n`],
    ["with the whole mail", (code: string) => mailWith(code)],
  ])("signs in %s, and leads on to the callback URL", async (_, spell) => {
    const code = await ask(visitor, { callbackUrl: "/protected" });
    expect(await type(spell(code))).toEqual(["/protected", null, null]);
    expect(await isSignedIn()).toBe(true);
  });

  it("a text that contains no code costs no attempt", async () => {
    const code = await ask();
    const texts = ["", "Your code is here.", "ABCD-EFGH", `${code.slice(0, -1)}`, `x${code}`, "BCDF".repeat(3)];
    for (const text of [...texts, mailWith("")]) {
      const { location } = await visitor.post("/callback/email", { code: text });
      expect(`${location?.searchParams}`).toBe("error=Verification&code=mismatch");
    }
    await visitor.post("/callback/email", { code: WRONG });
    expect(await type(code)).toEqual(["/", null, null]);
  });

  it("another browser's code is refused, even in a browser that has requested a code itself", async () => {
    const code = await ask();
    const other = new Visitor(config);
    expect(await type(code, other)).toEqual(refused("elsewhere"));
    await other.post("/signin/email", { email: "eve@example.com" });
    expect(await type(code, other)).toEqual(refused("mismatch"));
    expect(await other.session()).toBeNull();
    expect(await type(code)).toEqual(["/", null, null]);
  });

  it("allows five attempts: at the sixth, the right code is refused", async () => {
    const code = await ask();
    for (let tries = 0; tries < TRIES; tries++) expect(await type(WRONG)).toEqual(refused("mismatch"));
    expect(await type(code)).toEqual(refused("spent"));
    expect(await isSignedIn()).toBe(false);
  });

  it("says how many attempts are left after each mistyped one", async () => {
    await ask();
    const left = [];
    for (let tries = 0; tries < TRIES; tries++) {
      const { location } = await visitor.post("/callback/email", { code: WRONG });
      left.push(location?.searchParams.get("left"));
    }
    expect(left).toEqual(["4", "3", "2", "1", "0"]);
  });

  it("a browser that restores its old cookies, or two browsers at once, get no more attempts", async () => {
    const code = await ask();
    const copies = Array.from({ length: 4 }, () => {
      const copy = new Visitor(config);
      for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
      return copy;
    });
    const outcomes = await Promise.all(copies.flatMap((copy) => [type(WRONG, copy), type(WRONG, copy)]));
    expect(outcomes.filter(([, , why]) => why === "mismatch")).toHaveLength(TRIES);
    expect(await type(code)).toEqual(refused("spent"));
  });

  it("a second mail's code has tries of its own, and the first mail's code no longer works", async () => {
    const first = await ask();
    for (let tries = 0; tries < TRIES; tries++) await type(WRONG);
    const second = await ask();
    expect(await type(first)).toEqual(refused("mismatch"));
    expect(await type(second)).toEqual(["/", null, null]);
  });

  it("the link uses the code up, and the code the link", async () => {
    const code = await ask();
    const cookies = new Map(visitor.cookies);
    const link = Object.fromEntries(new URL(sent[0]?.url ?? ORIGIN).searchParams);
    const other = new Visitor(config);
    await other.post("/callback/email", link);
    expect(await isSignedIn(other)).toBe(true);
    expect(await type(code)).toEqual(refused("spent"));

    await type(await ask());
    const again = Object.fromEntries(new URL(sent[1]?.url ?? ORIGIN).searchParams);
    const { location } = await new Visitor(config).post("/callback/email", again);
    expect(location?.searchParams.get("error")).toBe("Verification");
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect(await type(code)).toEqual(refused("spent"));
  });

  it("lets a page see that the link was used, in whichever browser: its row is gone", async () => {
    const { getPendingLink } = bindAuth(config);
    const isWaiting = async () => {
      const { storedTokens = [] } = (await getPendingLink(visitor.request())) ?? {};
      return (await prisma.verificationToken.findMany()).some(({ token }) => storedTokens.includes(token));
    };
    await ask();
    expect(await isWaiting()).toBe(true);
    const link = Object.fromEntries(new URL(sent[0]?.url ?? ORIGIN).searchParams);
    await new Visitor(config).post("/callback/email", link);
    expect(await isWaiting()).toBe(false);
    expect(await getPendingLink(visitor.request())).toMatchObject({ email: ADA });
    expect(await getPendingLink(new Visitor(config).request())).toBeNull();
  });

  it("a code does not outlive its link", async () => {
    const code = await ask();
    await prisma.verificationToken.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(await type(code)).toEqual(refused("spent"));
    const late = await ask();
    vi.useFakeTimers({ now: Date.now() + 11 * 60 * 1000, toFake: ["Date"] });
    try {
      expect(await type(late)).toEqual(refused("elsewhere"));
    } finally {
      vi.useRealTimers();
    }
    expect(await isSignedIn()).toBe(false);
  });

  it("a code gets the same answer for addresses with and without an account, right or wrong", async () => {
    await prisma.user.create({ data: { email: "known@example.com", emailVerified: new Date() } });
    const answers = await Promise.all(
      ["known@example.com", "other@example.com"].map(async (email) => {
        const each = new Visitor(config);
        await each.post("/signin/email", { email });
        const { code = "" } = sent.find(({ identifier }) => identifier === email) ?? {};
        const typed = [
          await each.post("/callback/email", { code: WRONG }),
          await each.post("/callback/email", { code }),
        ];
        return typed.map(({ status, location, set }) => [status, location?.href, [...set.keys()]]);
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it("needs the CSRF token: a form on another site is refused, and does not use up an attempt", async () => {
    const code = await ask();
    const body = new URLSearchParams({ code });
    const { location } = await visitor.visit("/callback/email", { method: "POST", body });
    expect(location?.searchParams.get("error")).toBe("MissingCSRF");
    expect(await prisma.usedChallenge.count()).toBe(0);
    expect(await type(code)).toEqual(["/", null, null]);
  });

  it("stays valid when the secret is rotated", async () => {
    const code = await ask();
    const rotated = new Visitor(configuration({ secret: ["a-newer-secret-of-at-least-32-bytes", SECRET] }));
    for (const [name, value] of visitor.cookies) if (!name.includes("csrf")) rotated.cookies.set(name, value);
    expect(await type(code, rotated)).toEqual(["/", null, null]);
  });

  it("no row of the database has a code, and none can be computed from one", async () => {
    const code = await ask();
    await type(WRONG);
    const stored = JSON.stringify([await prisma.verificationToken.findMany(), await prisma.usedChallenge.findMany()]);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replace("-", ""));
    expect(stored).not.toContain(sent[0]?.token);
  });

  it("the link's token alone is not enough to make a code: it needs the secret", async () => {
    const code = await ask();
    expect(codeOf(sent[0]?.token ?? "", SECRET)).toBe(code);
    expect(codeOf(sent[0]?.token ?? "", "another secret")).not.toBe(code);
  });

  it("a code is neither sent nor accepted for an address that the function of `codes` refuses", async () => {
    const limited = new Visitor(configuration({}, async (address) => address !== ADA));
    expect(await ask(limited)).toBe("");
    expect(await type(codeOf(sent[0]?.token ?? "", SECRET), limited)).toEqual(refused("elsewhere"));
    expect(await ask(limited, { email: "eve@example.com" })).not.toBe("");
  });

  it.each([
    ["is not sent and not accepted where codes are off", () => configuration({}, false)],
    [
      "is neither sent nor accepted if the adapter cannot count attempts",
      () => configuration({ adapter: { ...adapter, useChallenge: undefined } }),
    ],
  ])("%s", async (_, without) => {
    const plain = new Visitor(without());
    expect(await ask(plain)).toBe("");
    expect(await type(WRONG, plain)).toEqual(refused("elsewhere"));
    // The cookie from when codes were on.
    const code = await ask();
    for (const [name, value] of visitor.cookies) if (name.includes("mail-request")) plain.cookies.set(name, value);
    expect(await type(code, plain)).toEqual(refused("elsewhere"));
    expect(await plain.session()).toBeNull();
  });
});
