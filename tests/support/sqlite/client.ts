import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaClient } from "../../../src/server/database/generated/sqlite/client.ts";

export const observedClient = (url: string) =>
  new PrismaClient({ adapter: new PrismaBetterSqlite3({ url }), log: [{ emit: "event", level: "query" }] });
