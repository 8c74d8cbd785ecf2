// What users, accounts, sessions and passkeys are in a database with Prisma: the public names of `solid-auth/prisma`.
// It knows the models of Auth.js and the columns that README.md names, and no other of an application.

export { hashToken, type PrismaAdapterOptions, prismaAdapter, verifyEmail } from "./adapter.ts";
export type { AuthClient, AuthTables } from "./client.ts";
export { type FindSession, findSessionBy } from "./session.ts";
