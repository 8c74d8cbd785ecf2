// A mail server that never ends its greeting. (One that says nothing: the timeouts in tests/server/mail/smtp.test.ts.)

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test } from "../../tests/support/test.ts";

/** Sends a line of its greeting now and then, and never the last one. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("220-wait\r\n"), 1000);
  socket.on("error", () => {}).on("close", () => clearInterval(timer));
}

test("a mail server that responds for ever times out, with a plain message", async ({ page, start }) => {
  const peer = createServer(drip).listen(0, "127.0.0.1");
  await once(peer, "listening");
  const { port } = peer.address() as AddressInfo;
  const app = await start({ EMAIL_SERVER: `smtp://127.0.0.1:${port}` });
  await page.clock.install();
  await page.goto(`${app.origin}/sign-in`);
  await page.getByRole("textbox", { name: "Email" }).fill("somebody@example.com");
  // The page has a limit of its own, which is hardly longer than the server's.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("alert")).toContainText("We couldn't send the email");
  peer.close();
});
