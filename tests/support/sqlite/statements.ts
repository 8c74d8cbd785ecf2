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
};
