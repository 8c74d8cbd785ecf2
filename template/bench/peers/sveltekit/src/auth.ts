// Auth.js as its documentation shows it for SvelteKit: one configuration, the hook that answers its routes, and the
// session read through `event.locals.auth()`. Prisma's client is this project's, so the schema is the same.

import { PrismaAdapter } from "@auth/prisma-adapter";
import { SvelteKitAuth } from "@auth/sveltekit";
import GitHub from "@auth/sveltekit/providers/github";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaClient } from "../../../../../src/server/database/generated/sqlite/client";

export const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: process.env.DATABASE_URL ?? "" }) });

export const { handle, signIn, signOut } = SvelteKitAuth({
  adapter: PrismaAdapter(prisma),
  providers: [GitHub],
  trustHost: true,
});
