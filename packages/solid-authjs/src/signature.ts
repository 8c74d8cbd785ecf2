// Short texts in cookies, which prove that this application has set them. Each has an end and a signature. The
// signature covers the end and the subject. A sealed value is five times as long.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { ResolvedConfig } from "./resolved-config.ts";

/**
 * @param maxAge in seconds
 * @param about the signed subject. It begins with its purpose, because the signature counts for nothing else
 */
export function sign({ secrets }: ResolvedConfig, maxAge: number, ...about: string[]): string {
  const end = (Math.ceil(Date.now() / 1000) + maxAge).toString(36);
  return `${end}.${signature(secrets[0], end, about)}`;
}

/** Whether a text is a valid signature of this subject, with any of the secrets, and has not ended. */
export function isSigned({ secrets }: ResolvedConfig, text: string, ...about: string[]): boolean {
  const [end = "", signed = ""] = text.split(".");
  if (!(Number.parseInt(end, 36) * 1000 > Date.now())) return false;
  return secrets.some((secret) => isSame(signed, signature(secret, end, about)));
}

function signature(secret: string, end: string, about: string[]): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([...about, end]))
    .digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
