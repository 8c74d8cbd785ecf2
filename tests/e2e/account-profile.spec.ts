import { askForLink, expect, linkIn, mailTo, newAddress, rows, signedIn, signOut, test } from "../support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user gives themselves a name, and sees it everywhere", async ({ page, app, context }) => {
      await signedIn(app, context);
      await page.goto("/account");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("  Ada\tLovelace ");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("status")).toHaveText("Your name is saved.");
      await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ada Lovelace");
      await expect(page.getByRole("navigation").getByText("Ada Lovelace")).toBeVisible();
      await page.goto("/protected");
      await expect(page.getByRole("heading", { name: "Hello, Ada Lovelace" })).toBeVisible();
      await page.goto("/account");
      await expect(page.getByRole("status")).toHaveCount(0);
    });

    test("a name that is too long is refused in words, and stays to be shortened", async ({ page, app, context }) => {
      const { id } = await signedIn(app, context);
      await page.goto("/account");
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      // As a browser would that does not know maxlength.
      await name.evaluate((input: HTMLInputElement) => input.removeAttribute("maxlength"));
      await name.fill("x".repeat(101));
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("alert")).toHaveText("A name has at most 100 characters. Please shorten it.");
      await expect(name).toHaveValue("x".repeat(101));
      expect(rows(app, "User", "id", id)[0]?.name).toBeNull();
    });

    test("a user moves to another address: confirmed at the new one, told at the old one", async ({
      page,
      app,
      context,
    }) => {
      const { id, email: old } = await signedIn(app, context);
      const address = newAddress("moved");
      await page.goto("/account");
      await page.getByRole("textbox", { name: "New address" }).fill(address.toUpperCase());
      await page.getByRole("button", { name: "Change address" }).click();
      await expect(page.getByRole("status")).toContainText("We sent a link to the new address");
      expect(rows(app, "User", "id", id)[0]?.email).toBe(old);

      const link = linkIn(await mailTo(app, address));
      await page.goto(link);
      await expect(page.getByRole("main")).toContainText(`From ${old} to ${address}`);
      expect(rows(app, "User", "id", id)[0]?.email).toBe(old);
      await page.getByRole("button", { name: "Change the address" }).click();
      await expect(page.getByRole("status")).toContainText("Your address is changed");
      expect(rows(app, "User", "id", id)[0]?.email).toBe(address);
      expect((await mailTo(app, old)).subject).toMatch(/^Your address at .* was changed$/);

      await page.goto(link);
      await page.getByRole("button", { name: "Change the address" }).click();
      await expect(page.getByRole("alert")).toContainText("This link no longer works");
    });
  });

test("what is no address is refused in words, and stays to be corrected", async ({ page, app, context }) => {
  const { email } = await signedIn(app, context);
  await page.goto("/account");
  const field = page.getByRole("textbox", { name: "New address" });
  await field.evaluate((input: HTMLInputElement) => input.setAttribute("type", "text"));
  await field.fill("ada@@example");
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByRole("alert")).toContainText("That is not an e-mail address");
  await expect(field).toHaveValue("ada@@example");
  await field.fill(email);
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByRole("status")).toHaveText("That is your address already.");
});

test("whether an address has an account already is said to whoever reads its mail, and to nobody else", async ({
  page,
  app,
  context,
  browser,
}) => {
  const other = await browser.newContext();
  const { email: taken } = await signedIn(app, other);
  await other.close();
  const { id, email } = await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "New address" }).fill(taken);
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByRole("status")).toContainText("We sent a link to the new address");
  const mail = await mailTo(app, taken);
  expect(mail.subject).toBe("Somebody asked to use your address for another account");
  expect(linkIn(mail)).not.toContain("token");
  expect(rows(app, "User", "id", id)[0]?.email).toBe(email);
});

test("the link to a new address is nothing to anybody else, and asks the signed-out to sign in first", async ({
  page,
  app,
  context,
  browser,
}) => {
  const { id, email } = await signedIn(app, context);
  const address = newAddress("moved");
  await page.goto("/account");
  await page.getByRole("textbox", { name: "New address" }).fill(address);
  await page.getByRole("button", { name: "Change address" }).click();
  const link = linkIn(await mailTo(app, address));

  const other = await browser.newContext({ baseURL: app.origin });
  const stranger = await signedIn(app, other);
  const theirs = await other.newPage();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Change the address" }).click();
  await expect(theirs.getByRole("alert")).toContainText("asked for by somebody else");
  expect(rows(app, "User", "id", stranger.id)[0]?.email).toBe(stranger.email);
  await signOut(theirs);
  await theirs.goto(link);
  await expect(theirs.getByRole("status")).toContainText("is for signed-in users");
  await other.close();
  expect(rows(app, "User", "id", id)[0]?.email).toBe(email);

  await page.goto(link);
  await page.getByRole("button", { name: "Change the address" }).click();
  await expect(page.getByRole("status")).toContainText("Your address is changed");
});

test("a sign-in link that was sent to the old address is worth nothing after the change", async ({
  page,
  app,
  context,
}) => {
  const { email: old } = await signedIn(app, context);
  const address = newAddress("moved");
  await page.goto("/sign-in?fresh=1");
  const signInLink = await askForLink(page, app, old);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "New address" }).fill(address);
  await page.getByRole("button", { name: "Change address" }).click();
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: "Change the address" }).click();
  await expect(page.getByRole("status")).toContainText("Your address is changed");
  await page.goto(signInLink);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});
