import { expect, expectNotice, linkIn, mailTo, newAddress, rows, signedIn, test } from "../support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user changes their name and sees it on every page", async ({ page, app, context }) => {
      await signedIn(app, context);
      await page.goto("/account");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("  Ada\tLovelace ");
      await page.getByRole("button", { name: "Save" }).click();
      await expectNotice(page, "nameSaved");
      await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ada Lovelace");
      await expect(page.getByRole("navigation").getByText("Ada Lovelace")).toBeVisible();
      await page.goto("/protected");
      await expect(page.getByRole("heading", { name: "Hello, Ada Lovelace" })).toBeVisible();
      await page.goto("/account");
      await expect(page.getByRole("status")).toHaveCount(0);
    });

    test("a user changes their address: it is confirmed at the new one, and the old one is notified", async ({
      page,
      app,
      context,
    }) => {
      const { id, email: old } = await signedIn(app, context);
      const address = newAddress("moved");
      await page.goto("/account");
      await page.getByRole("textbox", { name: "New address" }).fill(address.toUpperCase());
      await page.getByRole("button", { name: "Change address" }).click();
      await expectNotice(page, "addressAsked");
      expect(rows(app, "User", "id", id)[0]?.email).toBe(old);

      const link = linkIn(await mailTo(app, address));
      await page.goto(link);
      await expect(page.getByRole("main")).toContainText(`From ${old} to ${address}`);
      expect(rows(app, "User", "id", id)[0]?.email).toBe(old);
      await page.getByRole("button", { name: "Change the address" }).click();
      await expectNotice(page, "addressChanged");
      expect(rows(app, "User", "id", id)[0]?.email).toBe(address);
      expect((await mailTo(app, old)).subject).toMatch(/^Your address at .* was changed$/);

      await page.goto(link);
      await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    });
  });
