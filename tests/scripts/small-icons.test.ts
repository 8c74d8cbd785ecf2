// Icons in pages (scripts/small-icons.ts).

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { smallIcon } from "../../scripts/small-icons.ts";

it("an icon keeps what it draws, and loses its comment, its white space and the attributes of a file", () => {
  const icon = `<!-- a licence
    with > in it -->
    <svg
      class="an-icon"
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      viewBox="0 0 24 24"
    >
      <rect width="20" class="own" x="2" />
      <text>two  words</text>
    </svg>\n`;
  expect(smallIcon(icon)).toBe(
    '<svg viewBox="0 0 24 24"><rect width="20" class="own" x="2"/><text>two words</text></svg>',
  );
});

it("each icon of the pages draws the same as its file", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const icons = sources.flatMap((file) => [...readFileSync(`src/${file}`, "utf8").matchAll(/"~(\/.*?\.svg)\?raw"/g)]);
  expect(icons.length).toBeGreaterThan(10);
  for (const [, path] of icons) {
    const svg = readFileSync(`src${path}`, "utf8");
    const drawn = (text: string) => text.match(/<(?!svg|!|\/)[^>]*?(?= ?\/?>)/g)?.map((tag) => tag.trim());
    expect(drawn(smallIcon(svg)), path).toEqual(drawn(svg));
  }
});
