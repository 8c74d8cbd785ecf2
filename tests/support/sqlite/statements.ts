import type { TestEngine } from "../test-engine.ts";

export const statements: TestEngine["statements"] = {
  columns: `SELECT t."name" AS "table", c."name", c."type", c."notnull", c."dflt_value"
    FROM "sqlite_master" t, pragma_table_info(t."name") c WHERE t."type" = 'table' ORDER BY 1, 2`,
  indexes: `SELECT "name", "tbl_name", "sql" FROM "sqlite_master" WHERE "type" = 'index' ORDER BY 1`,
  tablesOfUsers: `SELECT t."name" AS "table", k."on_delete" AS "onDelete", (SELECT o."on_delete"
      FROM pragma_foreign_key_list(t."name") o WHERE o."table" <> 'User' AND o."on_delete" = 'CASCADE' LIMIT 1) AS "ofOther"
    FROM "sqlite_master" t LEFT JOIN pragma_foreign_key_list(t."name") k ON k."table" = 'User'
    WHERE t."type" = 'table' AND (k."id" IS NOT NULL
      OR EXISTS (SELECT 1 FROM pragma_table_info(t."name") c WHERE c."name" = 'userId'))`,
  endTransaction: `INSERT OR ROLLBACK INTO "_prisma_migrations" ("id") VALUES (NULL)`,
  beforeNewAddress: (condition, statement) => ({
    create: `CREATE TRIGGER "BeforeNewAddress" BEFORE UPDATE OF "email" ON "User" WHEN ${condition} BEGIN ${statement} END`,
    drop: `DROP TRIGGER "BeforeNewAddress"`,
  }),
  // Prisma's own migrations rebuild the table, and copy its rows.
  async withColumn(connection, table, column) {
    const rows = await connection.query(
      `SELECT "sql" FROM "sqlite_master" WHERE "tbl_name" = ? AND "sql" IS NOT NULL`,
      [table],
    );
    const columns = await connection.query(`SELECT "name" FROM pragma_table_info(?)`, [table]);
    const [create = "", ...indexes] = rows.map(({ sql }) => String(sql));
    const names = columns.map(({ name }) => `"${name}"`);
    const rebuilt = names.map((before) => {
      const sql = create
        .replace(`"${table}"`, `"new"`)
        // A column that a migration has added has no line of its own.
        .replace(new RegExp(`(?<=^ +|, )${before} `, "m"), (start) => `${column}, ${start}`);
      return `${sql}; INSERT INTO "new" (${names}) SELECT ${names} FROM "${table}"; DROP TABLE "${table}";
        ALTER TABLE "new" RENAME TO "${table}"; ${indexes.join(";")};`;
    });
    const undo = `ALTER TABLE "${table}" DROP COLUMN "added"`;
    return [...rebuilt, `ALTER TABLE "${table}" ADD COLUMN ${column}`].flatMap((sql) => [sql, undo]);
  },
};
