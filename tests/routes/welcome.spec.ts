import { welcomeText } from "../../src/messages/account.ts";
import { clientOf } from "../support/client.ts";
import {
  expect,
  expectUser,
  goToSignIn,
  insertSession,
  newEmail,
  rows,
  signInByMail,
  test,
  withAndWithoutScript,
} from "../support/test.ts";

withAndWithoutScript(() => {
  test("a new user enters a name and continues to the page they came for", {
    tag: "@email",
  }, async ({ page, app }) => {
    const address = newEmail();
    await page.goto("/account?tab=2");
    await goToSignIn(page);
    await signInByMail(page, app, address);
    await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
    await page.getByRole("textbox", { name: welcomeText.name }).fill("Ada");
    await page.getByRole("button", { name: welcomeText.save }).click();
    await expect(page).toHaveURL("/account?tab=2");
    await expectUser(page, "Ada");
    expect(rows(app, "User", "email", address)[0]?.name).toBe("Ada");
  });
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
