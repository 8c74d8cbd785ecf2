// The list of mutants (template/mutants) fits the files. The run of them takes longer (template/CONTRIBUTING.md).

import { expect, it } from "vitest";
import { readMutants } from "../../mutants/list.ts";

it("each mutant's text is in its file exactly once, can be parsed when replaced, and names tests that exist", () => {
  expect(readMutants().problems).toEqual([]);
});
