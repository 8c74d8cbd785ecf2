import {
  addPasskey,
  expect,
  expectAuthError,
  expectNotice,
  expectRows,
  newEmail,
  pressAndConfirm,
  rows,
  sessionCookie,
  signedIn,
  signInByMail,
  signOut,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";

/** What a browser may lack: passkeys, or their methods for JSON, which browsers have since March 2025. */
const LACKS = [
  ["", "PublicKeyCredential"],
  ["PublicKeyCredential", "parseCreationOptionsFromJSON"],
  ["PublicKeyCredential", "parseRequestOptionsFromJSON"],
  ["PublicKeyCredential.prototype", "toJSON"],
] as const;

for (const [owner, name] of LACKS)
  test(`a browser without ${name} does not show the passkey button`, async ({ page, app }) => {
    await page.addInitScript(`delete (${owner || "window"})[${JSON.stringify(name)}]`);
    await page.goto("/sign-in");
    await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
    await signedIn(app, page.context());
    await page.goto("/welcome");
    await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  });

test("a browser that refuses all passkeys says so only after its button was pressed", async ({ page }) => {
  await page.addInitScript(() => {
    CredentialsContainer.prototype.get = async () => {
      document.body.setAttribute("data-refused", "");
      throw new DOMException("Resident credentials are not supported.", "NotSupportedError");
    };
  });
  await page.goto("/sign-in");
  await page.locator("body[data-refused]").waitFor();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.locator("body[data-refused]").waitFor();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectAuthError(page, "Unsupported");
});

test("a passkey chosen in autofill that the server does not answer is a failed sign-in, and the page says so", async ({
  page,
  app,
  authenticator: _,
}) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await signOut(page);
  await page.route("**/api/auth/callback/passkey", (route) => route.abort());
  await page.goto("/sign-in");
  await expectAuthError(page, "Unreachable");
});

test("a removed passkey no longer signs in, and the page says so", async ({ page, app, authenticator }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);
  app.database.prepare(`DELETE FROM "Authenticator" WHERE "userId" = ?`).run(id);
  app.database.prepare(`DELETE FROM "Account" WHERE "userId" = ?`).run(id);

  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectAuthError(page, "WebAuthnVerificationError");
  // The browser has signalled this to the authenticator, which no longer offers the passkey.
  await expect.poll(() => authenticator.count()).toBe(0);
  await expect(page.getByRole("button", { name: "Email me a link" })).toBeEnabled();
  expect(await sessionCookie(page.context())).toBeUndefined();
});

test('a passkey that the server refuses after "Sign in" leads to the sign-in page, which says so', async ({
  page,
  app,
  authenticator,
}) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);
  for (const table of ["Authenticator", "Account"])
    app.database.prepare(`DELETE FROM "${table}" WHERE "userId" = ?`).run(id);
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expectAuthError(page, "WebAuthnVerificationError");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the same device is not registered twice", async ({ page, app, authenticator }) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account")).toBeVisible();
  expect(await authenticator.count()).toBe(1);
});

test("a signed-out visitor cannot register a passkey for a user's address", async ({ page, app }) => {
  const victim = newEmail("victim");
  await page.goto("/sign-in");
  await signInByMail(page, app, victim);
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  for (const query of [`action=register&email=${victim}`, `action=register&email=${newEmail("unknown")}`]) {
    const response = await page.request.get(`/api/auth/webauthn-options/passkey?${query}`);
    expect(response.status()).toBe(401);
  }
});

test("requesting passkey options by address does not reveal who has an account", async ({
  page,
  app,
  request,
  authenticator,
}) => {
  const { email } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const ask = async (address: string) => {
    const { action, options } = await (await request.get(`/api/auth/webauthn-options/passkey?email=${address}`)).json();
    return { action, options: { ...options, challenge: "" } };
  };
  expect(await ask(email)).toEqual(await ask(newEmail("unknown")));
});

test("a passkey response cannot be replayed", async ({ page, app, authenticator }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);

  await page.goto("/sign-in");
  const answering = page.waitForRequest((request) => request.url().endsWith("/callback/passkey"));
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const answer = await answering;
  await expect(page).toHaveURL("/");
  const headers = await answer.allHeaders();
  // A synced passkey's counter stays at zero, so it does not reveal a replay.
  app.database.prepare(`UPDATE "Authenticator" SET "counter" = 0 WHERE "userId" = ?`).run(id);
  const sessions = rows(app, "Session", "userId", id).length;
  const replay = await page.request.post("/api/auth/callback/passkey", {
    headers: { cookie: headers.cookie ?? "", "content-type": "application/json", "x-auth-return-redirect": "1" },
    data: answer.postData() ?? "",
  });
  expect((await replay.json()).url).toContain("error=WebAuthnVerificationError");
  await expectRows(app, "Session", "userId", id).toHaveLength(sessions);
});

test("a browser that cannot tell password managers about removed passkeys works as before", async ({
  page,
  app,
  authenticator,
}) => {
  await page.addInitScript(() => {
    for (const name of ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"])
      Reflect.deleteProperty(PublicKeyCredential, name);
  });
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await pressAndConfirm(page, "Remove");
  await expectNotice(page, "passkeyRemoved");
  expect(await authenticator.count()).toBe(1);
  await expectRows(app, "Authenticator", "userId", id).toHaveLength(0);
  await signOut(page);
  await page.goto("/sign-in");
  await expectAuthError(page, "WebAuthnVerificationError");
});

test("password managers learn the user's new name", async ({ page, app, authenticator }) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
  await expect.poll(() => authenticator.displayNames()).toEqual(["Ada"]);
});
