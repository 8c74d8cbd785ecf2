// The code beside a mail link: the visitor types it in the browser that requested the link.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, type MailParameters, type SolidAuthConfig, type SolidAuthEmailOptions } from "../../../src";
import { codeOf } from "../../../src/features/email/code";
import { emailProvider, SECRET, useApplication } from "../../support/application";
import { errorOf, ORIGIN, outcome, type Visitor } from "../../support/visitor";

const ADA = "ada@example.com";
const TRIES = 5;
const WRONG = "BBBB-BBBB";
const SIGNED_IN = ["/", null, null];
const refused = (code: string) => ["/api/auth/verify-request", "Verification", code];

let sent: MailParameters[];
let visitor: Visitor;

function providersWith(codes: SolidAuthEmailOptions["codes"]): SolidAuthConfig["providers"] {
  const sendVerificationRequest = (mail: MailParameters) => void sent.push(mail);
  return [{ ...emailProvider(), codes, sendVerificationRequest } as SolidAuthConfig["providers"][number]];
}

const app = useApplication();
beforeEach(() => {
  sent = [];
  app.config.providers = providersWith(true);
  visitor = app.visitor();
});
afterEach(() => void vi.useRealTimers());

/** Requests a mail. @returns its code */
async function ask(from = visitor, fields: Record<string, string> = {}): Promise<string> {
  await from.post("/signin/email", { email: ADA, ...fields });
  return sent.at(-1)?.code ?? "";
}

const post = (code: string, from = visitor) => from.post("/callback/email", { code });
const type = async (code: string, from = visitor) => outcome(await post(code, from));

/** The fields of a mail's link, the newest one's by default. */
const linkOf = (mail = sent.at(-1)) => Object.fromEntries(new URL(mail?.url ?? ORIGIN).searchParams);

/** The text of a mail, as the application sends it. */
const mailWith = (code: string) =>
  `Sign in\n\nPress the button to sign in to app.example.com.\n\nThe code, for the browser that asked for it:\n\n    ${code}\n\nOr open the link there:\n\n${sent.at(-1)?.url}\n\nDidn't ask for it? Ignore this email.\n\n-- \nThe app\n${ORIGIN}\n`;

async function isSignedIn(as = visitor): Promise<boolean> {
  return (await as.session())?.user?.email === ADA;
}

describe("a code", () => {
  it("has eight consonants in two groups, and each mail has another one, which the link's token alone does not make", async () => {
    const codes = [await ask(), await ask()];
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(codes[0]).not.toBe(codes[1]);
    expect(codeOf(sent[0]?.token ?? "", SECRET)).toBe(codes[0]);
    expect(codeOf(sent[0]?.token ?? "", "another secret")).not.toBe(codes[0]);
  });

  it.each([
    ["as it is shown", (code: string) => code],
    ["without its groups, in lower case", (code: string) => code.replace("-", "").toLowerCase()],
    [
      "in full width, as an input method writes it",
      (code: string) => code.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ],
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
    const texts = [
      "",
      "Your code is here.",
      "ABCD-EFGH",
      code.slice(0, -1),
      `x${code}`,
      "BCDF".repeat(3),
      mailWith(""),
    ];
    for (const text of texts)
      expect(`${(await post(text)).location?.searchParams}`).toBe("error=Verification&code=mismatch");
    await post(WRONG);
    expect(await type(code)).toEqual(SIGNED_IN);
  });

  it("another browser's code is refused, even in a browser that has requested a code itself", async () => {
    const code = await ask();
    const other = app.visitor();
    expect(await type(code, other)).toEqual(refused("elsewhere"));
    await other.post("/signin/email", { email: "eve@example.com" });
    expect(await type(code, other)).toEqual(refused("mismatch"));
    expect(await other.session()).toBeNull();
    expect(await type(code)).toEqual(SIGNED_IN);
  });

  it("allows five attempts: at the sixth, the right code is refused", async () => {
    const code = await ask();
    for (let left = TRIES - 1; left >= 0; left--) {
      const answer = await post(WRONG);
      expect(outcome(answer)).toEqual(refused("mismatch"));
      expect(answer.location?.searchParams.get("left")).toBe(`${left}`);
    }
    expect(await type(code)).toEqual(refused("spent"));
    expect(await isSignedIn()).toBe(false);
  });

  it("a browser that restores its old cookies, or two browsers at once, get no more attempts", async () => {
    const code = await ask();
    const copies = Array.from({ length: 4 }, () => visitor.copy());
    const outcomes = await Promise.all(copies.flatMap((copy) => [type(WRONG, copy), type(WRONG, copy)]));
    expect(outcomes.filter(([, , why]) => why === "mismatch")).toHaveLength(TRIES);
    expect(await type(code)).toEqual(refused("spent"));
  });

  it("the link uses the code up, which a page can see in whichever browser, and the code the link", async () => {
    const { getPendingLink } = bindAuth(app.config);
    const isWaiting = async () => {
      const { storedTokens = [] } = (await getPendingLink(visitor.request())) ?? {};
      return (await app.prisma.verificationToken.findMany()).some(({ token }) => storedTokens.includes(token));
    };
    const code = await ask();
    const before = visitor.copy();
    expect(await isWaiting()).toBe(true);
    const other = app.visitor();
    expect(await getPendingLink(other.request())).toBeNull();
    await other.post("/callback/email", linkOf());
    expect(await isSignedIn(other)).toBe(true);
    expect(await isWaiting()).toBe(false);
    expect(await getPendingLink(visitor.request())).toMatchObject({ email: ADA });
    expect(await type(code)).toEqual(refused("spent"));

    await post(await ask());
    expect(errorOf(await app.visitor().post("/callback/email", linkOf()))).toBe("Verification");
    expect(await type(code, before)).toEqual(refused("spent"));
  });

  it("a code does not outlive its link", async () => {
    const code = await ask();
    await app.prisma.verificationToken.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(await type(code)).toEqual(refused("spent"));
    const late = await ask();
    vi.useFakeTimers({ now: Date.now() + 11 * 60 * 1000, toFake: ["Date"] });
    expect(await type(late)).toEqual(refused("elsewhere"));
    expect(await isSignedIn()).toBe(false);
  });

  it("stays valid when the secret is rotated", async () => {
    const code = await ask();
    const rotated = visitor.copy(app.configWith({ secret: ["a-newer-secret-of-at-least-32-bytes", SECRET] }));
    for (const name of rotated.cookies.keys()) if (name.includes("csrf")) rotated.cookies.delete(name);
    expect(await type(code, rotated)).toEqual(SIGNED_IN);
  });

  it("is neither sent nor accepted for an address that the function of `codes` refuses", async () => {
    const limited = app.visitor({ providers: providersWith(async (address) => address !== ADA) });
    expect(await ask(limited)).toBe("");
    expect(await type(codeOf(sent[0]?.token ?? "", SECRET), limited)).toEqual(refused("elsewhere"));
    expect(await ask(limited, { email: "eve@example.com" })).not.toBe("");
  });

  it.each<[string, () => Partial<SolidAuthConfig>]>([
    ["where codes are off", () => ({ providers: providersWith(false) })],
    ["if the adapter cannot count attempts", () => ({ adapter: { ...app.adapter, useChallenge: undefined } })],
  ])("is neither sent nor accepted %s", async (_, without) => {
    const plain = app.visitor(without());
    expect(await ask(plain)).toBe("");
    expect(await type(WRONG, plain)).toEqual(refused("elsewhere"));
    // The cookie from when codes were on.
    const code = await ask();
    for (const [name, value] of visitor.cookies) if (name.includes("mail-request")) plain.cookies.set(name, value);
    expect(await type(code, plain)).toEqual(refused("elsewhere"));
    expect(await plain.session()).toBeNull();
  });
});
