// tests/account/acts.ts has what comes of each act on an account. Its test is the owner's; this one is of the table.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { activityText } from "~/messages/activity";
import { linkMails, securityMailTitles } from "~/messages/mail";
import { ACTS } from "../../../tests/account/acts.ts";

const source = readFileSync("src/server/http/rate-limit.ts", "utf8");
const acts = Object.values(ACTS);

it.each([
  ["event of the account page", Object.keys(activityText.events), acts.map(({ event }) => event)],
  [
    "mail",
    [...Object.keys(linkMails), ...Object.keys(securityMailTitles)].filter((name) => name !== "security"),
    acts.flatMap(({ own = [], others = [] }) => [...own, ...others]),
  ],
  [
    "rate limit",
    Array.from(source.matchAll(/^ {2}(\w+): (?:\d+|appConfig\.\w+),$/gm), ([, name]) => name),
    acts.flatMap(({ spends = [] }) => spends),
  ],
])("each %s comes of an act in the table", (_, all, known) => {
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((name) => !known.includes(name as never))).toEqual([]);
});
