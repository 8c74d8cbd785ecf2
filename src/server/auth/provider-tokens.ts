// The tokens of OAuth providers, for calling their APIs later. They are stored only with `storeProviderTokens` in
// app.config.ts. They are encrypted under a key that is not in the database, so a copy of the database gives no access
// to users' accounts at the provider. The `signIn` event in ./config.ts saves them.

import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { DbNull } from "@prisma/client/runtime/client";
import type { Account } from "solid-auth";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { env } from "../env";
import { log } from "../log";

export interface ProviderTokens {
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  /** When the access token expires. Null if the provider did not say. */
  expiresAt: Date | null;
  /** The scope in the provider's spelling. */
  scope: string | null;
  /** The type in lower case, such as `bearer`. */
  tokenType: string | null;
  /** Names the login at an OpenID provider that has session management. No secret. Null if the provider sends none. */
  sessionState: Prisma.JsonValue;
}

type TokenColumn = "access_token" | "refresh_token" | "id_token";
/** Where a token is stored. A value can only be decrypted in its own place. */
type Place = Pick<Account, "provider" | "providerAccountId"> & { column: TokenColumn };

const VERSION = "v1.";
const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Makes these keys different from all other keys derived from the same secrets. */
const KEY_PURPOSE = "solid-auth-starter provider tokens v1";
/** The largest value of an Int column: as seconds, in the year 2038. */
const MAX_SECONDS = 2 ** 31 - 1;

/** Newest first. The newest encrypts and every one decrypts, so rotating the secret loses nothing. */
const [newestKey, ...olderKeys] = deriveKeys(env().secrets);

/**
 * @param userId the user's id, as `requireUser` gives it
 * @param provider the provider's id, as in the list of sign-in methods
 * @returns the tokens from the last time the user signed in with the provider or connected it; null if none are stored.
 *   If the user has several accounts at the provider, those of the first connected one
 */
export async function providerTokens(userId: string, provider: string): Promise<ProviderTokens | null> {
  const where = { userId, provider, access_token: { not: null } };
  const account = await database.account.findFirst({ where, orderBy: { id: "asc" } });
  if (!account) return null;
  const { providerAccountId } = account;
  const read = (column: TokenColumn) => open(account[column], { provider, providerAccountId, column });
  const [accessToken, refreshToken, idToken] = [read("access_token"), read("refresh_token"), read("id_token")];
  if (!accessToken && !refreshToken && !idToken) return null;
  const expiresAt = account.expires_at === null ? null : new Date(account.expires_at * 1000);
  const { scope, token_type: tokenType, session_state: sessionState } = account;
  return { accessToken, refreshToken, idToken, expiresAt, scope, tokenType, sessionState };
}

/**
 * Replaces the stored tokens with new ones from the provider.
 *
 * @param userId the account's owner
 * @param account from the `signIn` event; only types `oauth` and `oidc` are stored
 */
export async function saveProviderTokens(userId: string, account: Account): Promise<void> {
  const { type, provider, providerAccountId, access_token, id_token, scope, token_type, session_state } = account;
  if (type !== "oauth" && type !== "oidc") return;
  const place = (column: TokenColumn): Place => ({ provider, providerAccountId, column });
  const write = (token: string | null | undefined, column: TokenColumn) => (token ? seal(token, place(column)) : null);

  const where = { userId, provider, providerAccountId };
  const stored = await database.account.findFirst({ where, select: { refresh_token: true } });
  // Some providers send a refresh token the first time only. It stays valid, so it is kept, encrypted under the newest
  // key.
  const refresh_token = account.refresh_token ?? open(stored?.refresh_token, place("refresh_token"));
  await database.account.updateMany({
    where,
    data: {
      access_token: write(access_token, "access_token"),
      refresh_token: write(refresh_token, "refresh_token"),
      id_token: write(id_token, "id_token"),
      expires_at: wholeSeconds(account.expires_at),
      scope: scope ?? null,
      token_type: token_type ?? null,
      session_state: session_state ?? DbNull,
    },
  });
}

function seal(token: string, place: Place): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, newestKey, iv, { authTagLength: TAG_BYTES }).setAAD(bindingOf(place));
  const sealed = [iv, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()];
  return VERSION + Buffer.concat(sealed).toString("base64url");
}

/** @returns the token; null if the value is empty, altered, from another place, or encrypted with a removed secret */
function open(sealed: string | null | undefined, place: Place): string | null {
  if (!sealed) return null;
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
  // Node ignores characters that are not base64url, so compare with the canonical encoding.
  if (VERSION + bytes.toString("base64url") === sealed)
    for (const key of [newestKey, ...olderKeys]) {
      const token = decrypt(bytes, key, place);
      if (token !== null) return token;
    }
  warnOnce(`provider tokens: a stored ${place.column} of ${place.provider} opens with no secret. It counts as absent.`);
  return null;
}

function decrypt(bytes: Buffer, key: Buffer, place: Place): string | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(bindingOf(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/**
 * Additional authenticated data: an attacker who can write to the database cannot move a value to their own account.
 */
function bindingOf({ provider, providerAccountId, column }: Place): Buffer {
  return Buffer.from(JSON.stringify([provider, providerAccountId, column]));
}

function deriveKeys([newest, ...older]: [string, ...string[]]): [Buffer, ...Buffer[]] {
  const derive = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", KEY_PURPOSE, KEY_BYTES));
  return [derive(newest), ...older.map(derive)];
}

/** Providers may send any value. */
function wholeSeconds(seconds: unknown): number | null {
  return typeof seconds === "number" && seconds >= 0 ? Math.min(Math.floor(seconds), MAX_SECONDS) : null;
}

const warned = new Set<string>();

/** Logs each message once, because every request could cause it again. */
function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  log.warn(message);
}
