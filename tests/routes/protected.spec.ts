// The pages in src/routes/protected. Delete this file with them. The guard: tests/server/middleware/guard.spec.ts.

import { protectedText } from "../../src/messages/protected.ts";
import { clientText } from "../../src/messages/protected-client.ts";
import { clientOf, textsOf } from "../support/client.ts";
import { expect, followLink, insertSession, newEmail, test } from "../support/test.ts";

test("the server-rendered page names the user, and says that a visit moves the session's end, until none does any more", async ({
  app,
}) => {
  for (const [days, isExtended] of [
    [0, true],
    [75, false],
  ] as const) {
    const user = await insertSession(app, newEmail(), days * 24 * 60);
    const page = await clientOf(app, user).open("/protected");
    expect(textsOf(page, "h1")).toEqual([protectedText.hello(user.email)]);
    expect(textsOf(page, "dt")).toContain(protectedText.ends);
    expect(textsOf(page, "dd").join().includes(protectedText.unless)).toBe(isExtended);
  }
});

test("the client-rendered page shows the user in the browser alone", async ({ page, user: { email } }) => {
  const response = await page.goto("/protected/client");
  expect(await response?.text()).not.toContain(clientText.toServer);
  expect(await response?.text()).toContain(clientText.needsScript);
  await expect(page.getByRole("heading", { name: clientText.hello(email) })).toBeVisible();
});

test("signed out, following a link to the protected pages ends on the home page", async ({ page }) => {
  await page.goto("/");
  await followLink(page, "/protected/client");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("/protected/client");
  await expect(page.getByText(clientText.toServer)).toHaveCount(0);
});
