// Without packages/start-kit: the framework as it comes. What only start-kit gives is slower, larger or less safe then, and the rest works.

import { expect, newAddress, signInByMail, signOut, test } from "../../tests/support/test.ts";

const PARTS = [
  ...["developmentRoutes", "failingPages", "finishedWrites", "latePasskeys", "loadedPages", "ownRoute"],
  ...["rememberedApiRoutes", "rememberedRoutes", "serverCalls", "shortLived", "unpublishedManifest", "withheldErrors"],
];

test.use({
  variant: {
    name: "without-start-kit",
    file: "vite.config.ts",
    from: "startKit({",
    to: `startKit({ ${PARTS.map((part) => `${part}: false`).join(", ")},`,
  },
});

test("with every part of start-kit turned off, the build passes, and a visitor signs in, sees a guarded page and signs out", async ({
  page,
  app,
}) => {
  await page.goto("/sign-in");
  await signInByMail(page, app, newAddress());
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await signOut(page);
  await page.goto("/account");
  await expect(page).toHaveURL("/");
});
