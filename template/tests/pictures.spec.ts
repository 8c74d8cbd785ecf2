// The README's pictures show the pages of today.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";
import { expect, signedIn, test } from "../../tests/support/test.ts";
import { furnish, WORDS, wordsOn } from "./support/pictures.ts";

test("the pages have the headings, links and buttons that were on them when the README's pictures were taken", async ({
  page,
  app,
  context,
}) => {
  const pictured = JSON.parse(readFileSync(join(root, WORDS), "utf8"));
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const signIn = await wordsOn(page);
  await furnish(app, context, await signedIn(app, context, "ada.lovelace@example.com"));
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Delete account" })).toBeVisible();
  const account = await wordsOn(page);
  expect({ "sign-in": signIn, account }, "npm run screenshots -w template -- docs makes them anew").toEqual(pictured);
});
