// Threat: strangers who ask a server what only its owner may know. A request is signed with the server's secret and the
// time. Who overhears one, such as the proxy, can repeat it for five minutes, and learns what the proxy knows.

import { createHmac, timingSafeEqual } from "node:crypto";

/** Long enough for a clock that is wrong, so that the doctor can say so. */
const VALID_MS = 5 * 60 * 1000;

export const SIGNATURE_HEADER = "x-doctor";

/** @returns the value of the header */
export function signatureOf(secret: string, time: number): string {
  return `${time}.${createHmac("sha256", secret).update(`doctor:${time}`).digest("hex")}`;
}

/** @param secrets the server's: each may have signed */
export function isSigned(headers: Headers, secrets: string[]): boolean {
  const value = headers.get(SIGNATURE_HEADER) ?? "";
  const time = Number(value.split(".")[0]);
  const isRecent = Math.abs(Date.now() - time) < VALID_MS;
  return isRecent && secrets.some((secret) => isEqual(value, signatureOf(secret, time)));
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
