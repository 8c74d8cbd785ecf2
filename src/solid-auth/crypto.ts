import type { ResolvedConfig } from "./resolve";

/** @returns SHA-256 in lower-case hex (64 characters) */
export async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

const SESSION_TOKEN_BYTES = 32;

/** @returns a token for the session cookie: as configured, else 256 random bits in hex */
export function newSessionToken(config: ResolvedConfig): string {
  return config.core.session?.generateSessionToken?.() ?? randomHex(SESSION_TOKEN_BYTES);
}

/** @returns `bytes` random bytes in lower-case hex */
function randomHex(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
