// The nonces of the Content-Security-Policy: one for each response.

import "server-only";
import { randomFillSync } from "node:crypto";

const NONCE_BYTES = 16;
const NONCES_AT_ONCE = 256;

/** Random bytes for the next nonces. Asking for few at a time takes twenty times as long. */
const bytes = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE);
let used = bytes.length;

/** @returns 128 random bits in base64, which are never returned again */
export function newNonce(): string {
  if (used === bytes.length) {
    randomFillSync(bytes);
    used = 0;
  }
  const start = used;
  used += NONCE_BYTES;
  return bytes.toString("base64", start, used);
}
