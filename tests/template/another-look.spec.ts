// Two of the first edits to a clone: the colours in src/app.css and the name in app.config.ts. No other file is changed.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLook } from "../../src/lib/look.ts";
import { startApp } from "../support/app.ts";
import { copyProject, installPackages } from "../support/copies.ts";
import { askForLink, expect, mailTo, newAddress, test } from "../support/test.ts";

/** Would show "Smith < Sons" if it were not escaped. */
const NAME = "Smith &lt Sons";

test("after a change of colours and name, everything follows, and types, lint and unit tests pass", async ({
  browser,
}) => {
  const folder = copyProject("another-look");
  installPackages(folder);
  const before = readFileSync(join(folder, "src/app.css"), "utf8");
  // Another accent colour, by its hue, and a light page colour in another notation.
  const css = before.replace(/ 277\)/g, " 150)").replace(/(--color-page: light-dark\()oklch\([^)]*\)/, "$1#fff7ed");
  const config = readFileSync(join(folder, "app.config.ts"), "utf8").replace(/name: ".*"/, `name: "${NAME}"`);
  writeFileSync(join(folder, "src/app.css"), css);
  writeFileSync(join(folder, "app.config.ts"), config);
  const { light, dark } = readLook(css);
  expect(light.accent).not.toBe(readLook(before).light.accent);
  expect(light.page).toBe("#fff7ed");

  const steps = ["types", "lint", "unit", "build"];
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/test.ts", ...steps], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status, stdout + stderr).toBe(0);

  const app = await startApp(folder);
  const page = await browser.newPage({ baseURL: app.origin });
  try {
    for (const path of ["/sign-in", "/%ff"]) {
      await page.goto(path);
      await expect(page).toHaveTitle(new RegExp(NAME));
      const colors = await page
        .locator('meta[name="theme-color"]')
        .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));
      expect(colors, path).toEqual([light.page, dark.page]);
      await expect(page.locator("body"), path).toHaveCSS("background-color", "rgb(255, 247, 237)");
    }
    const manifest = await (await page.request.get("/site.webmanifest")).json();
    expect(manifest).toMatchObject({ name: NAME, theme_color: light.page, background_color: light.page });
    expect(await (await page.request.get("/favicon.svg")).text()).toContain(light.accent);
    const icon = await (await page.request.get("/icon-192.png")).body();
    expect(icon.equals(readFileSync(join(folder, "public/icon-192.png")))).toBe(true);
    expect(icon.equals(readFileSync("public/icon-192.png"))).toBe(false);

    const address = newAddress();
    await page.goto("/sign-in");
    await askForLink(page, app, address);
    const mail = await mailTo(app, address);
    expect(mail.subject).toBe(`Sign in to ${NAME}`);
    expect(mail.html).toContain(`background:${light.accent}`);
    expect(mail.html).toContain(`background:${light.page}`);
  } finally {
    await page.close();
    await app.stop();
  }
});
