// Requests that browsers make ahead, and what proxies and other names of the server change on the way.

import { accountText } from "../../src/messages/account.ts";
import { language } from "../../src/messages/language.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { timeText } from "../../src/messages/time.ts";
import { askByForm, clientOf } from "../support/client.ts";
import { claimed, expect, insertEvent, insertSession, nameField, newEmail, test } from "../support/test.ts";

const PAGE = { accept: "text/html", "sec-fetch-dest": "document" };
const NOTICE = encodeURIComponent(JSON.stringify({ code: "nameSaved" }));
const SAVED = describeNotice("nameSaved")?.text ?? "";

test("a HEAD and a page that is fetched ahead leave the notice to the page that is seen", async ({ app }) => {
  const client = clientOf(app, await insertSession(app));
  client.cookies.set("notice", NOTICE);
  client.cookies.set("return-to", "/account");
  await client.visit("/", { method: "HEAD" });
  expect((await client.get("/", { ...PAGE, "sec-purpose": "prefetch;prerender" })).body).not.toContain(SAVED);
  expect([...client.cookies.keys()]).toEqual(expect.arrayContaining(["notice", "return-to"]));
  expect((await client.get("/", PAGE)).body).toContain(SAVED);
  expect(client.cookies.has("notice")).toBe(false);
});

test("a protected page that is fetched ahead leaves no notice for the next page", async ({ app }) => {
  const client = clientOf(app);
  expect((await client.get("/account", { ...PAGE, "sec-purpose": "prefetch" })).status).toBe(302);
  expect((await client.visit("/account", { method: "HEAD" })).status).toBe(302);
  expect(client.cookies.has("return-to")).toBe(false);
});

/** Others: own-host.test.ts. */
test("a page under another name of the server leads to its own, a call does not", async ({ app }) => {
  const ask = (path: string) => clientOf(app).get(path, { ...PAGE, "x-forwarded-host": "www.example.com" });
  const { status, location } = await ask("/sign-in?a=b");
  expect([status, location?.href]).toEqual([307, `${app.origin}/sign-in?a=b`]);
  expect((await clientOf(app).get("/api/health", { "x-forwarded-host": "www.example.com" })).status).toBe(200);
});

test("an address in a page stands between the comments that keep Cloudflare from replacing it", {
  tag: "@email",
}, async ({ app }) => {
  const [client, email, user] = [clientOf(app), newEmail("kept"), await insertSession(app)];
  const link = await askByForm(client, app, email);
  for (const [{ body }, address] of [
    [await clientOf(app).open(link), email],
    [await client.open("/verify-request"), email],
    [await clientOf(app, user).open("/account"), user.email],
  ] as const) {
    const kept = body.match(/<body>.*?<!--email_off-->(.*)<!--\/email_off-->/s)?.[1] ?? "";
    expect(kept).toContain(address);
    const rest = body.replace(kept, "").replace(/<script.*?<\/script>|<head>.*<\/head>/gs, "");
    expect(rest).not.toContain(address);
  }
});

test("a private page that the browser has kept has its typed text, and leaves after a sign-out", async ({
  page,
  context,
  user: _,
}) => {
  // Safari shows a page from its back-forward cache like this.
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.goto("/account");
  await claimed(page);
  await nameField(page).fill("Typed");
  await Promise.all([page.waitForEvent("load"), comeBack()]);
  await expect(nameField(page)).toHaveValue("Typed");
  await claimed(page);
  await context.clearCookies();
  await comeBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: accountText.data.title })).toHaveCount(0);
});

test("a visitor's clock that is hours behind makes nothing a time to come", async ({ page, app, user: { id } }) => {
  insertEvent(app, id, "signed in");
  await page.clock.install({ time: Date.now() - 5 * 60 * 60_000 });
  await page.goto("/account");
  await claimed(page);
  await page.clock.fastForward(61_000);
  await expect(page.getByRole("time").filter({ hasText: timeText.justNow }).first()).toBeVisible();
  await expect(page.getByText(new Intl.RelativeTimeFormat(language()).format(5, "hour"))).toHaveCount(0);
});
