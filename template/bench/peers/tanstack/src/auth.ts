// Better Auth as its documentation shows it for TanStack Start: one configuration on SQLite, the plugin that sets
// cookies, and the handler for its routes (routes/api/auth/$.ts). Its defaults for production are on, with rate limits
// in memory.

import { betterAuth } from "better-auth";
import { tanstackStartCookies } from "better-auth/tanstack-start/solid";
import Database from "better-sqlite3";

export const auth = betterAuth({
  baseURL: process.env.AUTH_URL,
  secret: process.env.AUTH_SECRET,
  database: new Database(process.env.DATABASE_URL?.slice("file:".length)),
  socialProviders: {
    github: { clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET },
  },
  plugins: [tanstackStartCookies()],
});
