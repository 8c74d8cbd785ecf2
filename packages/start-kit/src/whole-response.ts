// What a middleware sees of an answer.

import { HTTPResponse } from "nitro/h3";

/**
 * @returns what the next middleware has returned, if it is a whole response; a page's HTML is a text, whose status and
 * headers are the event's
 */
export function wholeResponse(answer: unknown): Response | HTTPResponse | undefined {
  return answer instanceof Response || answer instanceof HTTPResponse ? answer : undefined;
}
