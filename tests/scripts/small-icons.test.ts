// Icons in pages (scripts/small-icons.ts).

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
