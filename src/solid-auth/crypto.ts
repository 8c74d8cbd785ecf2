import { hash, randomBytes } from "node:crypto";
import type { ResolvedConfig } from "./resolve";

const SESSION_TOKEN_BYTES = 32;

/** @returns SHA-256 in lower-case hex (64 characters) */
export function sha256(text: string): string {
  return hash("sha256", text);
}

/** @returns a token for the session cookie: as configured, else 256 random bits in hex */
export function newSessionToken(config: ResolvedConfig): string {
  return config.core.session?.generateSessionToken?.() ?? randomHex(SESSION_TOKEN_BYTES);
}

/** @returns random bytes in lower-case hex */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
