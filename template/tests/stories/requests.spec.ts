// The calls of server functions that a browser makes for a navigation. (For each page: ../bundle.spec.ts.)

import { expect, followLink, signedIn, test } from "../../../tests/support/test.ts";

test("a link that changes only the query string asks for nothing that does not depend on it", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  await page.goto("/protected");
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/_server") && calls.push(request.method()));
  await followLink(page, "/protected?order=oldest");
  await expect(page).toHaveURL("/protected?order=oldest");
  await followLink(page, "/account");
  await expect(page).toHaveURL("/account");
  expect(calls).toEqual(["GET", "GET"]);
});
