// A mail server that takes connections and says nothing, as one behind a firewall or a wrong port does.

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "@playwright/test";
import { startApp } from "../support/app.ts";

test("a mail server that says nothing is given up on after ten seconds, in plain words", async ({ page }) => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const app = await startApp(undefined, { EMAIL_SERVER: `smtp://127.0.0.1:${port}` });
  try {
    await page.goto(`${app.origin}/sign-in`);
    await page.getByRole("textbox", { name: "Email" }).fill("somebody@example.com");
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("alert")).toContainText("We could not send the mail", { timeout: 15_000 });
  } finally {
    await app.stop();
    silent.close();
  }
});
