// The id of a request, by which an operator finds its log entries. A trusted proxy may choose the id, so that it is the
// same in the proxy's log.

import "server-only";
import { randomUUID } from "node:crypto";
import type { RequestEvent } from "solid-js/web";
import { isFromProxy } from "./client-address";

/**
 * The ids of proxies: nginx sends 32 hexadecimal digits, others a UUID. Any other text could forge a log entry or fill
 * the log.
 */
const PLAIN_ID = /^[\w-]{1,64}$/;

export function requestIdOf(event: RequestEvent): string {
  const given = event.request.headers.get("x-request-id");
  return given && PLAIN_ID.test(given) && isFromProxy(event) ? given : randomUUID();
}
