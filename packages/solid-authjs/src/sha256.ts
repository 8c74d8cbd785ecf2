// The hash under which secrets are stored.

import { createHash } from "node:crypto";

/**
 * (`hash` of node:crypto is missing in versions of Node that a server has to start in, to say that they are too old.)
 *
 * @returns it in hex
 */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
