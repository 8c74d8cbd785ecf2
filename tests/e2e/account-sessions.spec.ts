import { expect, hash, rows, signedIn, test } from "../support/test.ts";

const AGENTS = {
  "Safari on iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "Firefox on Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user sees where they are signed in, ends one session, then all others", async ({ page, app, context }) => {
      const { id, sessionToken } = await signedIn(app, context);
      const now = new Date().toISOString();
      const later = new Date(Date.now() + 1e9).toISOString();
      for (const agent of [...Object.values(AGENTS), "<script>alert(1)</script>", null])
        app.database
          .prepare(
            `INSERT INTO "Session" ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt", "userAgent") VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(`${id}-${agent}`, `${id}-${agent}`, id, later, now, now, now, agent);

      await page.goto("/account");
      const list = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
      await expect(list).toHaveCount(5);
      await expect(list.first()).toContainText("This session");
      for (const device of [...Object.keys(AGENTS), "Unknown device"])
        await expect(list.filter({ hasText: device })).not.toHaveCount(0);

      await list.filter({ hasText: "Safari on iPhone" }).getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByRole("status")).toContainText("The session is ended");
      await expect(list).toHaveCount(4);
      await page.getByRole("button", { name: "Sign out other sessions" }).click();
      await expect(page.getByRole("status")).toHaveText("All other sessions are ended.");
      await expect(list).toHaveCount(1);
      await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
      expect(rows(app, "Session", "userId", id).map((row) => row.sessionToken)).toEqual([hash(sessionToken)]);
    });
  });

test("a session that is ended on one device is over on the other at once", async ({ page, app, context, browser }) => {
  const { id } = await signedIn(app, context);
  const other = await browser.newContext({ baseURL: app.origin });
  await other.addCookies([...(await context.cookies())].map((cookie) => ({ ...cookie, value: "other".repeat(12) })));
  const now = new Date().toISOString();
  app.database
    .prepare(
      `INSERT INTO "Session" ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt") VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(`${id}-other`, hash("other".repeat(12)), id, new Date(Date.now() + 1e9).toISOString(), now, now, now);
  const theirs = await other.newPage();
  await theirs.goto("/protected");
  await expect(theirs.getByRole("heading", { name: "Hello" })).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out other sessions" }).click();
  await expect(page.getByRole("status")).toHaveText("All other sessions are ended.");
  await theirs.goto("/protected");
  await expect(theirs).toHaveURL("/");
  await other.close();
});

test("signing out in the list signs this browser out", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("region", { name: "Sessions" }).getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  expect(rows(app, "Session", "userId", id)).toHaveLength(0);
});
