// Without packages/start-kit: the framework as it comes. What only start-kit gives is slower, larger or less safe then,
// and the rest works.

import { PART_NAMES } from "../../packages/start-kit/src/index.ts";
import { expect, newEmail, signInByMail, signOut, test } from "../../tests/support/test.ts";

const OFF = PART_NAMES.map((part) => `${part}: false`).join(", ");

test.use({
  variant: {
    name: "without-start-kit",
    file: "vite.config.ts",
    from: "startKit({",
    // The parts' own settings become an unused argument.
    to: `((_) => startKit({ ${OFF} }))({`,
  },
});

test("the build passes with every part of start-kit turned off, and a visitor signs in, sees a guarded page and signs out", async ({
  page,
  app,
}) => {
  await page.goto("/sign-in");
  await signInByMail(page, app, newEmail());
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await signOut(page);
  await page.goto("/account");
  await expect(page).toHaveURL("/");
});
