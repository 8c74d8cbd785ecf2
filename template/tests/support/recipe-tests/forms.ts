// Forms of a page that are sent without it, as an attacker sends them.

import type { Locator } from "@playwright/test";
import type { App, SignedInUser } from "../../../../tests/support/test.ts";

/** Where the form with this button is sent. */
export const actionOf = async (button: Locator) =>
  (await button.evaluate((element: HTMLButtonElement) => element.form?.getAttribute("action"))) ?? "";

/** Sends a form with a user's session. @returns the answer, whose redirect is not followed */
export function sendAs(
  app: App,
  { sessionToken }: SignedInUser,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: app.origin },
): Promise<Response> {
  return fetch(new URL(url, app.origin), {
    method: "POST",
    headers: { cookie: `authjs.session-token=${sessionToken}`, ...headers },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
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
