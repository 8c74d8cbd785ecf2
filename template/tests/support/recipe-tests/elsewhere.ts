// What an attacker tries with other sites, in the recipes that open the policy for some. The copy that recipes.spec.ts
// builds has them.

import { expect, newClient, signedIn } from "../../../../tests/support/test.ts";
import type { RecipeTest } from "./recipe-test.ts";
import { PIXEL } from "./uploads.ts";

const EVIL = "https://evil.example";

export function testElsewhere(test: RecipeTest): void {
  // The policy's violations, which fail a test in the fixture's own context, are the claim here.
  test("picture: the provider's picture is shown, none of another site is loaded, and the provider does not learn the page", async ({
    browser,
    app,
  }) => {
    const context = await browser.newContext({ baseURL: app.origin });
    const { id } = await signedIn(app, context);
    const asked: (string | undefined)[] = [];
    await context.route(/evil\.example|githubusercontent\.com/, (route) => {
      asked.push(`${route.request().url()} ${route.request().headers().referer}`);
      return route.fulfill({ body: PIXEL, contentType: "image/png" });
    });
    const page = await context.newPage();
    const show = async (url: string) => {
      app.database.prepare(`UPDATE "User" SET "image" = ? WHERE "id" = ?`).run(url, id);
      await page.goto("/protected/picture");
    };
    await show(`${EVIL}/count.png`);
    await expect(page.getByRole("img", { name: "You" })).toBeAttached();
    for (const url of ["javascript:alert(1)", "data:image/png;base64,eA=="]) {
      await show(url);
      await expect(page.getByText("You have no picture.")).toBeVisible();
    }
    await show("https://avatars.githubusercontent.com/u/1");
    const picture = page.getByRole("img", { name: "You" });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    expect(asked).toEqual(["https://avatars.githubusercontent.com/u/1 undefined"]);
    await context.close();
  });

  for (const [recipe, path] of [
    ["third-party", "/elsewhere"],
    ["component-library", "/components"],
  ] as const)
    test(`${recipe}: markup that was inserted runs no script, loads nothing and shows no other site`, async ({
      browser,
      app,
    }) => {
      const context = await browser.newContext({
        baseURL: app.origin,
        extraHTTPHeaders: { "x-forwarded-for": newClient() },
      });
      await context.route(
        (url) => url.origin !== app.origin,
        (route) => route.fulfill({ body: "" }),
      );
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.locator("h1, button").first()).toBeVisible();
      await page.evaluate((site) => {
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
          document.body.setAttribute("data-blocked", `${document.body.dataset.blocked ?? ""} ${effectiveDirective}`),
        );
        document.body.insertAdjacentHTML(
          "beforeend",
          `<b id="inserted" onclick="document.body.setAttribute('data-ran', '')">x</b><iframe src="${site}"></iframe>
           <img src="${site}/x.png">`,
        );
        document.getElementById("inserted")?.click();
        fetch(site, { mode: "no-cors" }).catch(() => {});
      }, EVIL);
      const body = page.locator("body");
      for (const directive of ["script-src-attr", "frame-src", "img-src", "connect-src"])
        await expect(body).toHaveAttribute("data-blocked", new RegExp(directive));
      await expect(body).not.toHaveAttribute("data-ran");
      await context.close();
    });
}
