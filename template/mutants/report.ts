// template/mutants.md: what the runs of run.ts have found.

import type { Mutant } from "./list.ts";
import type { Result } from "./results.ts";

interface Entry {
  mutant: Mutant;
  /** The result, undefined for a mutant that has not run. */
  result: Result | undefined;
}

export function report(entries: Entry[]): string {
  const equivalent = entries.filter(({ mutant }) => mutant.equivalent);
  const others = entries.filter(({ mutant }) => !mutant.equivalent);
  const [noticed, survivors] = [true, false].map((is) => others.filter(({ result }) => result?.isNoticed === is));
  const missing = others.filter(({ result }) => !result);
  const seconds = others.reduce((sum, { result }) => sum + (result?.seconds ?? 0), 0);
  const [from, ...later] = [...new Set(others.flatMap(({ result }) => result?.day ?? []))].sort();
  const row = (name: string, isOfRow: (entry: Entry) => boolean) => {
    const counts = [entries, noticed, equivalent, survivors, missing].map((some) => some?.filter(isOfRow).length);
    return `| ${name} | ${counts.join(" | ")} |`;
  };
  return `# Mutants

A mutant is a small change to the code that breaks a promise: a condition dropped, a check negated, an owner left out
of a query. Tests have to notice each one. Those of access, ownership and limits are noticed by \`npm test\` alone,
without \`template\`. [CONTRIBUTING.md](CONTRIBUTING.md) says how to run them.

The last run was ${later.length > 0 ? `from ${from} to ${later.at(-1)}` : `on ${from}`}. Its tests took ${Math.ceil(seconds / 60)} minutes, added up.

| noticed by | mutants | noticed | equivalent | survived | not run |
|---|---|---|---|---|---|
${row("`npm test`", ({ mutant }) => mutant.isOwners)}
${row("the template's tests", ({ mutant }) => !mutant.isOwners)}

${list("Survivors", survivors ?? [])}
${missing.length > 0 ? `${list("Not run", missing)}\n` : ""}${list("Equivalent", equivalent)}`;
}

function list(title: string, entries: Entry[]): string {
  const lines = entries.map(({ mutant: { file, from, to, equivalent } }) => {
    const reason = equivalent ? `: ${equivalent}` : "";
    return `- \`${file}\`: ${code(from)} → ${code(to)}${reason}\n`;
  });
  return `## ${title}\n\n${lines.join("") || "None.\n"}`;
}

function code(text: string): string {
  return text === "" ? "nothing" : `\`\` ${text} \`\``;
}
