// Forms of a page that are sent without it, as an attacker sends them, and what makes an attacker of a user.

import type { Locator, Page } from "@playwright/test";
import { clientOf, inputsIn, unescaped } from "../../../../tests/support/client.ts";
import { type App, expect, insertSession, type SignedInUser } from "../../../../tests/support/test.ts";

/** What a browser adds to a form of another site. */
export const ELSEWHERE = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };

/** What a user gets for a page, without a browser. */
export const htmlOf = async (app: App, user: SignedInUser | undefined, path: string) =>
  withoutComments((await clientOf(app, user).open(path)).body);

/** A comment stands between two texts. */
const withoutComments = (html: string) => html.replace(/<!--.*?-->/g, "");

/**
 * The first form of a page with a button of this name, or the form that the button opens.
 *
 * @returns where it is sent, and its hidden fields
 */
export function formIn(html: string, name: string): { action: string; fields: Record<string, string> } {
  const button = html.search(new RegExp(`<(button|summary)\\b(?:(?!</\\1>).)*?>\\s*${name}`, "s"));
  const before = html.slice(0, button);
  const isIn = before.lastIndexOf("<form") > before.lastIndexOf("</form");
  const start = isIn ? before.lastIndexOf("<form") : html.indexOf("<form", button);
  const form = html.slice(start, html.indexOf("</form", start));
  const [, action] = (button >= 0 && form.match(/^<form[^>]* action="([^"]*)"/)) || [];
  if (!action) throw new Error(`There is no form with a button "${name}" in ${html}`);
  const hidden = form.match(/<input[^>]* type="hidden"[^>]*>/g) ?? [];
  return { action: unescaped(action), fields: inputsIn(hidden.join("")) };
}

/** Where the form of a page with a button of this name is sent. */
export const actionAt = async (app: App, user: SignedInUser | undefined, path: string, name: string) =>
  formIn(await htmlOf(app, user, path), name).action;

/** Sends a form of a page as a browser without JavaScript does. @returns the page that answers */
export async function pressed(
  app: App,
  user: SignedInUser | undefined,
  path: string,
  name: string,
  own: Record<string, string> = {},
): Promise<string> {
  const { action, fields } = formIn(await htmlOf(app, user, path), name);
  const headers = { origin: app.origin, accept: "text/html" };
  const answer = await sendAs(app, user, action, { ...fields, ...own }, headers);
  const location = answer.headers.get("location");
  return location ? htmlOf(app, user, location) : withoutComments(await answer.text());
}

/** Presses a button without the session, and opens the page again with it. */
export async function pressSignedOut(page: Page, button: Locator): Promise<void> {
  const [own, url] = [await page.context().cookies(), page.url()];
  await page.context().clearCookies();
  await button.click();
  await expect(page).toHaveURL(/sign-in/);
  await page.context().addCookies(own);
  await page.goto(url);
}

/** Sends a form with a user's session, or without one. @returns the answer, whose redirect is not followed */
export function sendAs(
  app: App,
  user: SignedInUser | undefined,
  url: string,
  fields: Record<string, string> | FormData,
  headers: Record<string, string> = { origin: app.origin },
): Promise<Response> {
  return fetch(new URL(url, app.origin), {
    method: "POST",
    headers: { ...(user && { cookie: `authjs.session-token=${user.sessionToken}` }), ...headers },
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    redirect: "manual",
  });
}

/** Whether an answer signs its client in. */
export const isSignedIn = ({ headers }: Response) =>
  headers.getSetCookie().some((cookie) => /^authjs\.session-token=[^;]/.test(cookie));

/** Makes a user's sign-in an hour old, as that of a stolen session may be, or new again. */
export function setHoursAgo(app: App, { id }: SignedInUser, hours: number): void {
  const update = app.database.prepare(`UPDATE "Session" SET "authenticatedAt" = ? WHERE "userId" = ?`);
  update.run(new Date(Date.now() - hours * 60 * 60 * 1000).toISOString(), id);
}

/** Has a user's address confirmed, or not. */
export function setConfirmed(app: App, { id }: SignedInUser, isConfirmed: boolean): void {
  const update = app.database.prepare(`UPDATE "User" SET "emailVerified" = ? WHERE "id" = ?`);
  update.run(isConfirmed ? new Date().toISOString() : null, id);
}

/** Writes many rows: each by itself would wait for the disk, and meanwhile the server's connections would end. */
export function inOneTransaction(app: App, write: () => void): void {
  app.database.exec("BEGIN");
  write();
  app.database.exec("COMMIT");
}

/** Lets rows expire in so many seconds. */
export function setExpires(app: App, table: string, column: string, value: string, seconds: number): void {
  const update = app.database.prepare(`UPDATE "${table}" SET "expires" = ? WHERE "${column}" = ?`);
  update.run(new Date(Date.now() + seconds * 1000).toISOString(), value);
}

/** Sets all counters of a limit. */
export function setUsed(app: App, limit: string, points: number): void {
  app.database.prepare(`UPDATE "RateLimit" SET "points" = ? WHERE "key" LIKE ?`).run(points, `${limit}:%`);
}

/**
 * Sends a form with a stolen session, whose sign-in is an hour old, with an address that is not confirmed, and from
 * another site's page.
 *
 * @returns the users who were refused
 */
export async function expectForOwnerAlone(
  app: App,
  user: SignedInUser,
  url: string,
  fields: Record<string, string> = {},
): Promise<SignedInUser[]> {
  const [thief, stranger] = [await insertSession(app), await insertSession(app)];
  setHoursAgo(app, thief, 1);
  setConfirmed(app, stranger, false);
  expect((await sendAs(app, thief, url, fields)).headers.get("location")).toContain("FreshSignInRequired");
  expect((await sendAs(app, stranger, url, fields)).status).toBe(403);
  expect((await sendAs(app, user, url, fields, ELSEWHERE)).status).toBe(403);
  return [thief, stranger, user];
}

/** Ends a user's sessions while a form of theirs is under way. @returns the form's answer */
export const endSessionsMeanwhile = (app: App, { id }: SignedInUser, send: () => Promise<Response>) =>
  changedMeanwhile(app, "User", id, `DELETE FROM "Session" WHERE "userId" = ?`, send);

/**
 * Changes rows while a form that has read them waits to write.
 *
 * @param table of the row that both lock, on each database
 * @param change with the row's id
 * @returns the form's answer
 */
export async function changedMeanwhile(
  app: App,
  table: "User" | "Team",
  id: string,
  change: string,
  send: () => Promise<Response>,
): Promise<Response> {
  app.database.exec("BEGIN");
  app.database.prepare(`UPDATE "${table}" SET "id" = "id" WHERE "id" = ?`).run(id);
  app.database.prepare(change).run(id);
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
