// Threat: strangers ask a server for facts that only its owner may know, or answer in its place. The server's secret
// signs a request, for one host and one time. A key for that signature encrypts the report. So the proxy learns
// nothing, and another host that gets the request and passes it on learns nothing either. If the doctor can open a
// report, a holder of the secret wrote it as the answer to this request.

import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The time is long enough for a wrong clock, so that the doctor can report it. */
const VALID_MS = 5 * 60 * 1000;

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const SIGNATURE_HEADER = "x-doctor";

/**
 * @param host the host that is asked, with its port
 * @returns the value of the header
 */
export function signatureOf(secret: string, host: string, time: number): string {
  return `${time} ${host} ${hmac(secret, `doctor:${time}:${host}`).toString("hex")}`;
}

/**
 * @param secrets the server's secrets: each may have signed
 * @param ownHost the server's host, if a setting names it. If a request was signed for another host, that host may have
 *   passed it on
 * @returns the secret that signed the request; undefined if none did
 */
export function signerOf(headers: Headers, secrets: string[], ownHost: string | undefined): string | undefined {
  const value = headers.get(SIGNATURE_HEADER) ?? "";
  const [first, host = ""] = value.split(" ");
  const time = Number(first);
  const hosts = [ownHost, headers.get("host"), headers.get("x-forwarded-host")];
  if (!(Math.abs(Date.now() - time) < VALID_MS) || (ownHost !== undefined && !hosts.includes(host))) return undefined;
  return secrets.find((secret) => isEqual(value, signatureOf(secret, host, time)));
}

/** @param signature the signature of the request that the report answers */
export function seal(secret: string, signature: string, report: unknown): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, reportKey(secret, signature), nonce, { authTagLength: TAG_BYTES });
  const text = Buffer.concat([cipher.update(JSON.stringify(report)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
}

/** @returns the report; undefined if it was not sealed with this secret, for this request */
export function open(secret: string, signature: string, sealed: string): unknown {
  try {
    const bytes = Buffer.from(sealed, "base64");
    const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
    const decipher = createDecipheriv(CIPHER, reportKey(secret, signature), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
    const text = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

const reportKey = (secret: string, signature: string) => hmac(secret, `doctor report:${signature}`);

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest();

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
