// The tokens of OAuth providers, for later calls of their APIs: `providerTokens(userId, provider)`. They are stored
// only with `storeProviderTokens` in app.config.ts, and encrypted. The `signIn` event in ./config.ts saves them.

import "server-only";
import { storedTokens } from "solid-authjs/prisma";
import { database } from "~/server/database/client";
import { env } from "~/server/env";
import { log } from "~/server/log";

export const { providerTokens, saveProviderTokens } = storedTokens(database, env().secrets, log.warn);
