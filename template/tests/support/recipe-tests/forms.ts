// Forms of a page that are sent without it, as an attacker sends them.

import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { App, SignedInUser } from "../../../../tests/support/test.ts";

/** Where the form with this button is sent. */
export const actionOf = async (button: Locator) =>
  (await button.evaluate((element: HTMLButtonElement) => element.form?.getAttribute("action"))) ?? "";

/** Opens a page. @returns where its first form with a button of this name is sent */
export async function actionAt(page: Page, path: string, name: string): Promise<string> {
  await page.goto(path);
  return actionOf(page.getByRole("button", { name }).first());
}

/** Has the browser's next requests come from this user. */
export const become = (app: App, context: BrowserContext, { sessionToken: value }: SignedInUser) =>
  context.addCookies([{ name: "authjs.session-token", value, url: app.origin }]);

/** Sends a form with a user's session. @returns the answer, whose redirect is not followed */
export function sendAs(
  app: App,
  { sessionToken }: SignedInUser,
  url: string,
  fields: Record<string, string> | FormData,
  headers: Record<string, string> = { origin: app.origin },
): Promise<Response> {
  return fetch(new URL(url, app.origin), {
    method: "POST",
    headers: { cookie: `authjs.session-token=${sessionToken}`, ...headers },
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    redirect: "manual",
  });
}

/** Ends a user's sessions while a form of theirs waits for the user's row, as others do. @returns the form's answer */
export const endSessionsMeanwhile = (app: App, user: SignedInUser, send: () => Promise<Response>) =>
  changedMeanwhile(app, `DELETE FROM "Session" WHERE "userId" = ?`, [user.id], send);

/** Changes rows while a form that has read them waits to write. @returns the form's answer */
export async function changedMeanwhile(
  app: App,
  change: string,
  values: string[],
  send: () => Promise<Response>,
): Promise<Response> {
  app.database.exec("BEGIN");
  app.database.prepare(change).run(...values);
  const sent = send();
  // Each takes longer than the form's way to its first write. A request with a session would wait behind that.
  for (let count = 0; count < 3; count++) await fetch(`${app.origin}/sign-in`);
  app.database.exec("COMMIT");
  return sent;
}

/** Sends the same form many times at once. @returns the statuses of the answers */
export async function sendAtOnce(
  app: App,
  user: SignedInUser,
  url: string,
  fields: Record<string, string>,
  times = 12,
): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => sendAs(app, user, url, fields)));
  return answers.map(({ status }) => status);
}
