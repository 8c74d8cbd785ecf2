// Mail that does not work: a mail server that does not answer, as behind a firewall or on a wrong port; one that
// refuses; none.

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { expect, newClient, newEmail, signedIn, test } from "../../tests/support/test.ts";

/** Mails to one address in ten minutes. */
const LINKS_TO_ADDRESS = 5;

/** Sends a line of its greeting now and then, and never the last one. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("220-wait\r\n"), 1000);
  socket.on("error", () => {}).on("close", () => clearInterval(timer));
}

for (const [what, answer, tag] of [
  ["does not respond", () => {}, undefined],
  ["responds for ever", drip, "@night"],
] as const)
  test(`a mail server that ${what} times out, with a plain message`, { tag }, async ({ page }) => {
    const peer = createServer(answer).listen(0, "127.0.0.1");
    await once(peer, "listening");
    const { port } = peer.address() as AddressInfo;
    const app = await startApp(undefined, { EMAIL_SERVER: `smtp://127.0.0.1:${port}` });
    try {
      await page.clock.install();
      await page.goto(`${app.origin}/sign-in`);
      await page.getByRole("textbox", { name: "Email" }).fill("somebody@example.com");
      // The page has a limit of its own, which is hardly longer than the server's.
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole("button", { name: "Email me a link" }).click();
      await expect(page.getByRole("alert")).toContainText("We couldn't send the email");
    } finally {
      await app.stop();
      peer.close();
    }
  });

/** A port on which nothing listens, and a mail server that closes the connection before a mail. */
const FAULTS: [string, (socket: Socket) => void][] = [
  ["is down", () => {}],
  ["drops the line", (socket) => socket.end("220 hello\r\n")],
  ["speaks another protocol", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
];

for (const [what, answer] of FAULTS)
  test(`a mail server that ${what} is reported, uses up the limit of no address, and the server goes on`, async () => {
    const peer = createServer(answer).listen(0, "127.0.0.1");
    await once(peer, "listening");
    const { port } = peer.address() as AddressInfo;
    if (what === "is down") peer.close();
    const app = await startApp(undefined, { EMAIL_SERVER: `smtp://127.0.0.1:${port}` });
    try {
      const client = new Client(app.origin, newClient());
      const fields = { csrfToken: await client.csrfToken(), email: newEmail() };
      for (let asked = 0; asked <= LINKS_TO_ADDRESS; asked++) {
        const { location } = await client.post("/api/auth/signin/email", fields);
        expect(location?.searchParams.get("code")).toBe("unsent");
      }
      expect((await client.get("/api/health")).status).toBe(200);
    } finally {
      await app.stop();
      peer.close();
    }
  });

test("the account page without a mail server offers no change of the address", async ({ page, context }) => {
  const app = await startApp(undefined, { EMAIL_SERVER: undefined, EMAIL_FROM: undefined });
  try {
    await signedIn(app, context);
    app.database.exec(`UPDATE "User" SET "emailVerified" = NULL`);
    await page.goto(`${app.origin}/account`);
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "New email" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /Change email|Confirm this email/ })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});
