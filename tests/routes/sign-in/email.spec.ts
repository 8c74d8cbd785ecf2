import appConfig from "../../../app.config.ts";
import { describeAuthError } from "../../../src/messages/auth-errors.ts";
import { askByForm, Client, spendByForm, textsOf } from "../../support/client.ts";
import {
  askForLink,
  codeIn,
  expect,
  expectAuthError,
  expectUser,
  goToSignIn,
  mailTo,
  newClient,
  newEmail,
  rows,
  signInByMail,
  signOut,
  test,
} from "../../support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? "the code in the mail, with JavaScript" : "the code in the mail, without JavaScript",
    () => {
      test.use({ javaScriptEnabled });

      test("signs in the browser that asked for the mail, after a mistyped one", async ({ page, app }) => {
        const address = newEmail();
        await page.goto("/account");
        await goToSignIn(page);
        await askForLink(page, app, address);
        const code = codeIn(await mailTo(app, address));
        const field = page.getByRole("textbox", { name: "Code" });
        await field.fill("BBBB-BBBB");
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expectAuthError(page, "Verification", "mismatch");
        await field.fill(code.toLowerCase().replace("-", " "));
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
        await page.getByRole("link", { name: "Skip for now" }).click();
        await expect(page).toHaveURL("/account");
      });
    },
  );

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in by mail works from the first page to signing out", async ({ page, app }) => {
    const address = newEmail();
    await page.goto("/account");
    await goToSignIn(page);
    await signInByMail(page, app, address);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    await expectUser(page, address);
    await signOut(page);
    await page.goto("/account");
    await expect(page).toHaveURL("/");
  });
});

test("the mail comes from the configured sender, as text and HTML with the same link", async ({ app }) => {
  const address = newEmail();
  const link = await askByForm(new Client(app.origin, newClient()), app, address);
  const mail = await mailTo(app, address);
  expect(mail.from).toEqual({ name: appConfig.name, address: "sign-in@example.org" });
  expect(mail.subject).toBe(`Sign in to ${appConfig.name}`);
  expect(mail.html).toContain(link.replaceAll("&", "&amp;"));
  expect(mail.text).toContain("10 minutes");
});

test("opening the link spends nothing; the button does, once", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const link = await askByForm(client, app, newEmail());
  // A mail scanner opens it twice: as it is, and at the endpoint that it would have in plain Auth.js.
  const scanner = new Client(app.origin, newClient());
  await scanner.open(link);
  await scanner.open(link.replace("/sign-in/confirm", "/api/auth/callback/email"));
  expect(scanner.sessionToken).toBeUndefined();
  expect((await spendByForm(client, link)).location?.pathname).toBe("/welcome");
  expect(client.sessionToken).toBeDefined();

  const second = new Client(app.origin, newClient());
  const { location } = await spendByForm(second, link);
  const page = await second.open(location?.href ?? "no redirect");
  const { title, next } = describeAuthError("Verification");
  expect(textsOf(page, "h1")).toEqual([title]);
  expect(textsOf(page, "a")).toContain(next.label);
  expect(second.sessionToken).toBeUndefined();
});

test("opened in another browser, the link's page warns, names the address, and still signs in", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const address = newEmail();
  const link = await askByForm(client, app, address);
  expect(textsOf(await client.open(link), "main")[0]).not.toContain("requested in another browser");

  const other = new Client(app.origin, newClient());
  const [page] = textsOf(await other.open(link), "main");
  expect(page).toContain("This link was requested in another browser");
  expect(page).toContain(address);
  expect((await spendByForm(other, link)).location?.pathname).toBe("/welcome");
});

test("the token in the database is not the one in the link, and expires within ten minutes", async ({ app }) => {
  const address = newEmail();
  const link = await askByForm(new Client(app.origin, newClient()), app, address);
  const token = new URL(link).searchParams.get("token");
  const [stored] = rows(app, "VerificationToken", "identifier", address);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(stored?.token).not.toBe(token);
  const lifetime = new Date(String(stored?.expires)).valueOf() - Date.now();
  expect(lifetime).toBeLessThanOrEqual(10 * 60 * 1000);
  expect(lifetime).toBeGreaterThan(9 * 60 * 1000);
});

test("if the mail server refuses, the visitor is told and nothing breaks", async ({ page, app }) => {
  app.refuseMail = true;
  try {
    await page.goto("/sign-in");
    await page.getByRole("textbox", { name: "Email" }).fill(newEmail());
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expectAuthError(page, "EmailSignInError");
  } finally {
    app.refuseMail = false;
  }
  expect(app.log()).not.toMatch(/unhandled/i);
  await askForLink(page, app, newEmail());
});
