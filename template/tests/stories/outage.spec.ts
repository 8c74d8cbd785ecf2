import { startApp } from "../../../tests/support/app.ts";
import { expect, sessionCookie, signedIn, test } from "../../../tests/support/test.ts";

test("pages say that the database fails, no user appears signed out, and everything works afterwards", async ({
  page,
  context,
}) => {
  const app = await startApp();
  try {
    const { email, sessionToken } = await signedIn(app, context);
    app.database.exec(`ALTER TABLE "Session" RENAME TO "SessionElsewhere"`);
    for (const path of ["/", "/protected", "/account", "/sign-in"]) {
      const response = await page.goto(app.origin + path);
      expect(response?.status(), path).toBe(500);
      await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
      expect(await response?.text()).not.toMatch(/prisma|node_modules|SessionElsewhere/i);
    }
    expect((await page.request.get(`${app.origin}/api/auth/session`)).status()).toBe(500);
    expect((await sessionCookie(context))?.value).toBe(sessionToken);

    app.database.exec(`ALTER TABLE "SessionElsewhere" RENAME TO "Session"`);
    await page.goto(`${app.origin}/protected`);
    await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  } finally {
    await app.stop();
  }
});
