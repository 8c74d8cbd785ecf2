// Better Auth as its documentation shows it for SvelteKit: one configuration on SQLite, the plugin that sets cookies,
// and the hook that answers its routes (hooks.server.ts). Its defaults for production are on, with rate limits in
// memory.

import { betterAuth } from "better-auth";
import { sveltekitCookies } from "better-auth/svelte-kit";
import Database from "better-sqlite3";
import { getRequestEvent } from "$app/server";

export const auth = betterAuth({
  baseURL: process.env.AUTH_URL,
  secret: process.env.AUTH_SECRET,
  database: new Database(process.env.DATABASE_URL?.slice("file:".length)),
  socialProviders: {
    github: { clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET },
  },
  plugins: [sveltekitCookies(getRequestEvent)],
});
