// What queries and actions are made with: who may call them, and the wrappers that see to it.

import "server-only";

export { type Access, anyone, freshUser, requireFreshUser, requireUser, type User, user } from "./access";
export { runAction, runQuery } from "./run";
