// The result of an action, for a page that a browser without JavaScript loads after it, or that was pressed before its
// script ran. `useSubmission` has the result there, too, on the server and in the browser.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts (handleNoJS): the result goes into a cookie with the whole input,
// passwords and codes included, which has no end and which pages on http never get. @solidjs/router 1.0.0, routing.ts
// (createRouterContext): the browser starts without submissions, so the page that shows one cannot take over its HTML.
// Reported: solidjs/solid#3239 (what is in the cookie, mended in Solid 2), solidjs/solid-start#2179 (a long input).
// Gain: safety. No input stays in a cookie, and a refused form says why without JavaScript.
// It can go: when SolidStart keeps the result alone, for one page, and sends it with the page.

/** What an action has returned, as JSON can hold it. */
export interface ActionResult {
  /** The action's `url`. Undefined if the build has no such action: the form was one of an older page. */
  url?: string;
  result: unknown;
}

const COOKIE = "flash=";

/**
 * Takes SolidStart's cookie off a response.
 *
 * @param keep gets what the action has returned, if it has returned a value
 * @returns the response without the cookie
 */
export function takeResult(response: Response, keep: (result: ActionResult) => void): Response {
  const cookies = response.headers.getSetCookie();
  const own = cookies.find((cookie) => cookie.startsWith(COOKIE));
  if (!own) return response;
  const { url, result, error } = JSON.parse(decodeURIComponent(own.slice(COOKIE.length).split(";")[0] ?? ""));
  if (!error) keep({ url: withoutArguments(url), result });
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  for (const cookie of cookies) if (cookie !== own) headers.append("set-cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}

/** An action that is bound to arguments has them in its URL, and the same submissions without them. */
function withoutArguments(url: string): string {
  return url.replace(/&args=.*/s, "");
}
