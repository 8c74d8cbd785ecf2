// `npm run licences -w template` writes third-party.md: the licences of the packages that an application runs with,
// from the lockfile. A test holds the page to it (tests/project/supply-chain.test.ts).

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/steps.ts";
import { isCommand } from "./command.ts";

interface Locked {
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

/** @solidjs/start: its package has the text of the MIT licence, and names none. */
export const UNNAMED = "named by no package.json";

export const PAGE = join(import.meta.dirname, "third-party.md");

/** @returns the packages that are no tools of development, by their licence */
export function packagesByLicence(): Map<string, string[]> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const byLicence = new Map<string, Set<string>>();
  for (const [path, { license = UNNAMED, link, dev, devOptional }] of Object.entries<Locked>(packages)) {
    const [, name] = path.match(/^.*node_modules\/(.+)$/) ?? [];
    if (!name || link || dev || devOptional) continue;
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(name));
  }
  return new Map([...byLicence].sort().map(([licence, names]) => [licence, [...names].sort()]));
}

/** The text of the page. */
export function thirdPartyPage(): string {
  const rows = [...packagesByLicence()].map(
    ([licence, names]) => `| ${licence} | ${names.length} | ${names.join(", ")} |`,
  );
  return `# Licences of other packages

What an application runs with, beside its own code: the packages of \`package-lock.json\` that are no tools of development, those of other systems
included. \`.output\` has parts of them. \`npm run licences -w template\` writes this page.

| licence | packages | |
| --- | --- | --- |
${rows.join("\n")}
`;
}

if (isCommand(import.meta)) writeFileSync(PAGE, thirdPartyPage());
