// The development mailbox in a browser: its pages show new mail at once, and samples of what the application sends. (Its
// pages as such, and each sample: tests/scripts/mailbox.test.ts. A link in a mail: dev.spec.ts.)

import { test as base, expect } from "@playwright/test";
import { createTransport } from "nodemailer";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { samplePages } from "../../scripts/dev/sample-pages.ts";
import { serveFetch } from "../../tests/support/peer.ts";

const test = base.extend<{ mailbox: Mailbox }>({
  mailbox: async ({ browserName: _ }, use) => {
    const mailbox = await openMailbox();
    await use(mailbox);
    await mailbox.close();
  },
  baseURL: async ({ mailbox }, use) => {
    const samples = samplePages("/dev/mail");
    const peer = await serveFetch(async (request) =>
      new URL(request.url).pathname.startsWith("/dev/mail/samples") ? samples(request) : mailbox.handler(request),
    );
    await use(peer.url);
    await peer.close();
  },
});

async function send({ url }: Mailbox, to: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const content = { subject: `For ${to}`, text: "Hello", html: "<p>Hello</p>" };
  await createTransport({ host: hostname, port: Number(port) }).sendMail({ from: "app@localhost", to, ...content });
}

test("a new mail appears in the open list, also after the server was away", async ({ page, mailbox }) => {
  await page.goto("/dev/mail");
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await send(mailbox, "ada@example.com");
  const link = page.getByRole("link", { name: "For ada@example.com" });
  await link.focus();
  // biome-ignore lint/plugin: the page asks every second.
  for (let count = 0; count < 2; count += 1) await page.waitForResponse(/\/dev\/mail$/);
  await expect(link).toBeFocused();
  await page.route("**/*", (route) => route.abort());
  // biome-ignore lint/plugin: the page asks every second.
  await page.waitForEvent("requestfailed");
  await page.unroute("**/*");
  await send(mailbox, "grace@example.com");
  await expect(page.getByRole("listitem").first()).toContainText("For grace@example.com");
  expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
});

test("the newest mail to an address opens as soon as it arrives", async ({ page, mailbox }) => {
  await page.goto("/dev/mail/newest?to=ada@example.com");
  await expect(page.getByText("no mail to ada@example.com yet")).toBeVisible();
  await send(mailbox, "grace@example.com");
  await send(mailbox, "ada@example.com");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("For ada@example.com");
});

test("a mail can be seen before one is sent, in light and in dark colours, whichever the system has", async ({
  page,
}) => {
  await page.goto("/dev/mail");
  await page.getByRole("link", { name: "What this application sends" }).click();
  await page.getByRole("listitem").filter({ hasText: "signIn" }).getByRole("link").click();
  const [light, dark] = ["light", "dark"].map((scheme) =>
    page.frameLocator(`iframe[title="The mail in ${scheme} colours"]`).locator(".card"),
  );
  const colour = await light?.evaluate((card) => getComputedStyle(card).backgroundColor);
  expect(await dark?.evaluate((card) => getComputedStyle(card).backgroundColor)).not.toBe(colour);
});
