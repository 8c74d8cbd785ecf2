import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../../../../src/server/database/generated/postgresql/client";

export const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });
