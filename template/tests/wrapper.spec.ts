// The wrapper around server-rendered pages without the guard: a build whose guard protects no path.

import { expect, test } from "../../tests/support/test.ts";

test.use({
  variant: {
    name: "no-guard",
    file: "app.config.ts",
    from: 'protectedPaths: ["/protected", "/account", "/welcome"]',
    to: "protectedPaths: []",
  },
});

test("the wrapper without the guard still answers a real 302 to / and remembers the page", async ({ app }) => {
  for (const path of ["/protected", "/Protected", "/protected/", "/account", "/welcome"]) {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect(response.status, path).toBe(302);
    expect(response.headers.get("location"), path).toBe(`${app.origin}/`);
    expect(response.headers.getSetCookie().join(), path).toContain("authjs.callback-url=");
    expect(await response.text(), path).not.toContain("Hello");
  }
});

test("the client-rendered page without the guard shows a signed-out visitor nothing and ends on the home page", async ({
  page,
}) => {
  await page.goto("/protected/client");
  await expect(page.getByRole("status")).toContainText("/protected/client");
  await expect(page).toHaveURL("/");
});
