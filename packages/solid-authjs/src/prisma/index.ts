// Users, accounts, sessions and passkeys in a database with Prisma: the public names of `solid-authjs/prisma`. This
// folder knows only the models of Auth.js and the columns that README.md names.

export { knownBrowsers } from "../features/new-browser/store.ts";
export { storedTokens } from "../features/provider-tokens/store.ts";
export { type EndAccess, emailChangesOf, endPending, isLinkUsed, lockUser } from "./access.ts";
export { type PrismaAdapterOptions, prismaAdapter } from "./adapter.ts";
export { type AuthClient, type AuthTables, isUniqueViolation, TRANSACTION } from "./client.ts";
export { claimEmail, recordVerification } from "./email.ts";
export { confirmEmailChange, EMAIL_TOKEN_LENGTH, requestEmailChange } from "./email-change.ts";
export { emailUndosOf, undoEmailChange } from "./email-undo.ts";
export { type FindSession, findSessionBy, hashToken } from "./find-session.ts";
export { removeUnlessLast } from "./methods.ts";
export { type SecurityEvent, storeSecurityEvent } from "./security-events.ts";
export { oldestOf, sweepExpired } from "./sweep.ts";
