// The form of docs/forms.md, tried in a browser: as it is read by hand, and by a schema. The copy that recipes.spec.ts
// builds has both.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../../../tests/support/accessible.ts";
import { expect, expectRows, rows, signedIn } from "../../../../tests/support/test.ts";
import type { RecipeTest } from "./recipe-test.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await field(page, label).fill(text);
}

/** By the label: what is typed, and what the field says then. */
const WRONG: Record<string, [typed: string, text: string]> = {
  Company: ["", "A company has 1 to 100 characters."],
  "Who will be there for us?": [" ", "A name has 1 to 100 characters."],
  Email: ["", "Please enter an address such as ada@example.com."],
  Phone: ["call me", "A phone number has digits, such as +43 1 234567. You can leave this empty."],
  Day: ["2020-01-31", "Please choose a day from tomorrow on."],
  Seats: ["0", "A workshop has 1 to 99 seats."],
  "Budget in euros": ["1e3", "A budget is a number below 100,000, such as 1200 or 1200.50."],
  Wishes: ["x".repeat(2001), "Please write at most 2,000 characters. You can leave this empty."],
};

const RIGHT = {
  Company: "Ada & Co",
  "Who will be there for us?": "Ada",
  Email: "Ada@example.com",
  Phone: "",
  Day: "2099-02-28",
  Seats: "12",
  "Budget in euros": "1200,5",
  Wishes: "Coffee\n\nTea",
};

const SAVED = {
  company: "Ada & Co",
  contact: "Ada",
  email: "ada@example.com",
  phone: "",
  seats: 12,
  budget: 120_050,
  level: "advanced",
  wishes: "Coffee\n\nTea",
};

export function testFormWithTenFields(test: RecipeTest): void {
  for (const [how, path] of Object.entries({
    "by hand": "/protected/workshops",
    "by a schema": "/protected/workshops-by-schema",
  }))
    for (const javaScriptEnabled of [true, false])
      test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
        test.use({ javaScriptEnabled });

        test(`docs/forms.md: a form checked ${how} says what is wrong with all its fields at once, and saves what is right`, async ({
          page,
          app,
          context,
        }) => {
          const { id } = await signedIn(app, context);
          await page.goto(path);
          if (javaScriptEnabled) await expectAccessible(page, "the form");
          const send = page.getByRole("button", { name: "Send the request" });
          const typed = Object.entries(WRONG).map(([label, [text]]) => [label, text]);
          await fill(page, Object.fromEntries(typed));
          const option = field(page, "Level").locator("option").first();
          await option.evaluate((element: HTMLOptionElement) => (element.value = "none"));
          await send.click();
          for (const [label, [, text]] of Object.entries(WRONG))
            await expect(field(page, label)).toHaveAccessibleDescription(text);
          await expect(field(page, "Level")).toHaveAccessibleDescription("Please choose a level of the list.");
          await expect(field(page, "Budget in euros")).toHaveValue("1e3");
          expect(rows(app, "Workshop", "userId", id)).toEqual([]);

          await fill(page, RIGHT);
          await field(page, "Level").selectOption("For the advanced");
          await field(page, "It takes place online").check();
          await send.click();
          await expect(page.getByText("Your request was sent.")).toBeVisible();
          await expectRows(app, "Workshop", "userId", id).toEqual([expect.objectContaining(SAVED)]);
          // SQLite has a number for it.
          expect(Boolean(rows(app, "Workshop", "userId", id)[0]?.isRemote)).toBe(true);
          await expect(field(page, "Company")).toHaveValue("");
          await expect(field(page, "Seats")).toHaveValue("10");
          await expect(page.getByRole("alert")).toHaveCount(0);
        });
      });
}
