// Auth.js as its documentation describes it: one configuration, the handler for its route, and the session read through
// the handler.

import { Auth, type AuthConfig } from "@auth/core";
import GitHub from "@auth/core/providers/github";
import Nodemailer from "@auth/core/providers/nodemailer";
import type { Session } from "@auth/core/types";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaClient } from "../../../../src/server/database/generated/sqlite/client";

export const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: process.env.DATABASE_URL ?? "" }) });

const config: AuthConfig = {
  // The adapter's types expect the client of Prisma 6.
  adapter: PrismaAdapter(prisma as unknown as Parameters<typeof PrismaAdapter>[0]),
  providers: [
    GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET }),
    Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
  ],
  basePath: "/api/auth",
  secret: process.env.AUTH_SECRET,
  trustHost: true,
};

export function handleAuth({ request }: { request: Request }): Promise<Response> {
  return Auth(request, config);
}

export async function getSession(request: Request): Promise<Session | null> {
  const url = new URL("/api/auth/session", request.url);
  const response = await Auth(new Request(url, { headers: { cookie: request.headers.get("cookie") ?? "" } }), config);
  const session: Session | null = await response.json();
  if (!response.ok) throw new Error("The session could not be read.");
  return session;
}
