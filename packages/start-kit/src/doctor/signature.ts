// Threat: strangers who ask a server what only its owner may know, and strangers who answer in its place. A request is
// signed with the server's secret, for one host and one time. The report is encrypted with a key for that signature, so
// that the proxy, or another host that was asked and passes the request on, learns nothing; and what can be opened was
// written by a holder of the secret, as the answer to this request.

import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Long enough for a clock that is wrong, so that the doctor can say so. */
const VALID_MS = 5 * 60 * 1000;

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const SIGNATURE_HEADER = "x-doctor";

/**
 * @param host that is asked, with its port
 * @returns the value of the header
 */
export function signatureOf(secret: string, host: string, time: number): string {
  return `${time} ${host} ${hmac(secret, `doctor:${time}:${host}`).toString("hex")}`;
}

/**
 * @param secrets the server's: each may have signed
 * @param ownHost that of the server, if a setting says so. A request that was signed for another host, and did not
 *   arrive for that one, was passed on by it
 * @returns the secret that has signed the request; undefined if none has
 */
export function signerOf(headers: Headers, secrets: string[], ownHost: string | undefined): string | undefined {
  const value = headers.get(SIGNATURE_HEADER) ?? "";
  const [first, host = ""] = value.split(" ");
  const time = Number(first);
  const hosts = [ownHost, headers.get("host"), headers.get("x-forwarded-host")];
  if (!(Math.abs(Date.now() - time) < VALID_MS) || (ownHost !== undefined && !hosts.includes(host))) return undefined;
  return secrets.find((secret) => isEqual(value, signatureOf(secret, host, time)));
}

/** @param signature of the request that the report answers */
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
