import { PrismaPg } from "@prisma/adapter-pg";
import type { PrismaClient as AnyPrismaClient } from "../../../src/server/database/generated/client.ts";
import { PrismaClient } from "../../../src/server/database/generated/postgresql/client.ts";

/** The generated clients differ only in the names of their types. */
export const observedClient = (connectionString: string) =>
  new PrismaClient({
    adapter: new PrismaPg({ connectionString }),
    log: [{ emit: "event", level: "query" }],
  }) as unknown as AnyPrismaClient<"query">;
