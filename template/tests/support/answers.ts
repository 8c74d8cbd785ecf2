// A few sets of answers to `npm run setup` in which each pair of two answers occurs.

import type { Answers } from "../../../scripts/setup/answers.mjs";

type Row = [email: boolean, passkey: boolean, github: boolean, database: string, demo: boolean, color: boolean];

const ROWS: Row[] = [
  [true, true, true, "both", true, false],
  [true, false, false, "both", false, true],
  [false, true, true, "sqlite", false, false],
  [true, false, true, "sqlite", true, true],
  [true, true, false, "postgresql", true, true],
  [false, false, true, "postgresql", false, false],
  [false, true, true, "both", true, true],
  [true, true, false, "sqlite", false, false],
];

export const ANSWERS: Answers[] = ROWS.map(([email, passkey, github, database, demo, color]) => ({
  name: "Smith & Sons",
  color: color ? "#be185d" : undefined,
  methods: Object.entries({ email, passkey, github }).flatMap(([id, stays]) => (stays ? id : [])),
  database,
  demo,
}));

/** @returns the answers as a title */
export function titleOf({ methods, database, demo, color }: Answers): string {
  return `${methods.join(", ")}; ${database}; ${demo ? "the" : "no"} demo pages; ${color ? "another" : "the same"} colour`;
}
