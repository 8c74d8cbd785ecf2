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
import { buildVariant, type Variant } from "../../tests/support/copies.ts";
import { expect, signedIn, test } from "../../tests/support/test.ts";

const VARIANT: Variant = {
  name: "extensions",
  file: "app.config.ts",
  from: '"form-action": [],',
  to: '"form-action": ["http://127.0.0.1:*"],\n    "img-src": ["https://open.example"],',
  also: [
    {
      file: "src/routes/notes.tsx",
      from: "",
      to: `
import { action } from "@solidjs/router";
import { database } from "~/server/database/client";
import { runAction, user } from "~/server/functions";

const rename = action(async (form: FormData) => {
  "use server";
  return runAction("rename", form, user("/notes"), async ({ id }) => {
    await database.user.update({ where: { id }, data: { name: String(form.get("name")) } });
  });
}, "rename");

export default function Notes() {
  return (
    <form action={rename} method="post">
      <input name="name" aria-label="Name" />
      <button type="submit">Rename</button>
    </form>
  );
}
`,
    },
    {
      file: "src/routes/pictures.tsx",
      from: "",
      to: `
export default function Pictures() {
  return (
    <>
      <img src="https://open.example/picture.png" alt="Open" />
      <img src="https://closed.example/picture.png" alt="Closed" />
    </>
  );
}
`,
    },
    {
      file: "src/routes/late.tsx",
      from: "",
      to: `
import { createSignal, onMount, Show } from "solid-js";
import { usePageData } from "~/page-data";

function SignedIn() {
  const signIn = usePageData("lastSignIn");
  const isMailOn = usePageData("isMailOn");
  return <p>{signIn()?.at} {String(isMailOn())}</p>;
}

export default function Late() {
  const [isBrowser, setBrowser] = createSignal(false);
  onMount(() => setBrowser(true));
  return <Show when={isBrowser()}><SignedIn /></Show>;
}
`,
    },
    {
      file: "src/routes/pasted.tsx",
      from: "",
      to: `
import type { ParentProps } from "solid-js";

const LOOKS = {
  default: "bg-primary text-primary-foreground shadow-xs hover:bg-primary/90",
  secondary: "bg-secondary text-secondary-foreground hover:bg-secondary/80",
  outline: "border border-input bg-background hover:bg-accent hover:text-accent-foreground",
  destructive: "bg-destructive text-destructive-foreground hover:bg-destructive/90",
};

function Choice(props: ParentProps<{ look: keyof typeof LOOKS }>) {
  return (
    <button
      type="button"
      class={\`inline-flex h-11 items-center rounded-md px-4 text-sm font-medium focus-visible:ring-2 focus-visible:ring-ring \${LOOKS[props.look]}\`}
    >
      {props.children}
    </button>
  );
}

export default function Pasted() {
  return (
    <section aria-label="Team" class="mx-auto w-80 rounded-lg border bg-card p-6 text-card-foreground">
      <h1>Your team</h1>
      <p class="text-muted-foreground">Three seats are free.</p>
      <input aria-label="Seat" class="my-4 h-11 w-full rounded-md border border-input bg-transparent px-3" />
      <div class="grid gap-2">
        <Choice look="default">Invite</Choice>
        <Choice look="secondary">Share</Choice>
        <Choice look="outline">Copy</Choice>
        <Choice look="destructive">Leave</Choice>
      </div>
      <p role="note" class="mt-4 rounded-sm border bg-popover p-2 text-popover-foreground">Ada is the owner.</p>
      <code class="rounded-sm bg-muted px-1">team-1</code>
    </section>
  );
}
`,
    },
    {
      file: "src/routes/api/loose.ts",
      from: "",
      to: `
const headers = {
  "cache-control": "public, max-age=60",
  "content-security-policy": "default-src *",
  "set-cookie": "own=1",
  "x-frame-options": "ALLOWALL",
};

export const GET = () => new Response("text", { status: 202, headers });
`,
    },
  ],
};

test.use({ variant: VARIANT });

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

test("a component that only the browser renders requests the page data that was not sent, in one call", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/_server") && calls.push(request.url()));
  await page.goto("/late");
  await expect(page.getByText(/^\d{4}-\d\d-\d\dT.* true$/)).toBeVisible();
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

test("with JavaScript, GitHub may redirect to any origin", async ({ browser }) => {
  expect(await whereGitHubLeads(browser, root, true)).toBe("arrived");
});

test("without JavaScript, only to origins listed in app.config.ts", async ({ browser }) => {
  expect(await whereGitHubLeads(browser, root, false)).toBe("refused");
  expect(await whereGitHubLeads(browser, buildVariant(VARIANT), false)).toBe("arrived");
});
