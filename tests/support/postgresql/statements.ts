import type { TestEngine } from "../test-engine.ts";

export const statements: TestEngine["statements"] = {
  columns: `SELECT table_name, column_name, data_type, datetime_precision, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  indexes: `SELECT indexname, tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
  tablesOfUsers: `SELECT t.relname AS "table",
      CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' END AS "onDelete",
      (SELECT 'CASCADE' FROM pg_constraint o WHERE o.conrelid = t.oid AND o.confrelid <> '"User"'::regclass
        AND o.contype = 'f' AND o.confdeltype = 'c' LIMIT 1) AS "ofOther"
    FROM pg_class t LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.confrelid = '"User"'::regclass
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND (k.oid IS NOT NULL
      OR EXISTS (SELECT FROM pg_attribute c WHERE c.attrelid = t.oid AND c.attname = 'userId'))`,
  endTransaction: "SELECT pg_terminate_backend(pg_backend_pid())",
};
