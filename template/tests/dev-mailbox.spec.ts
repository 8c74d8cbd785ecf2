// The development mailbox in a browser: its pages show new mail at once, and links in mails work.

import { test as base, expect } from "@playwright/test";
import { createTransport } from "nodemailer";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { type Peer, serveFetch } from "../../tests/support/peer.ts";

const test = base.extend<{ mailbox: Mailbox; peer: Peer }>({
  mailbox: async ({ browserName: _ }, use) => {
    const mailbox = await openMailbox();
    await use(mailbox);
    await mailbox.close();
  },
  peer: async ({ mailbox }, use) => {
    const peer = await serveFetch(async (request) =>
      new URL(request.url).pathname.startsWith("/dev/mail")
        ? mailbox.handler(request)
        : new Response("The application"),
    );
    await use(peer);
    await peer.close();
  },
  baseURL: async ({ peer }, use) => use(peer.url),
});

async function send({ url }: Mailbox, to: string, link = "https://example.com/"): Promise<void> {
  const { hostname, port } = new URL(url);
  const content = { subject: `For ${to}`, text: link, html: `<a href="${link}">Follow</a>` };
  await createTransport({ host: hostname, port: Number(port) }).sendMail({ from: "app@localhost", to, ...content });
}

test("no other page can show the mailbox in a frame, and its pages have the headers of the application's", async ({
  request,
  mailbox,
}) => {
  await send(mailbox, "ada@example.com");
  for (const path of ["", "/1", "/newest?to=x@example.com", "/nothing"]) {
    const headers = (await request.get(`/dev/mail${path}`)).headers();
    expect(headers["content-security-policy"], path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    // A browser would keep it for other projects on this host.
    expect(headers).not.toHaveProperty("strict-transport-security");
  }
});

test("a new mail appears in the open list without a reload", async ({ page, mailbox }) => {
  await page.goto("/dev/mail");
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  for (const to of ["ada@example.com", "grace@example.com"]) {
    await send(mailbox, to);
    await expect(page.getByRole("listitem").first()).toContainText(`For ${to}`);
  }
  expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
});

test("an unchanged list is not replaced, so the focus stays", async ({ page, mailbox }) => {
  await send(mailbox, "ada@example.com");
  await page.goto("/dev/mail");
  const link = page.getByRole("link", { name: "For ada@example.com" });
  await link.focus();
  // biome-ignore lint/plugin: the page asks every second.
  for (let count = 0; count < 2; count += 1) await page.waitForResponse(/\/dev\/mail$/);
  await expect(link).toBeFocused();
});

test("the newest mail to an address opens as soon as it arrives, regardless of other mail", async ({
  page,
  mailbox,
}) => {
  await page.goto("/dev/mail/newest?to=ada@example.com");
  await expect(page.getByText("no mail to ada@example.com yet")).toBeVisible();
  await send(mailbox, "grace@example.com");
  await send(mailbox, "ada@example.com");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("For ada@example.com");
});

test("an open list keeps updating after the server restarts", async ({ page, mailbox }) => {
  await page.goto("/dev/mail");
  await page.route("**/*", (route) => route.abort());
  // biome-ignore lint/plugin: the page asks every second.
  await page.waitForEvent("requestfailed");
  await page.unroute("**/*");
  await send(mailbox, "ada@example.com");
  await expect(page.getByRole("link", { name: "For ada@example.com" })).toBeVisible();
});

test("a link in the mail's HTML opens in the whole window, and the page links back", async ({
  page,
  mailbox,
  peer,
}) => {
  await send(mailbox, "ada@example.com", `${peer.url}/linked`);
  await page.goto("/dev/mail/1");
  await page.frameLocator("iframe").getByRole("link", { name: "Follow" }).click();
  await expect(page).toHaveURL("/linked");
  await page.goBack();
  await page.getByRole("link", { name: "Back to the application" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.locator("body")).toHaveText("The application");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a new mail appears in the open list", async ({ page, mailbox }) => {
    await page.goto("/dev/mail");
    await send(mailbox, "ada@example.com");
    await expect(page.getByRole("link", { name: "For ada@example.com" })).toBeVisible();
  });

  test("the newest mail to an address opens as soon as it is there", async ({ page, mailbox }) => {
    await page.goto("/dev/mail/newest?to=ada@example.com");
    await send(mailbox, "ada@example.com");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("For ada@example.com");
  });
});
