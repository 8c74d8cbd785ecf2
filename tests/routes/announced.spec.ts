// Messages as a screen reader gets them: by a region of the page that is there before the message.

import { accountText } from "../../src/messages/account.ts";
import { formText } from "../../src/messages/forms.ts";
import { homeText } from "../../src/messages/home.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { listen } from "../support/heard.ts";
import { claimed, expect, expectNotice, followLink, saveName, test } from "../support/test.ts";

const SAVED = describeNotice("nameSaved")?.text ?? "";

test("a success is written into a region that screen readers know, each time and once, also one that comes with a whole page", async ({
  page,
  app,
  context,
  user: _,
}) => {
  const heard = await listen(page);
  await page.goto("/account");
  for (const heardBefore of [[], [SAVED]]) {
    await saveName(page, "Ada");
    await expect.poll(heard).toEqual([...heardBefore, SAVED]);
  }
  const value = encodeURIComponent(JSON.stringify({ code: "nameSaved" }));
  await context.addCookies([{ name: "notice", value, url: app.origin }]);
  const response = await page.goto("/account");
  expect(await response?.text()).toContain(SAVED);
  await expect.poll(heard).toEqual([SAVED]);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await heard()).toEqual([SAVED]);
  await expect(page.getByRole("status")).toBeFocused();
  await followLink(page, "/");
  await expect(page.getByRole("heading", { name: homeText.welcome("Ada"), level: 1 })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
  expect(await heard()).toEqual([SAVED]);
});

test("a form whose answer is late says so in a region that screen readers know", async ({ page, user: _ }) => {
  await page.clock.install();
  await page.goto("/account");
  await claimed(page);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/_server*", async (route) => {
    await answered;
    await route.continue();
  });
  const region = page
    .locator("form", { has: page.getByRole("button", { name: accountText.profile.save }) })
    .locator("[aria-live=polite]");
  await expect(region).toHaveText("");
  const asked = page.waitForRequest("**/_server*");
  await saveName(page, "Ada");
  await asked;
  await page.clock.runFor(1_000);
  await expect(region).toHaveText(formText.sending);
  answer();
  await expectNotice(page, "nameSaved");
  await expect(region).toHaveText("");
});
