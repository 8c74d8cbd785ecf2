// docs/mutants.md: the last result of run.ts.

import type { Mutant } from "./list.ts";

interface Result {
  mutants: Mutant[];
  survivors: Mutant[];
  /** The time that the run took. */
  minutes: number;
}

export function report({ mutants, survivors, minutes }: Result): string {
  const equivalent = mutants.filter((mutant) => mutant.equivalent);
  const row = (name: string, isOfRow: (mutant: Mutant) => boolean) => {
    const [all, same, alive] = [mutants, equivalent, survivors].map((some) => some.filter(isOfRow).length);
    return `| ${name} | ${all} | ${Number(all) - Number(same) - Number(alive)} | ${same} | ${alive} |`;
  };
  return `# Mutants

A mutant is a small change to the code that breaks a promise: a condition dropped, a check negated, an owner left out of a query. Tests have
to notice each one. Those of access, ownership and limits are noticed by \`npm test\` alone, without \`tests/template\`.

The last run was on ${new Date().toISOString().slice(0, 10)} and took ${minutes} minutes.

| noticed by | mutants | noticed | equivalent | survived |
|---|---|---|---|---|
${row("`npm test`", ({ isOwners }) => isOwners)}
${row("the template's tests", ({ isOwners }) => !isOwners)}

${list("Survivors", survivors, ({ from, to }) => `${code(from)} → ${code(to)}`)}
${list("Equivalent", equivalent, ({ from, to, equivalent: reason }) => `${code(from)} → ${code(to)}. ${reason}`)}`;
}

function list(title: string, mutants: Mutant[], describe: (mutant: Mutant) => string): string {
  const entries = mutants.map((mutant) => `- \`${mutant.file}\`: ${describe(mutant)}\n`);
  return `## ${title}\n\n${entries.join("") || "None.\n"}`;
}

function code(text: string): string {
  return text === "" ? "nothing" : `\`\` ${text} \`\``;
}
