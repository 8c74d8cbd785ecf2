// The recipe for a time in a time zone, tried in a browser. The copy that recipes.spec.ts builds has it, and a page for
// it (recipe-copy.ts).

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../../../tests/support/accessible.ts";
import { expect, withAndWithoutScript } from "../../../../tests/support/test.ts";
import type { RecipeTest } from "./recipe-test.ts";

const VIENNA = "Europe/Vienna";

/** In a zone: a typed time, the moment that is kept, and the time that the field then shows, if it is another one. */
const TIMES: [zone: string, typed: string, moment: string, shown?: string][] = [
  [VIENNA, "2026-03-29T01:59", "2026-03-29T00:59"],
  [VIENNA, "2026-03-29T02:30", "2026-03-29T01:30", "2026-03-29T03:30"],
  [VIENNA, "2026-03-29T03:00", "2026-03-29T01:00"],
  [VIENNA, "2026-10-25T02:30", "2026-10-25T00:30"],
  [VIENNA, "2026-10-25T03:00", "2026-10-25T02:00"],
  ["America/St_Johns", "2026-03-08T02:30", "2026-03-08T06:00", "2026-03-08T03:30"],
  ["America/St_Johns", "2026-11-01T01:30", "2026-11-01T04:00"],
  ["America/St_Johns", "2026-11-01T02:00", "2026-11-01T05:30"],
  ["Asia/Tokyo", "2026-03-29T02:30", "2026-03-28T17:30"],
];

/** In a zone: a moment, and the begin and the end of its day. */
const DAYS: [zone: string, moment: string, begin: string, end: string][] = [
  // Of 23, 25 and 24 hours.
  [VIENNA, "2026-03-29T12:00", "2026-03-28T23:00", "2026-03-29T22:00"],
  [VIENNA, "2026-10-24T22:00", "2026-10-24T22:00", "2026-10-25T23:00"],
  [VIENNA, "2026-10-25T22:59", "2026-10-24T22:00", "2026-10-25T23:00"],
  ["Asia/Tokyo", "2026-03-29T15:00", "2026-03-29T15:00", "2026-03-30T15:00"],
  // The clocks skip midnight.
  ["Africa/Cairo", "2026-04-24T10:00", "2026-04-23T22:00", "2026-04-24T21:00"],
];

const INVENTED = ["", "2026-02-30T10:00", "2026-01-01T24:00", "+275000-01-01T10:00", "2026-01-01T10:00[Asia/Tokyo]"];

const iso = (minute: string) => `${minute}:00.000Z`;
const open = (page: Page, zone: string, moment: string) =>
  page.goto(`/zoned-time?${new URLSearchParams({ zone, moment: iso(moment) })}`);
const begins = (page: Page) => page.getByLabel("Begins");
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();

export function testZonedTimes(test: RecipeTest): void {
  test.describe("in another time zone and language than the page's", () => {
    test.use({ timezoneId: "Pacific/Auckland", locale: "fr-FR" });

    test("zoned-time: a typed time is the zone's, also where the clocks skip or repeat it", async ({ page }) => {
      for (const [zone, typed, moment, shown = typed] of TIMES) {
        await open(page, zone, "2020-01-01T00:00");
        await begins(page).fill(typed);
        await save(page);
        await expect(page.locator("[data-moment]")).toHaveAttribute("data-moment", iso(moment));
        await expect(begins(page)).toHaveValue(shown);
      }
    });

    withAndWithoutScript((javaScriptEnabled) => {
      test("zoned-time: the two hours of one name differ, and an invented time is refused", async ({ page }) => {
        await open(page, VIENNA, "2026-10-25T00:30");
        if (javaScriptEnabled) await expectAccessible(page, "the appointment");
        await expect(page.getByRole("heading")).toHaveText("October 25, 2026 at 2:30 AM GMT+2");
        for (const typed of INVENTED) {
          await begins(page).evaluate((field: HTMLInputElement) => (field.type = "text"));
          await begins(page).fill(typed);
          await save(page);
          await expect(begins(page), typed).toHaveAccessibleDescription("This is no time.");
          await open(page, VIENNA, "2026-10-25T01:30");
        }
        await expect(page.getByRole("heading")).toHaveText("October 25, 2026 at 2:30 AM GMT+1");
        await expect(begins(page)).toHaveValue("2026-10-25T02:30");
      });
    });
  });

  test("zoned-time: a day ends at the zone's next midnight, after 23 or 25 hours", async ({ page }) => {
    for (const [zone, moment, begin, end] of DAYS) {
      await open(page, zone, moment);
      const day = `${iso(begin)} ${iso(end)}`;
      await expect(page.locator("[data-day]"), `${zone} ${moment}`).toHaveAttribute("data-day", day);
    }
  });
}
