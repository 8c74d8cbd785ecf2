// docs/browsers.md, beside MDN's compatibility data.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OLDEST, sinceOf } from "../support/browser-objects.ts";

const page = readFileSync(`${import.meta.dirname}/../../../docs/browsers.md`, "utf8");

/** @returns the versions in a line of the page's table */
function versionsIn(start: string): Record<string, number> {
  const line = page.split("\n").find((each) => each.startsWith(`| ${start}`)) ?? "";
  const [chrome, firefox, safari] = line.split("|").slice(2, 5).map(Number);
  return { chrome: chrome ?? 0, firefox: firefox ?? 0, safari: safari ?? 0 };
}

/** The versions that have an object and read the build's syntax. */
function supported(name: string): Record<string, number> {
  const since = sinceOf(name);
  return Object.fromEntries(
    Object.entries(OLDEST).map(([browser, version]) => [
      browser,
      Math.max(version, since[browser as keyof typeof since]),
    ]),
  );
}

it("the page about browsers has the versions of Vite's default target", () => {
  expect(versionsIn("pages with their script")).toEqual(OLDEST);
});

it.each([
  ["passkeys offered in the autofill", "PublicKeyCredential.isConditionalMediationAvailable"],
  ["the user menu opens", "hidePopover"],
])("the page about browsers says since when they have %s", (line, name) => {
  expect(versionsIn(line)).toEqual(supported(name));
});
