// The list of mutants (tests/template/mutants). run.ts runs them, which takes longer.

import { expect, it } from "vitest";
import { readMutants } from "../mutants/list.ts";

it("each mutant's text is in its file exactly once, can be parsed when replaced, and names tests that exist", () => {
  expect(readMutants().problems).toEqual([]);
});

it("two hundred mutants are listed at least", () => {
  expect(readMutants().mutants.length).toBeGreaterThanOrEqual(200);
});
