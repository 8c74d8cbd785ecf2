// The hash of stored secrets.

import { createHash } from "node:crypto";

/**
 * (`hash` of node:crypto is missing in some versions of Node. A server has to start in these versions, to say that they
 * are too old.)
 *
 * @returns the hash in hex
 */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
