// The form of docs/forms.md, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { expect, expectRows, followLink, rows } from "../../../../tests/support/test.ts";
import { pressSignedOut } from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/protected/workshops";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await field(page, label).fill(text);
}

async function expectSum(page: Page, seats: string): Promise<void> {
  await expect(field(page, "Seats")).toHaveValue(seats);
  await expect(page.getByText("The seats cost")).toHaveText(`The seats cost €${49 * Number(seats)}.00.`);
}

/** By the label: what is typed, and what the field says then. */
const WRONG: Record<string, [typed: string, text: string]> = {
  Company: ["", "A company has 1 to 100 characters."],
  Day: ["2020-01-31", "Please choose a day from tomorrow on."],
  Seats: ["0", "A workshop has 1 to 99 seats."],
  Wishes: ["x".repeat(2001), "Please write at most 2,000 characters. You can leave this empty."],
  Place: ["x".repeat(101), "A place has 1 to 100 characters."],
};

const RIGHT = { Company: "Ada & Co", Day: "2099-02-28", Seats: "12", Wishes: "Coffee\n\nTea" };

const SAVED = {
  company: "Ada & Co",
  seats: 12,
  level: "advanced",
  time: "evening",
  wishes: "Coffee\n\nTea",
  place: "",
};

test("docs/forms.md: all errors are said at once, and what is right is saved", async ({ page, app, user: { id } }) => {
  await page.goto(PAGE);
  const send = page.getByRole("button", { name: "Send the request" });
  const typed = Object.entries(WRONG).map(([label, [text]]) => [label, text]);
  await fill(page, Object.fromEntries(typed));
  for (const invented of [field(page, "Level").locator("option").first(), field(page, "In the morning")])
    await invented.evaluate((element: HTMLInputElement | HTMLOptionElement) => (element.value = "none"));
  await send.click();
  for (const [label, [, text]] of Object.entries(WRONG))
    await expect(field(page, label)).toHaveAccessibleDescription(text);
  for (const choice of [field(page, "Level"), page.getByRole("radiogroup", { name: "Time of day" })])
    await expect(choice).toHaveAccessibleDescription("Please choose one of the list.");
  await expect(field(page, "Seats")).toHaveValue("0");
  expect(rows(app, "Workshop", "userId", id)).toEqual([]);

  await fill(page, RIGHT);
  await field(page, "Level").selectOption("For the advanced");
  await field(page, "In the evening").check();
  await expect(field(page, "Place")).toBeVisible();
  await field(page, "It takes place online").check();
  // It is sent all the same, and it is too long.
  await expect(field(page, "Place")).toBeHidden();
  await send.click();
  await expect(page.getByText("Your request was sent.")).toBeVisible();
  await expectRows(app, "Workshop", "userId", id).toEqual([expect.objectContaining(SAVED)]);
  // SQLite has a number for it.
  expect(Boolean(rows(app, "Workshop", "userId", id)[0]?.isRemote)).toBe(true);
  await expect(field(page, "Company")).toHaveValue("");
  await expect(field(page, "Seats")).toHaveValue("10");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("docs/forms.md: the sum is that of the fields, also after a new sign-in", async ({ page, user: _ }) => {
  const send = page.getByRole("button", { name: "Send the request" });
  await page.goto("/protected/notes");
  await followLink(page, PAGE);
  await expectSum(page, "10");
  await field(page, "Seats").fill("12");
  await send.click();
  await expect(field(page, "Company")).toBeFocused();
  await expectSum(page, "12");
  await fill(page, RIGHT);
  await field(page, "It takes place online").check();
  await pressSignedOut(page, send);
  await expectSum(page, "12");
  await send.click();
  await expect(page.getByText("Your request was sent.")).toBeVisible();
  await expectSum(page, "10");
});
