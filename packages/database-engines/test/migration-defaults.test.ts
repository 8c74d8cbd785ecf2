// What `npm run db:migration` writes leaves rows that read like new ones: each type of Prisma with each kind of
// default, in new and in changed columns.

import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { isPostgreSqlHere, startPostgreSql } from "../../../tests/support/postgresql/server.ts";
import { migrate } from "../src/migrate";
import { migrationBetween } from "../src/tools";
import { connectTo, headOf, projectOf } from "./support/project";

/** A time without a zone would be read as this one's. */
vi.stubEnv("TZ", "America/New_York");

const DEFAULTS: Record<string, string[]> = {
  String: [`"It's \\"C:\\\\x\\""`, `""`, `"{}"`, `"é\\n;"`],
  Boolean: ["true", "false"],
  Int: ["-5", "0"],
  BigInt: ["9007199254740993"],
  Float: ["1.5", "-20"],
  Decimal: ["12.34"],
  DateTime: [`"2027-01-01T00:00:00Z"`, `"2027-01-01T00:00:00.123+02:00"`],
  Json: [`"{}"`, `"[]"`, `"{\\"it's\\": \\"), (\\"}"`, `"5"`, `"\\"text\\""`],
  Plan: ["TEAM"],
};
const CASES = Object.entries(DEFAULTS).flatMap(([type, all]) =>
  all.map((value, index) => ({
    type,
    value,
    name: `${type.toLowerCase()}${index}`,
    other: all.at(index - 1) ?? value,
  })),
);

type Case = (typeof CASES)[number];

function schemaOf(engine: string, added: (each: Case) => string[], kept: (each: Case) => string[]): string {
  const fields = (lines: (each: Case) => string[]) => CASES.flatMap(lines).join("\n  ");
  return `${headOf(engine)}enum Plan {
  FREE
  TEAM
}
model Added {
  id Int @id
  ${fields(added)}
}
model Changed {
  id Int @id
  ${fields(kept)}
}
`;
}

/** One column for each way in which a default comes or goes. */
const changedBefore = ({ type, value, name, other }: Case) =>
  columns(name, [`A ${type}?`, `B ${type} @default(${other})`, `C ${type}`, `D ${type} @default(${value})`]);
const changedAfter = ({ type, value, name }: Case) =>
  columns(name, [..."ABC"].map((each) => `${each} ${type} @default(${value})`).concat(`D ${type}?`));
const added = ({ type, value, name }: Case) =>
  columns(name, [`A ${type} @default(${value})`, `B ${type}? @default(${value})`, `C ${type}?`]);
const lists = ({ type, value, name }: Case) =>
  columns(name, [`D ${type}[] @default([${value}, ${value}])`, `E ${type}[]`]);
const columns = (name: string, ends: string[]) => ends.map((end) => name + end);

const engines = isPostgreSqlHere() ? (["sqlite", "postgresql"] as const) : (["sqlite"] as const);

it.each(engines)("a row that is there has the defaults of new columns as a new row has, on %s", async (engine) => {
  const before = schemaOf(engine, () => [], changedBefore);
  const ofEngine = (each: Case) => [...added(each), ...(engine === "postgresql" ? lists(each) : [])];
  const after = schemaOf(engine, ofEngine, changedAfter).replace(
    "id Int @id",
    "id Int @id\n  now DateTime @default(now())",
  );

  const first = (await migrationBetween(engine, "", before)) ?? "";
  const second = (await migrationBetween(engine, before, after)) ?? "";
  const project = projectOf(engine, first, after);
  const url = engine === "sqlite" ? `file:${join(project.root, "values.db")}` : (await startPostgreSql()).url;
  const loaded = await project.engines.load(url);
  const row = `INSERT INTO "Added" ("id") VALUES (1);`;
  await migrate(loaded, url, { "/1/x": first, "/2/x": row, "/3/x": second });
  const { prisma, close } = await connectTo(project, url);
  const [{ now, ...old }, fresh] = [await prisma.added.findFirst(), await prisma.added.create({ data: { id: 2 } })];
  await close();
  expect(old).toEqual({ ...fresh, id: 1, now: undefined });
  expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
});
