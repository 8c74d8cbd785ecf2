// The recipe for a time in a time zone. The copy that recipes.spec.ts builds has its functions, which need no page.

import { join } from "node:path";
import { expect } from "../../../../tests/support/test.ts";
import { test } from "./test.ts";

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

const at = (minute: string) => new Date(`${minute}:00Z`);

async function zonedTimeOf(folder: string) {
  const { importServer } = await import(join(folder, "scripts/import-server.ts"));
  return importServer("src/server/zoned-time.ts");
}

test("zoned-time: a typed time is the zone's, also where the clocks skip or repeat it", async ({ app }) => {
  const { momentOf, wallTime } = await zonedTimeOf(app.folder);
  for (const [zone, typed, moment, shown = typed] of TIMES) {
    const kept = momentOf(typed, zone);
    expect(kept, `${zone} ${typed}`).toEqual(at(moment));
    expect(wallTime(at(moment), zone)).toBe(shown);
  }
});

test("zoned-time: the two hours of one name differ, and an invented time is refused", async ({ app }) => {
  const { momentOf, zonedText } = await zonedTimeOf(app.folder);
  expect(zonedText(at("2026-10-25T00:30"), VIENNA)).toBe("October 25, 2026 at 2:30 AM GMT+2");
  expect(zonedText(at("2026-10-25T01:30"), VIENNA)).toBe("October 25, 2026 at 2:30 AM GMT+1");
  for (const typed of INVENTED) expect(momentOf(typed, VIENNA), typed).toBeUndefined();
});

test("zoned-time: a day ends at the zone's next midnight, after 23 or 25 hours", async ({ app }) => {
  const { dayAt } = await zonedTimeOf(app.folder);
  for (const [zone, moment, begin, end] of DAYS)
    expect(dayAt(at(moment), zone), `${zone} ${moment}`).toEqual({ gte: at(begin), lt: at(end) });
});
