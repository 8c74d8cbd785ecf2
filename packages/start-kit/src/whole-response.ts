// An answer as a middleware sees it.

import { HTTPResponse } from "nitro/h3";

/**
 * @returns the next middleware's answer, if it is a whole response; a page's HTML is only a text, and the event has its
 *   status and headers
 */
export function wholeResponse(answer: unknown): Response | HTTPResponse | undefined {
  return answer instanceof Response || answer instanceof HTTPResponse ? answer : undefined;
}
