// tests/account/acts.ts has what comes of each act on an account. Its test is the owner's; this one is of the table.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { activityText } from "~/messages/activity";
import { linkMails, securityMailTitles } from "~/messages/mail";
import { refusals } from "~/messages/refusals";
import { ACTS } from "../../../tests/account/acts.ts";

/** The names that the lines of a file give to something. */
const namesIn = (file: string, what: RegExp) =>
  Array.from(readFileSync(file, "utf8").matchAll(what), ([, name]) => name);
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
    namesIn("src/server/http/rate-limit.ts", /^ {2}(\w+): (?:\d+|appConfig\.\w+),$/gm),
    acts.flatMap(({ spends = [] }) => spends),
  ],
  ["notice", namesIn("src/messages/notices.ts", /^ {2}(\w+): (?:good|bad|note)\(/gm), acts.map(({ says }) => says)],
  ["refusal", Object.keys(refusals), acts.map(({ says }) => says)],
])("each %s comes of an act in the table", (_, all, known) => {
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((name) => !known.includes(name as never))).toEqual([]);
});
