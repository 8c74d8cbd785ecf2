// What a server asks PostgreSQL, and how each statement was run: auto_explain, which comes with PostgreSQL, writes the
// plans to the log, with the rows that each step has read. So they are those of the statements as they were sent, with
// their parameters, prepared or not, and those of cascades.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Settings of a server whose log is read here. */
export const EXPLAIN_SETTINGS = [
  "shared_preload_libraries=auto_explain",
  "logging_collector=on",
  "log_destination=jsonlog",
  "log_filename=plans",
  "log_rotation_size=0",
];

/** Of each connection to a database that is observed. */
const EXPLAIN = {
  log_min_duration: "0",
  log_analyze: "on",
  log_format: "json",
  log_nested_statements: "on",
};

export const explainAllOf = (database: string) =>
  Object.entries(EXPLAIN)
    .map(([name, value]) => `ALTER DATABASE "${database}" SET auto_explain.${name} = ${value}`)
    .join("; ");

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
}

interface Step {
  /** As in "Seq Scan on Session". */
  step: string;
  /** How many rows it has read from a table, or sorted. */
  rows: number;
}

/** The step of a statement that has read most. */
interface Plan extends Step {
  sql: string;
  ms: number;
}

/** @param folder of the server's log */
export function plansIn(folder: string, database: string): Plan[] {
  const log = readdirSync(folder).find((name) => name.endsWith(".json"));
  const lines = log ? readFileSync(join(folder, log), "utf8").trim().split("\n") : [];
  return lines.flatMap((line) => {
    const entry: { dbname?: string; message: string } = JSON.parse(line);
    const [, ms, json] = entry.message.match(/^duration: ([\d.]+) ms {2}plan:\n(.*)$/s) ?? [];
    if (!json || entry.dbname !== database) return [];
    const { "Query Text": sql, Plan: root }: { "Query Text": string; Plan: Node } = JSON.parse(json);
    const most = stepsOf(root).reduce((a, b) => (b.rows > a.rows ? b : a), { step: "", rows: 0 });
    return [{ sql, ms: Number(ms), ...most }];
  });
}

function stepsOf(node: Node): Step[] {
  const { "Node Type": type, "Relation Name": table, "Actual Loops": times, Plans: inner = [] } = node;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const read = table ? (node["Actual Rows"] + removed) * times : 0;
  const taken = inner.reduce((sum, each) => sum + each["Actual Rows"] * each["Actual Loops"], 0);
  return [{ step: table ? `${type} on ${table}` : type, rows: read || taken }, ...inner.flatMap(stepsOf)];
}
