// The recipe for recovery codes, and what an attacker tries in it. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../../../tests/support/accessible.ts";
import {
  type App,
  askForEmail,
  expect,
  expectRows,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  rows,
  type SignedInUser,
  signedIn,
} from "../../../../tests/support/test.ts";
import { actionAt, endSessionsMeanwhile, expectForOwnerAlone, isSignedIn, sendAs } from "./forms.ts";
import type { RecipeTest } from "./recipe-test.ts";

const PAGE = "/account/recovery-codes";
/** Of a client in ten minutes. */
const MOST_TRIES = 10;

const codesOf = (app: App, { id }: SignedInUser) => rows(app, "RecoveryCode", "userId", id);

/** Makes codes on the page. @returns them */
async function makeCodes(page: Page): Promise<string[]> {
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Make ten codes" }).click();
  const codes = page.getByRole("status").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

async function useCode(page: Page, code: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Sign in with a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(code);
  await page.getByRole("button", { name: "Sign in with a recovery code" }).click();
}

/** @returns what signs in with a code, as another client */
async function signInOf(app: App, client = newClient()) {
  const url = await actionAt(app, undefined, "/sign-in/recovery-code", "Sign in with a recovery code");
  const headers = { origin: app.origin, "x-forwarded-for": client };
  return (code: string) => sendAs(app, undefined, url, { code }, headers);
}

export function testRecoveryCodes(test: RecipeTest): void {
  test("recovery-codes: each code signs in once, and a mail and the activity say so", async ({
    page,
    app,
    context,
  }) => {
    const user = await signedIn(app, context);
    await page.goto("/account");
    await page.getByRole("link", { name: "Recovery codes" }).click();
    const [first = "", second = ""] = await makeCodes(page);
    await expectAccessible(page, "new recovery codes");
    expect((await mailTo(app, user.email)).subject).toContain("Recovery codes were made");
    await page.goto(PAGE);
    await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
    expect(await page.content()).not.toContain(first);
    await context.clearCookies();
    await useCode(page, first.toUpperCase().replaceAll("-", " "));
    await expect(page).toHaveURL("/account");
    await expect(page.getByRole("main")).toContainText(user.email);
    const subjects = () =>
      app.mailbox.mails.filter(({ to }) => to?.[0]?.address === user.email).map(({ subject }) => subject);
    await expect.poll(() => subjects().join()).toContain("A recovery code was used");
    const events = rows(app, "SecurityEvent", "userId", user.id).filter(({ provider }) => provider === "recovery-code");
    expect(events.map(({ event }) => event).sort()).toEqual(["method added", "signed in"]);
    await context.clearCookies();
    for (const code of [first, "nonsense"]) {
      await useCode(page, code);
      await expect(page.getByText("That's not a code, or it was used before.")).toBeVisible();
    }
    await useCode(page, second);
    await expect(page).toHaveURL("/account");
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

  test("recovery-codes: new codes end the older ones, and none is stored or mailed", async ({ page, app, user }) => {
    const [older = ""] = await makeCodes(page);
    const newer = await makeCodes(page);
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

  test("recovery-codes: a code that is used many times at once signs in once", async ({ page, app, user }) => {
    const [code = ""] = await makeCodes(page);
    const signIn = await signInOf(app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(code)));
    expect(answers.filter(isSignedIn)).toHaveLength(1);
    await expectRows(app, "Session", "userId", user.id).toHaveLength(2);
  });

  test("recovery-codes: a client has ten tries, also for a code that is right", async ({ page, app, user: _ }) => {
    const [code = ""] = await makeCodes(page);
    const signIn = await signInOf(app);
    const elsewhere = await signInOf(app);
    for (let count = 0; count < MOST_TRIES; count++) expect((await signIn("00000")).status).toBe(422);
    const refused = await signIn(code);
    expect([refused.status, isSignedIn(refused)]).toEqual([429, false]);
    expect(isSignedIn(await elsewhere(code))).toBe(true);
  });

  test("recovery-codes: the way back of an address ends the attacker's codes", async ({ page, app, context }) => {
    const thief = await signedIn(app, context);
    const [taken, old] = [newEmail(), thief.email];
    const [code = ""] = await makeCodes(page);
    await page.goto("/account");
    await askForEmail(page, taken);
    await page.goto(linkIn(await mailTo(app, taken)));
    await page.getByRole("main").getByRole("button").click();
    await expect(page).toHaveURL("/account");
    expect(codesOf(app, thief)).toHaveLength(10);
    await page.goto(linkIn(await mailTo(app, old)));
    await page.getByRole("button", { name: "Get my email back" }).click();
    await expect.poll(() => codesOf(app, thief)).toEqual([]);
    expect(isSignedIn(await (await signInOf(app))(code))).toBe(false);
  });
}
