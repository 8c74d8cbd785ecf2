import { expect, signedIn, test } from "../../../tests/support/test.ts";

test("an injected script does not run, however it is injected", async ({ browser, app }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const refused: string[] = [];
  page.on("console", (message) => /content security policy/i.test(message.text()) && refused.push(message.text()));
  const injected = [
    `<script>window.ran = "inline"</script>`,
    `<script nonce="">window.ran = "empty nonce"</script>`,
    `<script src="data:text/javascript,window.ran='data'"></script>`,
    `<script src="/favicon.svg"></script>`,
    `<img src="x:" onerror="window.ran = 'handler'">`,
    `<iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>`,
    `<svg onload="window.ran = 'svg'"></svg>`,
    `<base href="https://evil.example/">`,
  ];
  await page.route(`${app.origin}/sign-in`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<div id="app">', `${injected.join("")}<div id="app">`);
    await route.fulfill({ response, body });
  });
  await page.goto(`${app.origin}/sign-in`);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined();
  expect(await page.evaluate(() => document.baseURI)).toBe(`${app.origin}/sign-in`);
  expect(refused.length).toBeGreaterThanOrEqual(injected.length - 2);
  await context.close();
});

test("a user's name is rendered as text", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  const name = `<img src=x onerror="window.ran=1"></script><script>window.ran=1</script>`;
  app.database.prepare(`UPDATE "User" SET "name" = ? WHERE "id" = ?`).run(name, id);
  for (const path of ["/", "/protected", "/account", "/protected/client"]) {
    await page.goto(path);
    await expect(page.getByText(name).first()).toBeVisible();
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
  }
});
