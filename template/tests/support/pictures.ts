// The pages in the README's pictures, and what is written on them.

import type { BrowserContext, Page } from "@playwright/test";
import type { App } from "../../../tests/support/app.ts";
import { age, insertAccount, insertPasskey, insertSessionRow, type SignedInUser } from "../../../tests/support/test.ts";

/** What was written on the pages when the pictures were taken: `npm run screenshots -w template -- docs`. */
export const WORDS = "template/pictures.json";

const AGENTS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  null,
];

/** Gives a user two passkeys, a GitHub account, and sessions on other devices. */
export async function furnish(app: App, context: BrowserContext, user: SignedInUser): Promise<void> {
  await age(app, context, user, 2);
  for (const agent of AGENTS) insertSessionRow(app, user.id, agent);
  insertAccount(app, user.id);
  for (const name of ["iCloud Keychain", "Passkey from Chrome on Windows"]) insertPasskey(app, user.id, name);
}

/** @returns the headings, links and buttons of a page, in their order */
export function wordsOn(page: Page): Promise<string[]> {
  return page.locator("h1, h2, a:visible, button:visible").allTextContents();
}
