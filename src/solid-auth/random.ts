// Random text from bytes that are drawn in advance: asking the system for few at a time takes twenty times as long.

import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let used = pool.length;

/** @returns that many random bytes as text. No other call gets them */
export function randomText(bytes: number, encoding: "hex" | "base64"): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += bytes;
  return pool.toString(encoding, start, used);
}
