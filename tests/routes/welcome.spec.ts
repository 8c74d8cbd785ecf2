import { welcomeText } from "../../src/messages/account.ts";
import { clientOf } from "../support/client.ts";
import { expect, expectUser, insertSession, test } from "../support/test.ts";

test("a new user enters a name and continues to the page they came for", async ({ page, user: _ }) => {
  await page.goto(`/welcome?${new URLSearchParams({ callbackUrl: "/account?tab=2" })}`);
  await page.getByRole("textbox", { name: welcomeText.name }).fill("Ada");
  await page.getByRole("button", { name: welcomeText.save }).click();
  await expect(page).toHaveURL("/account?tab=2");
  await expectUser(page, "Ada");
});

test("the welcome page leads neither to itself nor to another site", async ({ app }) => {
  const client = clientOf(app, await insertSession(app));
  for (const [callbackUrl, next] of [
    ["/welcome", "/"],
    ["https://evil.example/x", "/x"],
  ] as const) {
    const { body } = await client.open(`/welcome?${new URLSearchParams({ callbackUrl })}`);
    const [before = ""] = body.split(welcomeText.skip);
    expect(before.match(/.*<a [^>]*href="([^"]*)"/s)?.[1], callbackUrl).toBe(next);
  }
});
