// The recipe for a form with lines, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { clientOf, fieldsOf } from "../../../../tests/support/client.ts";
import {
  type App,
  claimed,
  expect,
  insert,
  insertSession,
  rows,
  type SignedInUser,
} from "../../../../tests/support/test.ts";
import { actionAt, inOneTransaction, pressSignedOut, sendAs } from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/protected/quotes";

const line = (page: Page, number: number) => page.getByRole("group", { name: `line ${number}`, exact: true });

async function fill(page: Page, number: number, [what, quantity, unit]: [string, string, string]): Promise<void> {
  await line(page, number).getByLabel("What").fill(what);
  await line(page, number).getByLabel("Quantity").fill(quantity);
  await line(page, number).getByLabel("Price of one").fill(unit);
}

/** The lines of a user's quotes, in the order of the quotes. */
function linesOf(app: App, { id }: SignedInUser): string[] {
  return rows(app, "Quote", "userId", id).flatMap((quote) =>
    rows(app, "QuoteLine", "quoteId", String(quote.id)).map(
      ({ position, what, quantity, unit }) => `${position}: ${what}, ${quantity} × ${unit}`,
    ),
  );
}

test("lines: a user adds and removes lines, and each error stands at its field", async ({ page, app, user }) => {
  await page.goto(PAGE);
  await page.getByLabel("Customer").fill("Ada <b>& Sons</b>");
  await fill(page, 1, ["Engine", "2", "99999,5"]);
  for (const number of [2, 3]) {
    await page.getByRole("button", { name: "Add a line" }).click();
    await fill(page, number, [`Part ${number}`, "1", "free"]);
  }
  await page.getByRole("button", { name: "Save quote" }).click();
  for (const number of [2, 3])
    await expect(line(page, number).getByLabel("Price of one")).toHaveAccessibleDescription(
      "A price is a number such as 12.50.",
    );
  await expect(line(page, 2).getByLabel("Price of one")).toBeFocused();
  await expect(line(page, 1).getByLabel("Price of one")).toHaveAttribute("aria-invalid", "false");
  await page.getByRole("button", { name: "Remove line 2" }).click();
  const last = line(page, 2);
  await expect(last.getByLabel("What")).toHaveValue("Part 3");
  await last.getByLabel("Price of one").fill("0.05");
  await last.getByLabel("Price of one").press("Enter");
  await expect(page.getByRole("listitem")).toHaveText("Ada <b>& Sons</b>: €199,999.05");
  await expect(page.getByRole("group", { name: /^line/ })).toHaveCount(1);
  await expect(line(page, 1).getByLabel("What")).toHaveValue("");
  expect(linesOf(app, user)).toEqual(["0: Engine, 2 × 9999950", "1: Part 3, 1 × 5"]);
  expect(await (await page.request.get("/account/data")).text()).toContain("Part 3");
});

test("lines: typed lines are there after a new sign-in, and a new line is empty", async ({ page, user: _ }) => {
  await page.goto(PAGE);
  await page.getByLabel("Customer").fill("Ada");
  await fill(page, 1, ["Engine", "4", "1"]);
  await page.getByRole("button", { name: "Add a line" }).click();
  await fill(page, 2, ["Wheel", "4", "free"]);
  await pressSignedOut(page, page.getByRole("button", { name: "Save quote" }));
  await expect(line(page, 1).getByLabel("What")).toHaveValue("Engine");
  await page.getByRole("button", { name: "Save quote" }).click();
  await expect(line(page, 2).getByLabel("Price of one")).toBeFocused();
  await page.getByRole("button", { name: "Remove line 2" }).click();
  await page.getByRole("button", { name: "Add a line" }).click();
  await expect(line(page, 2).getByLabel("What")).toHaveValue("");
  await expect(line(page, 2).getByLabel("Price of one")).toHaveAttribute("aria-invalid", "false");
});

test("lines: a form begins with a quote's lines, and an added line stays while the page gets other data", async ({
  page,
  app,
  user,
}) => {
  insert(app, "Quote", { id: `edited-${user.id}`, userId: user.id, customer: "Ada" });
  for (const [position, what] of ["Engine", "Wheel"].entries())
    insert(app, "QuoteLine", {
      quoteId: `edited-${user.id}`,
      position,
      what,
      quantity: 2,
      unit: 150,
    });
  await page.goto("/protected/edited-quote");
  await claimed(page);
  await page.getByRole("button", { name: "Remove line 1" }).click();
  await page.getByRole("button", { name: "Add a line" }).click();
  await fill(page, 2, ["Bell", "1", "3"]);
  await page.getByRole("button", { name: "Another change" }).click();
  await expect(page.getByText("Others: 1")).toBeVisible();
  await expect(line(page, 2).getByLabel("What")).toHaveValue("Bell");
  await page.getByRole("button", { name: "Save quote" }).click();
  await expect(page.getByText("Others: 2")).toBeVisible();
  expect(linesOf(app, user)).toEqual(expect.arrayContaining(["0: Wheel, 2 × 150", "1: Bell, 1 × 300"]));
  await expect(page.getByRole("group", { name: /^line/ })).toHaveCount(2);
  await expect(line(page, 1).getByLabel("What")).toHaveValue("Engine");
  await expect(line(page, 2).getByLabel("Price of one")).toHaveValue("1.50");
});

test("lines: invented numbers, fields and lines are refused", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  insert(app, "Quote", { id: other.id, userId: other.id, customer: "Not yours" });
  const page = await clientOf(app, user).open(PAGE);
  expect(page.body).not.toContain("Not yours");
  const url = await actionAt(app, user, PAGE, "Save quote");
  const send = (fields: Record<string, string>) =>
    sendAs(app, user, url, fields, { origin: app.origin, accept: "text/html" });
  const good = { customer: "Ada", "lines.0.what": "Engine", "lines.0.quantity": "1", "lines.0.unit": "1" };
  const many = Object.fromEntries(
    Array.from({ length: 51 }, (_, number) => [
      [`lines.${number}.what`, "x"],
      [`lines.${number}.quantity`, "1"],
      [`lines.${number}.unit`, "1"],
    ]).flat(),
  );
  const hostile: Record<string, string>[] = [
    ...["-1", "1e9", "0x10"].map((quantity) => ({ ...good, "lines.0.quantity": quantity })),
    ...["-0.01", "99999999999", "NaN"].map((unit) => ({ ...good, "lines.0.unit": unit })),
    { ...good, customer: "x".repeat(101) },
    { customer: "Ada" },
    { customer: "Ada", lines: "x" },
    { customer: "Ada", "lines.999999999.what": "x", "lines.999999999.quantity": "1", "lines.999999999.unit": "1" },
    { customer: "Ada", "lines.length": "5" },
    { ...good, ...many },
    { customer: "Ada", "lines.0.what.x": "Engine", "lines.0.unit": "1" },
    { customer: "Ada", "lines.0.what.constructor": "Engine" },
    { customer: "Ada", [`lines.0.${"what.".repeat(5_000)}`]: "Engine" },
    { "customer.__proto__": "Ada", ...good, customer: "" },
  ];
  for (const fields of hostile) expect((await send(fields)).status, JSON.stringify(fields)).toBeLessThan(500);
  expect(await (await send({ customer: "Ada" })).text()).toContain("A quote has at least one line.");
  expect(await (await send({ customer: "Ada", "lines.0.what": "x" })).text()).toContain("Please write something.");
  // The answer is the page, whatever the numbers are.
  const origin = fieldsOf(page, url.replaceAll("&", "&amp;").replace(/[.?]/g, "\\$&"))["form-origin"] ?? "";
  const linesIn = async (fields: Record<string, string>) => {
    const answer = await send({ ...fields, more: "line", "form-origin": origin });
    return [answer.status, (await answer.text()).match(/name="lines\.\d+\.what"/g)?.length];
  };
  expect(await linesIn({ "lines.998.what": "x" })).toEqual([422, 2]);
  expect(await linesIn({ "lines.999999999.what": "x" })).toEqual([422, 1]);
  expect(await linesIn(many)).toEqual([422, 50]);
  expect(rows(app, "Quote", "userId", user.id)).toEqual([]);

  // An emptied line is not saved.
  const emptied = { "lines.1.what": "", "lines.1.quantity": "", "lines.1.unit": "" };
  await send({ ...good, ...emptied, userId: other.id, "lines.0.quoteId": other.id, "lines.0.position": "7" });
  expect(linesOf(app, user)).toEqual(["0: Engine, 1 × 100"]);
  expect(rows(app, "Quote", "userId", other.id)).toHaveLength(1);
  inOneTransaction(app, () => {
    for (let count = 1; count < 1000; count++)
      insert(app, "Quote", { id: `${user.id}-${count}`, userId: user.id, customer: "x" });
  });
  await send(good);
  expect(rows(app, "Quote", "userId", user.id)).toHaveLength(1000);
});
