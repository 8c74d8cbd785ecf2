import {
  expect,
  expectRows,
  goToSignIn,
  newEmail,
  rows,
  sessionCookie,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../../../tests/support/test.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("signing in sets a new cookie, even if the browser sent one (session fixation)", async ({
  page,
  app,
  context,
}) => {
  await context.addCookies([{ name: "authjs.session-token", value: "f".repeat(64), url: app.origin }]);
  await page.goto("/sign-in");
  await signInByMail(page, app, newEmail());
  await expect(page).toHaveURL(/welcome/);
  expect((await sessionCookie(context))?.value).not.toBe("f".repeat(64));
});

test("a visit after a day extends the session and its cookie; a second visit writes nothing", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  const set = (expires: number) =>
    app.database
      .prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`)
      .run(new Date(expires).toISOString(), id);
  const expires = () => new Date(String(rows(app, "Session", "userId", id)[0]?.expires)).valueOf();

  set(Date.now() + 30 * DAY_MS - 0.9 * DAY_MS);
  const early = expires();
  await page.goto("/protected");
  expect(expires()).toBe(early);

  set(Date.now() + 30 * DAY_MS - 1.1 * DAY_MS);
  await page.goto("/protected");
  const prolonged = expires();
  expect(prolonged).toBeGreaterThan(Date.now() + 30 * DAY_MS - 60_000);
  const cookie = await sessionCookie(context);
  expect((cookie?.expires ?? 0) * 1000).toBeGreaterThan(Date.now() + 30 * DAY_MS - 60_000);
  await page.goto("/protected");
  expect(expires()).toBe(prolonged);
});

test("reading the session on a public page forwards only the refreshed cookie, and only when needed", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  const cookiesSet = async () => {
    const response = await page.goto("/");
    const lines = (await response?.headersArray())?.filter(({ name }) => name.toLowerCase() === "set-cookie") ?? [];
    return lines.map(({ value }) => value.split("=")[0]);
  };
  // The token is for the form that signs out.
  expect(await cookiesSet()).toEqual(["authjs.csrf-token"]);
  expect(await cookiesSet()).toEqual([]);
  const twoDaysOld = new Date(Date.now() + 28 * DAY_MS).toISOString();
  app.database.prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`).run(twoDaysOld, id);
  expect(await cookiesSet()).toEqual(["authjs.session-token"]);
});

test("a session ends ninety days after sign-in, even if it was used recently", async ({ page, app, context }) => {
  const { id, sessionToken } = await signedIn(app, context);
  const since = (days: number) =>
    app.database
      .prepare(`UPDATE "Session" SET "authenticatedAt" = ? WHERE "userId" = ?`)
      .run(new Date(Date.now() - days * DAY_MS).toISOString(), id);
  since(89);
  expect((await page.goto("/protected"))?.url()).toContain("/protected");
  since(90);
  await page.goto("/protected");
  await expect(page).toHaveURL("/");
  await expectRows(app, "Session", "userId", id).toHaveLength(0);
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  expect(await (await fetch(`${app.origin}/api/auth/session`, { headers })).json()).toBeNull();
});

test("an expired session is deleted when it is used, and its cookie signs no user in", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  app.database
    .prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`)
    .run(new Date(Date.now() - 1000).toISOString(), id);
  await page.goto("/protected");
  await expect(page).toHaveURL("/");
  await expectRows(app, "Session", "userId", id).toHaveLength(0);
  // The cookie itself stays: another request may just have replaced it.
  expect(await (await page.request.get("/api/auth/session")).json()).toBeNull();
});

test("signing out and into another account never leads to the first user's page", async ({ page, app }) => {
  await page.goto("/protected/client");
  await goToSignIn(page);
  await signInByMail(page, app, newEmail());
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  await page.goto("/sign-in");
  await signInByMail(page, app, newEmail());
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/");
});

test("a stolen cookie is worthless after signing out", async ({ page, app, context, request }) => {
  const { sessionToken } = await signedIn(app, context);
  await signOut(page);
  const response = await request.get("/protected", {
    headers: { cookie: `authjs.session-token=${sessionToken}` },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
});
