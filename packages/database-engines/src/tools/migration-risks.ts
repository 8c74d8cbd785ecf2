// Finds the data that a migration loses, and the steps that fail on tables with rows. It reads Prisma's SQL for
// PostgreSQL, even if the project does not use PostgreSQL, because each change is a separate statement there. The SQL
// for SQLite makes the same changes, and often rebuilds the whole table.

/** Prisma's name of the engine whose SQL this file reads. */
export const RISKS_PROVIDER = "postgresql";

/** The pattern of a step. `[1]` is the name of the changed thing. */
const DROPPED_TABLE = /^DROP TABLE "([^"]+)"/;
const CREATED_TABLE = /^CREATE TABLE "([^"]+)"/;
const DROPPED_COLUMN = /^DROP COLUMN "([^"]+)"/;
const ADDED_COLUMN = /^ADD COLUMN +"([^"]+)"/;
const REQUIRED_COLUMN = /^ADD COLUMN +"([^"]+)" (?!.*(?:SERIAL|DEFAULT)).*NOT NULL/;
const NEWLY_REQUIRED_COLUMN = /^ALTER COLUMN "([^"]+)" SET NOT NULL/;
const CHANGED_TYPE = /^ALTER COLUMN "([^"]+)" (?:SET DATA )?TYPE/;
const NEW_KEY = /^ADD CONSTRAINT .*(?:PRIMARY|FOREIGN) KEY \(([^)]+)\)/;
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX .* ON "([^"]+)"\(([^)]+)\)/;

/** A change to one table. */
interface Step {
  table: string;
  sql: string;
}

/**
 * @param sql of `migrationBetween` for `RISKS_PROVIDER`
 * @param before the same for the schema before, from an empty one
 * @returns a sentence for each step that loses data, or fails on a table with rows
 */
export function migrationRisks(sql: string, before: string): string[] {
  const statements = sql
    .replace(/^--.*$/gm, "")
    .split(/;$/m)
    .map((statement) => statement.trim());
  const names = (pattern: RegExp) => statements.flatMap((statement) => statement.match(pattern)?.[1] ?? []);
  const created = names(CREATED_TABLE);
  const dropped = names(DROPPED_TABLE).map((table) => {
    const rename = renamed(created, (name) => `"${table}" RENAME TO "${name}"`);
    return `The table "${table}" is dropped, and its rows are lost.${rename}`;
  });
  // The rows keep the rule of a foreign key that only gets another ON DELETE or ON UPDATE.
  const isOld = (step: string) => before.includes(step.replace(/(?<= ON DELETE ).*/, ""));
  const steps = statements.flatMap(stepsOf).filter(({ table, sql }) => !created.includes(table) && !isOld(sql));
  return [...dropped, ...steps.flatMap((step) => riskOf(step, steps) ?? [])];
}

/** An ALTER TABLE has a step on each of its lines. */
function stepsOf(statement: string): Step[] {
  const [, indexed] = statement.match(UNIQUE_INDEX) ?? [];
  if (indexed) return [{ table: indexed, sql: statement }];
  const [, table = "", steps = ""] = statement.match(/^ALTER TABLE "([^"]+)" (.*)/s) ?? [];
  return steps.split(/,\n/).map((sql) => ({ table, sql }));
}

function riskOf({ table, sql }: Step, steps: Step[]): string | undefined {
  const ofTable = steps.filter((step) => step.table === table);
  const added = ofTable.flatMap((step) => step.sql.match(ADDED_COLUMN)?.[1] ?? []);
  const about = (pattern: RegExp) => sql.match(pattern)?.[1];

  const dropped = about(DROPPED_COLUMN);
  if (dropped) {
    const others = added.filter((name) => name !== dropped);
    const rename = renamed(others, (name) => `"${table}" RENAME COLUMN "${dropped}" TO "${name}"`);
    return `${table}: the column "${dropped}" is dropped, and its values are lost.${rename}`;
  }
  const required = about(REQUIRED_COLUMN);
  if (required)
    return (
      `${table}: the new column "${required}" is required, so this fails if there are rows. Make it optional, or give it a @default(…) ` +
      `with a value (uuid(), cuid() and @updatedAt have none in the database).`
    );
  const newlyRequired = about(NEWLY_REQUIRED_COLUMN);
  if (newlyRequired) return `${table}: "${newlyRequired}" becomes required, so this fails if a row has no value in it.`;
  const changed = about(CHANGED_TYPE);
  if (changed) return `${table}: "${changed}" gets another type, which may fail, or change its values.`;

  const isEmpty = (columns: string) => added.some((name) => columns.includes(`"${name}"`));
  const [, , unique] = sql.match(UNIQUE_INDEX) ?? [];
  const key = unique ?? about(NEW_KEY);
  // If the same migration adds a column that is not in the list above, the column has a default or no values.
  if (!key || (isEmpty(key) && !hasDefault(key, ofTable))) return undefined;
  return `${table}: there is a new rule for ${key.replaceAll('"', "")}, so this fails if rows break it.`;
}

function hasDefault(columns: string, steps: Step[]): boolean {
  return steps.some(({ sql }) => columns.includes(`"${sql.match(ADDED_COLUMN)?.[1]}"`) && / DEFAULT /.test(sql));
}

/** For Prisma, a new name is a new table or column. All engines have the same statement to rename. */
function renamed(candidates: string[], statement: (name: string) => string): string {
  const [only, ...others] = candidates;
  if (!only) return "";
  return ` To rename it instead: ALTER TABLE ${statement(others.length > 0 ? "the new name" : only)};`;
}
