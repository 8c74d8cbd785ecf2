// What is typed has a maximum in cookies, too.

import { expect, expectFieldError, signedIn, test } from "../../tests/support/test.ts";

test("input that is too long is not returned in a cookie", async ({ page, app, context }) => {
  await signedIn(app, context);
  await page.goto("/account");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.evaluate((input: HTMLInputElement) => input.removeAttribute("maxlength"));
  await name.fill("漢".repeat(5000));
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Save" }).click();
  const headers = await (await answer).headersArray();
  expect(JSON.stringify(headers).length).toBeLessThan(4000);
  await expectFieldError(name, "nameTooLong");
});
