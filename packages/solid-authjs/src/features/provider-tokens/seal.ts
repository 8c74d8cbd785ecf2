// The tokens of OAuth providers, in the columns that Auth.js's adapters have for them, so that an application can call
// the providers' APIs later. They are encrypted under a key that is not in the database, so a copy of the database
// gives no access to users' accounts at the provider.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Account } from "@auth/core/types";
import type { TokenColumns } from "../../types.ts";

export interface ProviderTokens {
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  /** The time at which the access token expires. Null if the provider did not say. */
  expiresAt: Date | null;
  /** The scope in the provider's spelling. */
  scope: string | null;
  /** The type in lower case, such as `bearer`. */
  tokenType: string | null;
  /**
   * The provider's name for the login, at an OpenID provider with session management. It is no secret. Null if the
   * provider sends no name.
   */
  sessionState: TokenColumns["session_state"];
}

type AccountKey = Pick<Account, "provider" | "providerAccountId">;
type TokenColumn = "access_token" | "refresh_token" | "id_token";
/** The row and the column of a token. A value can be decrypted only in its own row and column. */
type Place = AccountKey & { column: TokenColumn };

const VERSION = "v1.";
const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Makes these keys different from all other keys derived from the same secrets. It cannot change: stored tokens depend
 * on it.
 */
const KEY_PURPOSE = "solid-auth-starter provider tokens v1";
/** The largest value of an Int column: as a time in seconds, it is in the year 2038. */
const MAX_SECONDS = 2 ** 31 - 1;

/**
 * @param secrets newest first. The newest secret encrypts and every secret decrypts, so a rotation loses nothing
 * @param warn gets each message about a stored token that no secret decrypts, once
 */
export function sealedTokens(secrets: [string, ...string[]], warn: (message: string) => void) {
  const [newestKey, ...olderKeys] = deriveKeys(secrets);
  const warned = new Set<string>();

  function encrypt(token: string, place: Place): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, newestKey, iv, { authTagLength: TAG_BYTES }).setAAD(bindingOf(place));
    const sealed = [iv, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()];
    return VERSION + Buffer.concat(sealed).toString("base64url");
  }

  /** @returns the token; null if the value is empty, altered, from another place, or encrypted with a removed secret */
  function decrypt(sealed: string | null | undefined, place: Place): string | null {
    if (!sealed) return null;
    const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
    // Node ignores characters that are not base64url, so compare with the canonical encoding.
    if (VERSION + bytes.toString("base64url") === sealed)
      for (const key of [newestKey, ...olderKeys]) {
        const token = decryptWith(key, bytes, place);
        if (token !== null) return token;
      }
    const message = `provider tokens: a stored ${place.column} of ${place.provider} opens with no secret. It counts as absent.`;
    if (!warned.has(message)) warn(message);
    warned.add(message);
    return null;
  }

  return {
    /**
     * @param account from the provider, as the `signIn` event gets it
     * @param stored the refresh token in the account's row, if there is one
     * @returns the columns to store
     */
    seal(account: Account, stored?: string | null): TokenColumns {
      const { provider, providerAccountId, scope, token_type, session_state } = account;
      const place = (column: TokenColumn): Place => ({ provider, providerAccountId, column });
      const write = (token: string | null | undefined, column: TokenColumn) =>
        token ? encrypt(token, place(column)) : null;
      // Some providers send a refresh token only the first time. It stays valid, so the application keeps it, encrypted
      // under the newest key.
      const refresh_token = account.refresh_token ?? decrypt(stored, place("refresh_token"));
      return {
        access_token: write(account.access_token, "access_token"),
        refresh_token: write(refresh_token, "refresh_token"),
        id_token: write(account.id_token, "id_token"),
        expires_at: account.expires_at === undefined ? null : Math.min(account.expires_at, MAX_SECONDS),
        scope: scope ?? null,
        token_type: token_type ?? null,
        session_state: session_state ?? null,
      };
    },

    /** @returns the tokens in an account's row; null if none of them can be read */
    open(account: AccountKey & TokenColumns): ProviderTokens | null {
      const { provider, providerAccountId, expires_at, scope, token_type: tokenType } = account;
      const read = (column: TokenColumn) => decrypt(account[column], { provider, providerAccountId, column });
      const [accessToken, refreshToken, idToken] = [read("access_token"), read("refresh_token"), read("id_token")];
      if (!accessToken && !refreshToken && !idToken) return null;
      const expiresAt = expires_at === null ? null : new Date(expires_at * 1000);
      return { accessToken, refreshToken, idToken, expiresAt, scope, tokenType, sessionState: account.session_state };
    },
  };
}

function decryptWith(key: Buffer, bytes: Buffer, place: Place): string | null {
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
