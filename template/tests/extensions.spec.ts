// Additions in a clone: an action, a component of the browser, one with the classes of shadcn, an API route with
// headers of its own, and a provider that redirects to a further site.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "@playwright/test";
import { formatHex } from "culori";
import { readLook } from "../../scripts/look.ts";
import { expectAccessible } from "../../tests/support/accessible.ts";
import { root, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, followLink, signedIn, test } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });

test("a response of an API route keeps its status, cookie and caching, and cannot loosen the security headers", async ({
  app,
}) => {
  const response = await fetch(`${app.origin}/api/loose`);
  expect([response.status, await response.text()]).toEqual([202, "text"]);
  expect(response.headers.getSetCookie()).toEqual(["own=1"]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
});

test("an action runs on same-origin POST, not on GET, not from another site, and not for a revoked session", async ({
  page,
  app,
  context,
}) => {
  const { email, sessionToken } = await signedIn(app, context);
  const name = () => app.database.prepare(`SELECT "name" FROM "User" WHERE "email" = ?`).get(email)?.name;
  const html = await (await fetch(`${app.origin}/notes`)).text();
  const path = html.match(/action="([^"]*_server[^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(path).toContain("/_server");
  const send = (init: RequestInit) =>
    fetch(app.origin + path, {
      redirect: "manual",
      ...init,
      headers: { cookie: `authjs.session-token=${sessionToken}`, ...init.headers },
    });
  const body = new URLSearchParams({ name: "Stranger" });

  for (const method of ["GET", "HEAD"])
    for (const headers of [{}, { origin: app.origin }, { "x-server-instance": "server-fn:0" }] as HeadersInit[])
      expect((await send({ method, headers })).status, method).toBe(405);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: app.origin, "sec-fetch-site": "cross-site" },
  ] as HeadersInit[])
    for (const method of ["GET", "POST"])
      expect((await send({ method, headers, ...(method === "POST" && { body }) })).status, method).toBe(403);
  expect(name()).toBeNull();

  await page.goto("/notes");
  await page.getByLabel("Name").fill("Ada");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect.poll(name).toBe("Ada");

  app.database.prepare(`DELETE FROM "Session"`).run();
  expect((await send({ method: "POST", headers: { origin: app.origin }, body })).status).toBe(302);
  expect(name()).toBe("Ada");
});

test("the owner's links are in the header, and on a phone behind one button", async ({ page, app, context }) => {
  const links = page.getByRole("navigation").getByRole("link");
  await page.goto("/elements");
  await expect(links).toHaveText(["Solid Auth Starter", "Elements", "Sign in"]);
  await expect(links.nth(1)).toHaveAttribute("aria-current", "page");

  await signedIn(app, context);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/elements");
  const yours = page.getByRole("link", { name: "Yours" });
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expect(yours).toBeHidden();
  await menu.click();
  await yours.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  await expect(yours).toBeHidden();
});

test("a component that only the browser renders asks for its data, in one call", async ({ page, app, context }) => {
  await signedIn(app, context);
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/_server") && calls.push(request.url()));
  await page.goto("/late");
  await expect(page.getByText(/^\d{4}-\d\d-\d\dT/)).toBeVisible();
  expect(calls).toHaveLength(1);
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

test("a picture of a site that app.config.ts lists is shown, and one of another site is not", async ({
  browser,
  app,
}) => {
  const page = await browser.newPage();
  const asked: string[] = [];
  await page.route(/^https:/, (route) => {
    asked.push(new URL(route.request().url()).host);
    return route.fulfill({ body: PIXEL, contentType: "image/png" });
  });
  const refused = page.waitForEvent("console", (message) => message.text().includes("closed.example"));
  await page.goto(`${app.origin}/pictures`);
  const widthOf = (name: string) =>
    page.getByRole("img", { name, exact: true }).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => widthOf("Open")).toBe(1);
  expect((await refused).text()).toMatch(/img-src/);
  expect(await widthOf("Closed")).toBe(0);
  expect(asked).toEqual(["open.example"]);
  await page.close();
});

test("a component made for shadcn has the application's colours and radii at once, in light and dark", async ({
  page,
}) => {
  const look = readLook(readFileSync("src/app.css", "utf8"));
  const partsOf = () =>
    page.evaluate(() => {
      const style = (selector: string) => {
        const element = document.querySelector(`section[aria-label="Team"] ${selector}`.trim());
        const { color, backgroundColor, borderTopColor, borderTopLeftRadius } = getComputedStyle(element as Element);
        return { color, ground: backgroundColor, border: borderTopColor, radius: borderTopLeftRadius };
      };
      const [invite, share, copy, leave] = [1, 2, 3, 4].map((nth) => style(`button:nth-child(${nth})`));
      return {
        card: style(""),
        text: style("p"),
        input: style("input"),
        invite,
        share,
        copy,
        leave,
        note: style("[role=note]"),
        code: style("code"),
      };
    });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/pasted");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { card, text, input, invite, share, copy, leave, note, code } = await partsOf();
    const hex = (color: string | undefined) => formatHex(color ?? "");
    const colors = look[colorScheme];
    expect([hex(card.ground), hex(card.color), hex(card.border)], colorScheme).toEqual([
      colors.card,
      colors.foreground,
      colors.border,
    ]);
    expect([hex(text.color), hex(input.border)], colorScheme).toEqual([colors["muted-foreground"], colors.input]);
    expect([hex(invite?.ground), hex(invite?.color)], colorScheme).toEqual([
      colors.primary,
      colors["primary-foreground"],
    ]);
    expect([hex(share?.ground), hex(code.ground)], colorScheme).toEqual([colors.secondary, colors.muted]);
    expect([hex(copy?.ground), hex(copy?.border)], colorScheme).toEqual([colors.background, colors.input]);
    expect([hex(leave?.ground), hex(leave?.color)], colorScheme).toEqual([
      colors.destructive,
      colors["destructive-foreground"],
    ]);
    expect([hex(note.ground), hex(note.border)], colorScheme).toEqual([colors.popover, colors.border]);
    expect([card.radius, input.radius, note.radius]).toEqual(["12px", "10px", "8px"]);
    await page.getByRole("button", { name: "Copy" }).hover();
    const under = page.getByRole("button", { name: "Copy" });
    await expect
      .poll(() => under.evaluate((button) => getComputedStyle(button).backgroundColor).then(hex))
      .toBe(colors.accent);
    await page.getByRole("heading", { level: 1 }).hover();
  }
  await expectAccessible(page, "/pasted");
});

test("a link of the router looks like any other, and of the fields only one that cannot be edited is grey", async ({
  page,
}) => {
  const linkOf = (name: string) =>
    page.getByRole("link", { name, exact: true }).evaluate((link) => {
      const { color, textDecorationLine } = getComputedStyle(link);
      return { color, textDecorationLine };
    });
  const groundOf = (label: string) =>
    page.getByLabel(label).evaluate((field) => getComputedStyle(field).backgroundColor);
  for (const path of ["/sign-in", "/elements"]) {
    await page.goto(path);
    await followLink(page, "/elements");
    await expect(page.getByLabel("typed")).toBeVisible();
    expect((await linkOf("plain")).textDecorationLine, path).toBe("underline");
    expect([await linkOf("routed"), await linkOf("here")], path).toEqual(Array(2).fill(await linkOf("plain")));
    expect((await linkOf("button")).textDecorationLine, path).toBe("none");
    const typed = await groundOf("typed");
    for (const label of ["long", "list", "file"]) expect(await groundOf(label), `${label}, ${path}`).toBe(typed);
    expect(await groundOf("read only"), path).not.toBe(typed);
  }
});

/** A GitHub that first redirects users to their company's sign-in page on another origin. */
async function companyInFront() {
  const company = createServer((_, reply) =>
    reply.setHeader("content-type", "text/html").end("<h1>Company sign-in</h1>"),
  );
  await once(company.listen(0, "127.0.0.1"), "listening");
  const companyUrl = `http://127.0.0.1:${(company.address() as AddressInfo).port}/`;
  const gitHub = createServer((_, reply) => reply.writeHead(302, { location: companyUrl }).end());
  await once(gitHub.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(gitHub.address() as AddressInfo).port}`,
    companyUrl,
    close() {
      for (const server of [company, gitHub]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** @returns where "Continue with GitHub" ends, in a browser with or without JavaScript */
async function whereGitHubLeads(browser: Browser, build: string, javaScriptEnabled: boolean) {
  const gitHub = await companyInFront();
  const app = await startApp(build, { AUTH_GITHUB_URL: gitHub.url });
  const context = await browser.newContext({ javaScriptEnabled });
  try {
    const page = await context.newPage();
    await page.goto(`${app.origin}/sign-in`);
    const refused = page.waitForEvent("console", (message) => /form-action/.test(message.text())).then(() => "refused");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    const arrived = page.waitForURL(gitHub.companyUrl).then(() => "arrived");
    return await Promise.race([refused, arrived]);
  } finally {
    await context.close();
    await app.stop();
    gitHub.close();
  }
}

test("GitHub may redirect to any origin with JavaScript", async ({ browser }) => {
  expect(await whereGitHubLeads(browser, root, true)).toBe("arrived");
});

test("GitHub may redirect to origins listed in app.config.ts alone without JavaScript", async ({ browser }) => {
  expect(await whereGitHubLeads(browser, root, false)).toBe("refused");
  expect(await whereGitHubLeads(browser, buildVariant(LAB), false)).toBe("arrived");
});
