// template/english.ts, the sample of the project's English.

import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** `npm run english -w template`, as package.json has it. */
const draw = (seed: string) => spawnSync(process.execPath, ["template/english.ts", seed], { encoding: "utf8" }).stdout;

it("a sample has 45 comments, 30 titles and 25 lines of docs, the same for the same seed", () => {
  const drawn = draw("a");
  expect(drawn).toBe(draw("a"));
  expect(drawn).not.toBe(draw("b"));
  expect(drawn.match(/^ {4}\S/gm)).toHaveLength(100);
  for (const heading of [/^Comments \(45 of \d+\)$/m, /^Titles \(30 of \d+\)$/m, /^Docs \(25 of \d+\)$/m])
    expect(drawn).toMatch(heading);
});
