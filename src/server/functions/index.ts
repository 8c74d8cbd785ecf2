// The access rules for queries and actions, and the wrappers that enforce them.

import "server-only";

export { type Access, anyone, freshUser, requireFreshUser, requireUser, type User, user } from "./access";
export { runAction, runQuery } from "./run";
