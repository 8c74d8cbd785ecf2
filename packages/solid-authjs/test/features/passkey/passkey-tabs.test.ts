// Pages of one browser that wait for a passkey at the same time: each has a challenge of its own.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, optionsFor, register } from "../../support/passkeys";
import { ORIGIN, outcome, type Visitor } from "../../support/visitor";

/** The most pages of one browser that wait. */
const MAX_WAITING = 4;
const EXPIRED = ["/api/auth/error", "WebAuthnVerificationError", "expired"];
const SIGNED_IN = ["/", null, null];

const app = useApplication(() => ({ providers: [PasskeyProvider()] }));
let passkey: Passkey;
let visitor: Visitor;

beforeEach(async () => {
  passkey = new Passkey(ORIGIN);
  await register(await app.signedIn("ada@example.com"), passkey);
  visitor = app.visitor();
});

afterEach(() => void vi.useRealTimers());

type Options = Awaited<ReturnType<typeof optionsFor>>;

async function openPages(count: number): Promise<Options[]> {
  const pages: Options[] = [];
  for (let page = 0; page < count; page++) pages.push(await optionsFor(visitor, "authenticate"));
  return pages;
}

const answer = async (options: Options | undefined, who = visitor) =>
  outcome(await answerWith(who, "authenticate", passkey.authenticate(options as Options)));

it.each([
  ["a fifth page takes the place of the oldest, which asks to choose the passkey again", 1],
  ["the newest four of many pages sign in, in any order: closed ones were the first to go", 4],
])("%s", async (_, more) => {
  const pages = await openPages(MAX_WAITING + more);
  for (const page of pages.slice(0, -MAX_WAITING)) expect(await answer(page)).toEqual(EXPIRED);
  for (const page of pages.slice(-MAX_WAITING).toReversed()) expect(await answer(page)).toEqual(SIGNED_IN);
  expect([...visitor.cookies.keys()].filter((name) => name.includes("challenge"))).toEqual([]);
});

it("a challenge for a sign-in adds no passkey, and one for adding a passkey signs nobody in", async () => {
  const owner = await app.signedIn("grace@example.com");
  const [signIn] = await openPages(1);
  const toAdd = await optionsFor(owner, "register");
  for (const [name, value] of visitor.cookies) owner.cookies.set(name.replace("challenge.1", "challenge.2"), value);
  const added = new Passkey(ORIGIN).register({ ...toAdd, challenge: signIn?.challenge });
  expect(outcome(await answerWith(owner, "register", added))).toEqual(EXPIRED);
  expect(await answer({ ...signIn, challenge: toAdd.challenge }, owner)).toEqual(EXPIRED);
  expect(await answer(signIn, owner)).toEqual(SIGNED_IN);
});

it("an altered or late challenge is worth nothing, and one from before a change of the secret is", async () => {
  const [page] = await openPages(1);
  const [[name = "", value = ""] = []] = [...visitor.cookies].filter(([name]) => name.includes("challenge"));
  const secret = ["a-newer-secret-of-32-characters!", String(app.config.secret)];
  const rotated = visitor.copy(app.configWith({ secret }));
  const later = (Number.parseInt(value, 36) + 60).toString(36);
  visitor.cookies.set(name, value.replace(/^\w+/, later));
  expect(await answer(page)).toEqual(EXPIRED);
  visitor.cookies.set(name, value);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 2000 });
  expect(await answer(page)).toEqual(EXPIRED);
  vi.useRealTimers();
  expect(await answer(page, rotated)).toEqual(SIGNED_IN);
});
