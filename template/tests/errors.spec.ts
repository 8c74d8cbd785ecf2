// Errors anywhere: the owner finds each in the log once, and visitors see a page without any detail of it.

import type { Page } from "@playwright/test";
import { homeText } from "../../src/messages/home.ts";
import { type App, withoutRequests } from "../../tests/support/app.ts";
import { clientOf } from "../../tests/support/client.ts";
import { serveFetch } from "../../tests/support/peer.ts";
import { expect, insertSession, test, withAndWithoutScript } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

/** What a page waits for: it was asked for, and may be answered. */
const gate = () => ({ asked: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() });
const gates: Record<string, ReturnType<typeof gate>> = {};

test.use({
  variant: LAB,
  env: [
    async ({ browserName: _ }, use) => {
      const peer = await serveFetch(async ({ url }) => {
        const own = gates[new URL(url).pathname];
        own?.asked.resolve();
        await own?.released.promise;
        return new Response("at last");
      });
      await use({ PEER_URL: peer.url });
      await peer.close();
    },
    { scope: "worker" },
  ],
});

/** Details of the server. */
const INTERNALS = /secret|node_modules|\.mjs|file:\/\//;

/** The entries that the log gets during a call, each with its stack. */
async function logOf(app: App, action: () => Promise<unknown>): Promise<string[]> {
  const start = (await app.log()).length;
  await action();
  return withoutRequests((await app.log()).slice(start));
}

/** Expects one entry with a name, the message "secret of <what>" and the stack of the failure. */
function expectOne(entries: string[], name: string, what: string): void {
  expect(entries).toHaveLength(1);
  const [entry = ""] = entries;
  expect(entry).toContain(` error ${name}: `);
  expect(entry, "passes src/server/log/report-error.ts").toContain(" hook=passed");
  expect(entry.match(/secret/g), entry).toHaveLength(1);
  expect(entry).toContain(`secret of ${what}`);
  expect(entry).toMatch(/\n +at .*\.mjs:\d+/);
}

const PAGES: [string, number, string][] = [
  ["component", 500, "GET /faults-component"],
  ["module", 500, "GET /faults-module"],
  ["query", 500, "query failing"],
  ["bare-query", 500, "GET /faults-bare-query"],
  ["preloaded-query", 500, "GET /faults-preloaded-query"],
  ["late-component", 500, "GET /faults-late-component"],
  ["late-query", 500, "query failing-late"],
  ["outer-middleware", 500, "GET /faults-outer-middleware"],
  ["inner-middleware", 500, "GET /faults-inner-middleware"],
];

for (const [what, status, name] of PAGES)
  test(`${what}: a failure is logged once, as "${name}", and the page shows none of its details`, async ({ app }) => {
    let html = "";
    const entries = await logOf(app, async () => {
      const response = await fetch(`${app.origin}/faults-${what}`, { headers: { accept: "text/html" } });
      expect(response.status).toBe(status);
      for (const name of ["content-security-policy", "x-content-type-options"])
        expect(response.headers.has(name), name).toBe(true);
      html = await response.text();
    });
    expect(html).toContain("</html>");
    expect(html).not.toMatch(INTERNALS);
    expectOne(entries, name, what);
  });

for (const [what, shown] of [
  ["unsendable-preloaded", "function"],
  ["unsendable-depth", "object"],
])
  test(`${what}: a value that cannot be serialised into its page is logged, and the page is answered`, async ({
    app,
  }) => {
    let html = "";
    const entries = await logOf(app, async () => {
      html = await (await fetch(`${app.origin}/faults-${what}`)).text();
    });
    expect(html).toMatch(new RegExp(`<p[^>]*>${shown}</p>`));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain(` error GET /faults-${what}: `);
  });

test("a page that waits for its data gets nothing of the pages that other visitors load meanwhile, whenever these ask", async ({
  app,
}) => {
  const user = await insertSession(app);
  const client = clientOf(app, user);
  for (const [name, answer] of [
    ["asks-twice", "the second answer"],
    ["asks-late", "the late answer"],
  ]) {
    const [held, own] = [gate(), gate()];
    Object.assign(gates, { "/held": held, [`/${name}`]: own });
    const asking = client.get(`/faults-${name}`);
    await own.asked.promise;
    const waiting = clientOf(app).get("/faults-held");
    await held.asked.promise;
    own.released.resolve();
    expect((await asking).body).toContain(answer);
    expect((await client.get("/account")).body).toContain(user.email);
    held.released.resolve();
    const { body } = await waiting;
    expect(body).toContain("at last");
    for (const other of [user.email, "account[", answer]) expect(body, name).not.toContain(other);
  }
});

test("a failing API route is a page for browsers, JSON for others, and one entry in the log", async ({ app }) => {
  for (const accept of ["text/html", "*/*"]) {
    let body = "";
    const entries = await logOf(app, async () => {
      const response = await fetch(`${app.origin}/api/faults?what=fail`, { headers: { accept } });
      expect(response.status).toBe(500);
      body = await response.text();
    });
    if (accept === "text/html") expect(body).toContain("<h1>Something went wrong</h1>");
    else expect(JSON.parse(body).message).toContain("Something went wrong");
    expect(body).not.toMatch(INTERNALS);
    expectOne(entries, "GET /api/faults", "api");
  }
});

for (const [what, name] of [
  ["rejection", "unhandled rejection"],
  ["exception", "uncaught exception"],
] as const)
  test(`an ${name} is logged once and redacted, and the server keeps running`, async ({ app }) => {
    const entries = await logOf(app, () => fetch(`${app.origin}/api/faults?what=${what}`));
    expectOne(entries, name, what);
    expect(await app.log()).toContain(`secret of ${what}, about [address]`);
    expect(await app.log()).not.toContain("ada@example.com");
    expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
  });

/** Expects an error page within the application's frame. */
async function expectPage(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.getByRole("main").getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

test("a page that fails while it renders, waits or is refused shows the error in the browser and throws none, and the next page works", async ({
  page,
}) => {
  const thrown: Error[] = [];
  page.on("pageerror", (error) => thrown.push(error));
  for (const [what, title] of [
    ["component", "Something went wrong"],
    ["late-query", "Something went wrong"],
    ["forbidden-query", "You're not allowed to do this"],
  ] as const) {
    await page.goto(`/faults-${what}`);
    await expectPage(page, title);
    expect(await page.content()).not.toMatch(INTERNALS);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link").first().click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1, name: homeText.title })).toBeVisible();
    await expect(page.getByRole("heading", { name: title })).toHaveCount(0);
    expect(thrown, what).toEqual([]);
  }
});

test("a query that fails on a navigation is logged once, and its answer shows nothing", async ({ page, app }) => {
  await page.goto("/faults-index");
  const answer = page.waitForResponse(
    (response) => response.url().includes("/_server") && response.headers()["x-error"] !== undefined,
  );
  const entries = await logOf(app, async () => {
    await page.getByRole("link", { name: "failing query" }).click();
    await expectPage(page, "Something went wrong");
  });
  expectOne(entries, "query failing", "query");
  expect((await answer).status()).toBe(500);
  expect(await (await answer).text()).not.toMatch(INTERNALS);
  expect(JSON.stringify(await (await answer).allHeaders())).not.toMatch(/secret/);
  expect(await page.content()).not.toMatch(INTERNALS);
});

test("a page's data that cannot be written into an action's answer is logged as an error of the application, not of its visitor", async ({
  page,
  app,
}) => {
  await page.goto("/faults-actions");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  const entries = await logOf(app, async () => {
    await page.getByRole("button", { name: "Leave" }).click();
    expect((await answer).status()).toBe(500);
  });
  expect(entries.filter((entry) => entry.includes(" error "))).toHaveLength(1);
  expect(entries.join("\n")).not.toContain("cannot be read");
  await expect(page.getByText("You cannot leave.")).toBeVisible();
  expect(await page.content()).not.toMatch(INTERNALS);
});

withAndWithoutScript(() => {
  test("a forbidden page, action or API route is a 403 page, and no fault in the log", async ({ page, app }) => {
    const entries = await logOf(app, async () => {
      for (const path of ["/faults-forbidden-query", "/faults-forbidden-component", "/api/faults?what=refuse"]) {
        expect((await page.goto(path))?.status(), path).toBe(403);
        await expectPage(page, "You're not allowed to do this");
      }
      for (const what of ["query", "component"]) {
        await page.goto("/faults-index");
        await page.getByRole("link", { name: `forbidden ${what}` }).click();
        await expectPage(page, "You're not allowed to do this");
        await expect(page).toHaveURL(`/faults-forbidden-${what}`);
      }
      await page.getByRole("main").getByRole("link", { name: "Home" }).click();
      await expect(page.getByRole("heading", { level: 1, name: homeText.title })).toBeVisible();
      await page.goto("/faults-actions");
      await page.getByLabel("Asked").fill("a long text");
      await page.getByRole("button", { name: "Refuse" }).click();
      await expect(page.getByRole("alert")).toContainText("You're not allowed to do this");
      await expect(page.getByLabel("Asked")).toHaveValue("a long text");
    });
    expect(entries).toEqual([]);
  });
});
