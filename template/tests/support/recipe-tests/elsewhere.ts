// What an attacker tries with other sites, in the recipes that open the policy for some. The copy that recipes.spec.ts
// builds has them.

import { clientOf } from "../../../../tests/support/client.ts";
import { expect, insertSession, newClient } from "../../../../tests/support/test.ts";
import type { RecipeTest } from "./recipe-test.ts";

const EVIL = "https://evil.example";

export function testElsewhere(test: RecipeTest): void {
  test("picture: the provider's picture is shown, none of another site is loaded, and the provider does not learn the page", async ({
    app,
  }) => {
    const user = await insertSession(app);
    const show = async (url: string) => {
      app.database.prepare(`UPDATE "User" SET "image" = ? WHERE "id" = ?`).run(url, user.id);
      const { body, headers } = await clientOf(app, user).get("/protected/picture");
      return { img: body.match(/<img [^>]*alt="You"[^>]*>/)?.[0], policy: headers.get("content-security-policy") };
    };
    for (const url of ["javascript:alert(1)", "data:image/png;base64,eA=="])
      expect((await show(url)).img, url).toBeUndefined();
    const { img, policy } = await show("https://avatars.githubusercontent.com/u/1");
    expect(img).toContain('src="https://avatars.githubusercontent.com/u/1"');
    expect(img).toContain('referrerpolicy="no-referrer"');
    const [, sites = ""] = policy?.match(/img-src ([^;]*)/) ?? [];
    expect(sites.match(/https?:\S+/g)).toEqual([
      "https://avatars.githubusercontent.com",
      "https://lh3.googleusercontent.com",
    ]);
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
