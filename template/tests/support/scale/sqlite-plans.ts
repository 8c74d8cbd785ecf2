// What a server asks SQLite: its driver tells each statement, with the plan that SQLite has for it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../../../tests/support/temporary.ts";

export interface Plan {
  sql: string;
  /** The steps that look at every row of a table. */
  scans: string[];
}

/** A step can also scan the rows that a query in the statement has found, under the name that it gives them. */
function scansTable(step: string, sql: string): boolean {
  const [, name = ""] = step.match(/^SCAN (\S+)/) ?? [];
  return name !== "" && !new RegExp(`\\) AS .?${name}\\b`).test(sql);
}

/** Runs in the server before anything else. The driver is the one that the build has. */
const IN_SERVER = (output: string) => `
  import { appendFileSync } from "node:fs";
  import { createRequire } from "node:module";
  const { prototype } = createRequire(process.argv[1])("better-sqlite3");
  const { prepare } = prototype;
  const seen = new Set();
  prototype.prepare = function (sql) {
    if (!seen.has(sql) && /^\\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(sql)) {
      seen.add(sql);
      const plan = prepare.call(this, "EXPLAIN QUERY PLAN " + sql);
      const values = Array((sql.match(/[?]/g) ?? []).length).fill(null);
      const steps = plan.all(...values).map(({ detail }) => detail);
      appendFileSync(${JSON.stringify(output)}, JSON.stringify({ sql, steps }) + "\\n");
    }
    return prepare.call(this, sql);
  };
`;

/** @returns `env`, with which a server is observed, and the plans of what it has asked so far */
export function observeSqlite() {
  const folder = temporaryFolder();
  const [script, output] = [join(folder, "observe.mjs"), join(folder, "plans")];
  writeFileSync(script, IN_SERVER(output));
  writeFileSync(output, "");
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(script)}` },
    plans(): Plan[] {
      const lines = readFileSync(output, "utf8").trim().split("\n");
      return lines.map((line) => {
        const { sql, steps }: { sql: string; steps: string[] } = JSON.parse(line);
        return { sql, scans: steps.filter((step) => scansTable(step, sql)) };
      });
    },
  };
}
