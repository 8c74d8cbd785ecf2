// Errors in development, where the visitor is the developer: the page shows the message, the stack and the file.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { copyProject, installPackages } from "../support/copies.ts";
import { type DevServer, freePort, startDev } from "../support/dev-server.ts";

const QUERY = `
import { createAsync, query } from "@solidjs/router";
import { anyone, runAction, runQuery } from "~/server/functions";

const failing = query(async () => {
  "use server";
  return runQuery("failing", anyone, async (): Promise<string> => {
    throw new Error("fault in a query");
  });
}, "failing");

export default function Query() {
  const text = createAsync(() => failing(), { deferStream: true });
  return <p>{text()}</p>;
}
`;

const ACTION = `
import { action } from "@solidjs/router";
import { anyone, runAction } from "~/server/functions";

const fail = action(async (form: FormData) => {
  "use server";
  return runAction("fail", form, anyone, async () => {
    throw new Error("fault in an action");
  });
}, "fail");

export default function Action() {
  return <form action={fail} method="post"><button type="submit">Fail</button></form>;
}
`;

/** It does not say who may call it. */
const UNGUARDED = `
import { createAsync, query } from "@solidjs/router";

const names = query(async () => {
  "use server";
  return ["Ada", "Grace"];
}, "names");

export default function Unguarded() {
  const list = createAsync(() => names());
  return <p>{list()?.join()}</p>;
}
`;

const ROUTES: Record<string, string> = {
  "half-written.tsx": "export default function HalfWritten() {\n  return <p>Half;\n}\n",
  "component.tsx": `export default function Fault(): never {\n  throw new Error("fault in a component");\n}\n`,
  "query.tsx": QUERY,
  "action.tsx": ACTION,
  "unguarded.tsx": UNGUARDED,
  "api/fault.ts": `export function GET(): never {\n  throw new Error("fault in an API route");\n}\n`,
};

let folder: string;
let origin: string;
let server: DevServer;

test.beforeAll(async () => {
  folder = copyProject("dev-errors");
  installPackages(folder);
  for (const [file, source] of Object.entries(ROUTES)) writeFileSync(join(folder, "src/routes", file), source);
  server = await startDev(folder, { env: { PORT: String(await freePort()) } });
  [origin = ""] = server.origins;
});

test.afterAll(() => server.stop());

const PAGES: [string, RegExp, string][] = [
  ["half-written", /Expected|Unexpected|unterminated/i, "half-written.tsx"],
  ["component", /fault in a component/, "component.tsx"],
  ["query", /fault in a query/, "query.tsx"],
];

for (const [page, message, file] of PAGES)
  test(`/${page}: the page is a 500 that shows the message and the file, with and without JavaScript`, async ({
    browser,
  }) => {
    for (const javaScriptEnabled of [false, true]) {
      const context = await browser.newContext({ javaScriptEnabled });
      const tab = await context.newPage();
      const response = await tab.goto(`${origin}/${page}`, { timeout: 60_000 });
      expect(response?.status()).toBe(500);
      const main = tab.getByRole("main");
      await expect(main.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
      await expect(main).toContainText(message);
      await expect(main).toContainText(`src/routes/${file}`);
      await context.close();
    }
  });

test("a server function that does not say who may call it is refused, and the page says why", async () => {
  const response = await fetch(`${origin}/unguarded`, { headers: { accept: "text/html" } });
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(body).toContain("Line 4: this server function does not say who may call it");
  expect(body).not.toContain("Grace");
});

test("a failing action shows the message and the file on its page", async ({ page }) => {
  await page.goto(`${origin}/action`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("alert")).toContainText("fault in an action");
  await expect(page.getByRole("alert")).toContainText("src/routes/action.tsx");
});

test("a failing API route returns the message and the file", async () => {
  for (const accept of ["text/html", "application/json"]) {
    const response = await fetch(`${origin}/api/fault`, { headers: { accept } });
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(body).toContain("fault in an API route");
    expect(body).toContain("src/routes/api/fault.ts");
  }
});

test("a new page that cannot be parsed shows an error instead of a 404, and works once it is fixed, however it is saved", async () => {
  const ask = async () => {
    const response = await fetch(`${origin}/added`, { headers: { accept: "text/html" } });
    return `${response.status} ${await response.text()}`;
  };
  expect(await ask()).toMatch(/^404 /);
  const write = (source: string) => writeFileSync(join(folder, "src/routes/added.tsx"), source);
  write("export default function Added() {\n  return <h1>Finished;\n}\n");
  await expect.poll(ask, { timeout: 30_000 }).toMatch(/^500 .*src\/routes\/added\.tsx/s);
  write("export default function Added() {\n  return <h1>Finished</h1>;\n}\n");
  await expect.poll(ask, { timeout: 30_000 }).toMatch(/^200 .*Finished/s);
  // As an editor saves that first empties the file. The server reads it in between.
  write("");
  await setTimeout(20);
  write("export default function Added() {\n  return <h1>Saved</h1>;\n}\n");
  await expect.poll(ask, { timeout: 30_000 }).toMatch(/^200 .*Saved/s);
});
