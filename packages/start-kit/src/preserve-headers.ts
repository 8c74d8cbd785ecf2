// Keeps the headers and cookies that middleware has prepared, in every response. A response's own header wins only in
// an error, because an error page has another policy. This middleware comes after the one that prepares headers.
//
// Upstream: h3 2.0.8, response.ts (prepareResponse): the prepared headers of an error response are dropped, and all
// headers of any other response replace them.
// Reported: h3js/h3#1301, h3js/h3#1481 (redirects, repaired).
// Gain: safety. No response lacks a security header, and no cookie is lost.
// It can go: when h3 has an option to keep prepared headers.

import type { H3Event, HTTPResponse, Middleware } from "nitro/h3";
import { wholeResponse } from "./whole-response.ts";

export const preserveHeaders: Middleware = async ({ res }, next) => {
  const answer = await next();
  const response = wholeResponse(answer);
  if (!response) return answer;
  takeOver(res, response);
  return response.body ?? "";
};

/** Moves a response's status and headers to the event, which has the prepared headers. */
function takeOver(res: H3Event["res"], { status, headers }: Response | HTTPResponse): void {
  res.status = status ?? res.status;
  for (const [name, value] of headers)
    if (name !== "set-cookie" && (Number(status) >= 400 || !res.headers.has(name))) res.headers.set(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return;
  cookies.push(...res.headers.getSetCookie());
  res.headers.delete("set-cookie");
  for (const cookie of cookies) res.headers.append("set-cookie", cookie);
}
