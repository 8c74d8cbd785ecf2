import { accountText } from "../../../src/messages/account.ts";
import { expect, followLink, test } from "../../support/test.ts";

/** Others: protected-paths.test.ts. */
const SPELLINGS = ["/protected", "/protected/client/", "/PROTECTED", "//protected", "/%2570rotected", "/account?x=1"];

test("signed out, a protected page is a 302 to / without a byte of content, in each spelling", async ({ app }) => {
  for (const path of SPELLINGS) {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect([response.status, response.headers.get("location")], path).toEqual([302, `${app.origin}/`]);
    expect(response.headers.get("cache-control"), path).toContain("no-store");
    expect(await response.text(), path).toBe("");
  }
  expect((await fetch(`${app.origin}/protecteds`, { redirect: "manual" })).status).toBe(404);
});

test("the home page says once which page needs sign-in, without its query, and after a link within the application too", async ({
  page,
}) => {
  await page.goto("/protected/client?token=a-secret");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText(/\/protected\/client(?!\?)/);
  expect(await page.content()).not.toContain("a-secret");
  await expect(page.getByRole("status").getByRole("link")).toHaveAttribute("href", "/sign-in");
  await expect(page.locator("main .button-filled")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
  await followLink(page, "/account");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("/account");
  await expect(page.getByText(accountText.title)).toHaveCount(0);
});
