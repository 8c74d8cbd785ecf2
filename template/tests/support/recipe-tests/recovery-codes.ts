// The recipe for recovery codes, and what an attacker tries in it. The copy that recipes.spec.ts builds has it.

import { clientOf, signInByMailAs } from "../../../../tests/support/client.ts";
import {
  type App,
  expect,
  expectRows,
  insertSession,
  mailTo,
  newClient,
  rows,
  type SignedInUser,
} from "../../../../tests/support/test.ts";
import {
  actionAt,
  endSessionsMeanwhile,
  expectForOwnerAlone,
  htmlOf,
  isSignedIn,
  pressed,
  sendAs,
  setConfirmed,
} from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/account/recovery-codes";
/** Of a client in ten minutes. */
const MOST_TRIES = 10;

const codesOf = (app: App, { id }: SignedInUser) => rows(app, "RecoveryCode", "userId", id);

/** Makes codes. @returns them */
async function makeCodes(app: App, user: SignedInUser): Promise<string[]> {
  const make = await actionAt(app, user, PAGE, "Make ten codes");
  return (await (await sendAs(app, user, make, {})).json()).codes;
}

/** @returns what signs in with a code, as another client */
async function signInOf(app: App, client = newClient()) {
  const url = await actionAt(app, undefined, "/sign-in/recovery-code", "Sign in with a recovery code");
  const headers = { origin: app.origin, "x-forwarded-for": client };
  return (code: string) => sendAs(app, undefined, url, { code }, headers);
}

test("recovery-codes: each code signs in once, and a mail and the activity say so", async ({ app }) => {
  const user = await insertSession(app);
  const shown =
    (await pressed(app, user, PAGE, "Make ten codes")).match(/(?<=<li[^>]*>)[\da-f]{5}(-[\da-f]{5}){3}/g) ?? [];
  expect(shown).toHaveLength(10);
  const [first = "", second = ""] = shown;
  expect((await mailTo(app, user.email)).subject).toContain("Recovery codes were made");
  expect(await htmlOf(app, user, PAGE)).not.toContain(first);
  const signIn = await signInOf(app);
  const answer = await signIn(first.toUpperCase().replaceAll("-", " "));
  expect([isSignedIn(answer), answer.headers.get("location")]).toEqual([true, `${app.origin}/account`]);
  await expect.poll(async () => (await mailTo(app, user.email)).subject).toContain("A recovery code was used");
  const events = rows(app, "SecurityEvent", "userId", user.id).filter(({ provider }) => provider === "recovery-code");
  expect(events.map(({ event }) => event).sort()).toEqual(["method added", "signed in"]);
  for (const code of [first, "nonsense"])
    expect(await (await signIn(code)).text()).toContain("not a code, or it was used before.");
  expect(isSignedIn(await signIn(second))).toBe(true);
});

test("recovery-codes: the owner alone makes codes, with a session that has not ended", async ({ app }) => {
  const user = await insertSession(app);
  const make = await actionAt(app, user, PAGE, "Make ten codes");
  for (const each of await expectForOwnerAlone(app, user, make)) expect(codesOf(app, each)).toEqual([]);
  const late = await endSessionsMeanwhile(app, user, () => sendAs(app, user, make, {}));
  expect([late.status, codesOf(app, user)]).toEqual([403, []]);
  const other = await insertSession(app);
  await sendAs(app, other, make, {});
  expect(codesOf(app, other)).toHaveLength(10);
});

test("recovery-codes: new codes end the older ones, and none is stored or mailed", async ({ app }) => {
  const user = await insertSession(app);
  const [older = ""] = await makeCodes(app, user);
  const newer = await makeCodes(app, user);
  const signIn = await signInOf(app);
  expect(codesOf(app, user)).toHaveLength(10);
  expect(isSignedIn(await signIn(older))).toBe(false);
  const [first = "", second = ""] = newer;
  const answer = await signIn(first);
  expect(isSignedIn(answer)).toBe(true);
  const mails = app.mailbox.mails.map(({ text, html }) => `${text}${html}`).join();
  const kept = JSON.stringify(app.database.prepare(`SELECT * FROM "RecoveryCode"`).all());
  const all = [kept, mails, await app.log(), answer.headers.getSetCookie().join()].join();
  for (const code of [older, first, second]) expect(all).not.toMatch(new RegExp(code.replaceAll("-", "-?")));
});

test("recovery-codes: a code that is used many times at once signs in once", async ({ app }) => {
  const user = await insertSession(app);
  const [code = ""] = await makeCodes(app, user);
  const signIn = await signInOf(app);
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(code)));
  expect(answers.filter(isSignedIn)).toHaveLength(1);
  await expectRows(app, "Session", "userId", user.id).toHaveLength(2);
});

test("recovery-codes: a client has ten tries, also for a code that is right", async ({ app }) => {
  const [code = ""] = await makeCodes(app, await insertSession(app));
  const signIn = await signInOf(app);
  const elsewhere = await signInOf(app);
  for (let count = 0; count < MOST_TRIES; count++) expect((await signIn("00000")).status).toBe(422);
  const refused = await signIn(code);
  expect([refused.status, isSignedIn(refused)]).toEqual([429, false]);
  expect(isSignedIn(await elsewhere(code))).toBe(true);
});

test("recovery-codes: the owner's proof of the address ends the codes", async ({ app }) => {
  const user = await insertSession(app);
  const [code = ""] = await makeCodes(app, user);
  setConfirmed(app, user, false);
  await signInByMailAs(clientOf(app), app, user.email);
  expect(codesOf(app, user)).toEqual([]);
  expect(isSignedIn(await (await signInOf(app))(code))).toBe(false);
});
