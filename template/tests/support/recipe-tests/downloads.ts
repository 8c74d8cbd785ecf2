// The recipe for a download, tried in a browser. The copy that recipes.spec.ts builds has it.

import { join } from "node:path";
import { clientOf } from "../../../../tests/support/client.ts";
import { expect, insertSession, signedIn } from "../../../../tests/support/test.ts";
import { htmlOf } from "./forms.ts";
import { insertNotes } from "./notes.ts";
import { test } from "./test.ts";

/** What is typed, by the cell that a spreadsheet gets of it. */
const CELLS: Record<string, string> = {
  '\'=HYPERLINK(""https://evil.example"",""Näher"")': '=HYPERLINK("https://evil.example","Näher")',
  "'+1": "+1",
  "'-1": "-1",
  "'@SUM(A1)": "@SUM(A1)",
  "'\t=1": "\t=1",
  "'\r=1": "\r=1",
  "'＝1+1": "＝1+1",
  "'﹦1": "﹦1",
  "'\u200C=1": "\u200C=1",
  "'\u00A0 \u2060\uFEFF\u3164\u180B-1": "\u00A0 \u2060\uFEFF\u3164\u180B-1",
  "'\nat": "\nat",
  'a"",""b\r\nc': 'a","b\r\nc',
  "1 = 1": "1 = 1",
};

test("download: the CSV has the user's notes alone, and no cell of it is a formula", async ({ app }) => {
  const user = await insertSession(app);
  insertNotes(app, await insertSession(app), ["Not yours"]);
  const many = Array.from({ length: 250 }, (_, index) => `Note ${index + 1}`);
  insertNotes(app, user, [...many, ...Object.values(CELLS)]);
  expect(await htmlOf(app, user, "/protected/notes")).toContain('<a href="/protected/notes-csv" download>');
  // Its beginning says how it is encoded, which a body that is read as text lacks.
  const headers = { cookie: `authjs.session-token=${user.sessionToken}` };
  const answer = await fetch(`${app.origin}/protected/notes-csv`, { headers });
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  expect(text.startsWith('\uFEFF"Note","Added"\r\n"')).toBe(true);
  expect(text.endsWith('Z"\r\n')).toBe(true);
  expect(text).not.toContain("Not yours");
  const cells = Array.from(text.matchAll(/^"((?:[^"]|"")*)","(20[^"]*Z)"\r\n/gm), ([, cell = ""]) => cell);
  expect(cells.sort()).toEqual([...many, ...Object.keys(CELLS)].sort());
  const { importServer } = await import(join(app.folder, "scripts/import-server.ts"));
  const { csvRow } = await importServer("src/server/csv.ts");
  expect(csvRow("-12.5", -12.5)).toBe(`"'-12.5","-12.5"\r\n`);
  // PostgreSQL would not store it.
  expect(csvRow("\0@SUM(A1)")).toBe(`"'\0@SUM(A1)"\r\n`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="notes.csv"',
    "content-type": "text/csv; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  expect((await clientOf(app).get("/protected/notes-csv")).status).toBe(302);
});

test("download: paper has the notes alone, and the browser makes a PDF of them", async ({ page, app, context }) => {
  insertNotes(app, await signedIn(app, context), ["<b>Buy</b> bread", "Call Ada"]);
  await page.goto("/protected/notes-print");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your notes");
  await expect(page.getByRole("listitem")).toHaveText(["Call Ada", "<b>Buy</b> bread"]);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("listitem")).toHaveCount(2);
  for (const hidden of [page.locator("header"), page.locator(".button", { hasText: "Print" })])
    await expect(hidden).toHaveCSS("display", "none");
  await expect(page.locator("body")).toHaveCSS("color-scheme", "light");
  expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
});
