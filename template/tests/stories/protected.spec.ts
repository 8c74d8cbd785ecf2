import { expect, expectRows, followLink, signedIn, test } from "../../../tests/support/test.ts";

test("a server function redirects a signed-out visitor to its page, never to another site, and sets no cookie", async ({
  page,
  app,
  request,
}) => {
  const asked = page.waitForRequest((sent) => sent.url().includes("/_server") && sent.url().includes("protected"));
  await page.goto("/");
  await followLink(page, "/protected");
  const url = new URL((await asked).url());
  const own = url.searchParams.get("args")?.split(";").at(-1) ?? "";
  expect(own).toContain('"/protected"');
  // Links are preloaded when the pointer comes near: a cookie set here would change where the next sign-in goes.
  for (const path of ["//evil.example/protected", "https://evil.example/protected", "/\\evil.example/protected"]) {
    // The router sends the length of the arguments in hex, then the arguments.
    const args = own.replace('"/protected"', JSON.stringify(path));
    url.searchParams.set("args", `;0x${args.length.toString(16).padStart(8, "0")};${args}`);
    const response = await request.get(url.href, {
      headers: { "x-server-instance": "server-fn:0" },
      maxRedirects: 0,
    });
    expect(response.headers().location, path).toMatch(new RegExp(`^${app.origin}/`));
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
});

test("signing out and pressing Back shows no protected page", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  await page.goto("/protected");
  await page.getByRole("banner").getByRole("button").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  await expectRows(app, "Session", "userId", id).toHaveLength(0);
  await page.goBack();
  await expect(page.getByRole("status")).toContainText("/protected");
  await expect(page.getByText("Hello,")).toHaveCount(0);
});

test("the server-rendered page says since when the user has been a member", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  const then = new Date(Date.now() - 3 * 365 * 24 * 60 * 60_000).toISOString();
  app.database.prepare(`UPDATE "User" SET "createdAt" = ? WHERE "id" = ?`).run(then, id);
  await page.goto("/protected");
  await expect(page.getByRole("term").filter({ hasText: "Joined" })).toBeVisible();
  await expect(page.locator(`time[datetime="${then}"]`)).toContainText("3 years ago");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the client-rendered page says that it needs JavaScript", async ({ page, app, context }) => {
    await signedIn(app, context);
    await page.goto("/protected/client");
    await expect(page.getByRole("heading", { name: "This page needs JavaScript" })).toBeVisible();
  });
});
