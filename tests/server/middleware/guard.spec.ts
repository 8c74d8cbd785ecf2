import { accountText } from "../../../src/messages/account.ts";
import { expect, followLink, insertSession, test } from "../../support/test.ts";

const SPELLINGS = [
  "/protected",
  "/protected/",
  "/protected/client",
  "/protected/client/",
  "/protected/no-such-page",
  "/Protected",
  "/PROTECTED/CLIENT",
  "/protected/.",
  "/protected//",
  "//protected",
  "/./protected",
  "/%70rotected",
  "/%2570rotected",
  "/protected%2f",
  "/protected;x=1",
  "/protected?x=1",
  "/account",
  "/welcome",
];

for (const path of SPELLINGS)
  test(`signed out, ${path} is a 302 to / without a byte of content`, async ({ app }) => {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`${app.origin}/`);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toBe("");
  });

for (const path of ["/", "/sign-in", "/protecteds", "/sign-in/protected", "/public?next=/protected"])
  test(`signed out, ${path} is not treated as a protected page`, async ({ app }) => {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect(response.status).not.toBe(302);
  });

test("signed in, two slashes in a row below a protected path are no page", async ({ app }) => {
  const { sessionToken } = await insertSession(app);
  const headers = { accept: "text/html", cookie: `authjs.session-token=${sessionToken}` };
  for (const path of ["/account//x", "/protected//"]) {
    const response = await fetch(app.origin + path, { headers, redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("<h1")]);
  }
});

test("a forged session cookie grants no access", async ({ app }) => {
  for (const value of ["x", "a".repeat(64), "a".repeat(4000), "%", "%ff", '"', "{}"]) {
    const headers = { cookie: `authjs.session-token=${value}` };
    const response = await fetch(`${app.origin}/protected`, { headers, redirect: "manual" });
    expect(response.status).toBe(302);
    expect(await response.text()).toBe("");
  }
});

test("the home page says once after the guard's redirect which page needs sign-in, without its query", async ({
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
});

test("signed out, following a link within the application ends on the home page", async ({ page }) => {
  await page.goto("/");
  await followLink(page, "/account");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("/account");
  await expect(page.getByText(accountText.title)).toHaveCount(0);
});
