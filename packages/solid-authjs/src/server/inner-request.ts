// Requests that the server sends to its own auth handler while it answers a visitor.

import { skipCSRFCheck } from "@auth/core";
import { changeCookies, changeSetCookies, cookieHeader, isExpired, isSessionCookie, nameInLine } from "../cookies.ts";
import { handleRequest } from "../handle-request.ts";
import { canonicalOrigin, cookiesOf } from "../request.ts";
import type { ResolvedConfig } from "../resolved-config.ts";

/**
 * Calls the handler with the visitor's cookies: by GET, or by POST if there is a body. A POST also has the visitor's
 * user agent, and nothing else of the visitor's request.
 *
 * @param path below the base path
 */
export function askHandler(request: Request, config: ResolvedConfig, path: string, body?: Record<string, unknown>) {
  const url = `${canonicalOrigin(request, config)}${config.basePath}/${path}`;
  const headers = new Headers({ cookie: cookieHeader(request) });
  if (!body) return handleRequest(new Request(url, { headers }), config);
  headers.set("content-type", "application/json");
  const userAgent = request.headers.get("user-agent");
  if (userAgent) headers.set("user-agent", userAgent);
  const inner = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  // A form action does not have the layer's CSRF token. Browsers can call the action, but not this function.
  return handleRequest(inner, { ...config, core: { ...config.core, skipCSRFCheck } });
}

/** Adds cookies to the response that the framework is building. Later readers of the same request see them. */
export function sendCookies(request: Request, config: ResolvedConfig, lines: string[]): void {
  if (lines.length === 0) return;
  if (!config.core.getRequestEvent)
    throw new Error("Cookies cannot be sent: set `getRequestEvent` in the configuration.");
  replaceSession(request, config, lines);
  changeCookies(request, lines);
  for (const line of lines) headersOfAnswer(request, config)?.append("set-cookie", line);
}

/**
 * @returns the headers of the response that the framework is building for this request. If the framework knows no
 *   event, Solid's own function may return another visitor's event
 */
export function headersOfAnswer(request: Request, config: ResolvedConfig): Headers | undefined {
  const event = config.core.getRequestEvent?.();
  return event?.request === request ? event.response?.headers : undefined;
}

/**
 * Lets later readers of the same request see the session that its answer sets or ends. It also removes the lines of
 * earlier readers about another session: the browser keeps the last line, which may be the older one.
 *
 * @param lines the answer's `Set-Cookie` lines
 * @returns whether they are about the session
 */
export function replaceSession(request: Request, config: ResolvedConfig, lines: string[]): boolean {
  if (lines.length === 0) return false;
  const { names } = cookiesOf(request, config);
  const isOfSession = (line: string) => isSessionCookie(nameInLine(line), names.session);
  const own = lines.filter(isOfSession);
  if (own.length === 0) return false;
  const replaced = own.map(nameInLine);
  // If the new session has fewer cookies than the browser, the answer removes the remaining cookies. These lines stay.
  const stays = (line: string) => !isOfSession(line) || (isExpired(line) && !replaced.includes(nameInLine(line)));
  const headers = headersOfAnswer(request, config);
  if (headers) changeSetCookies(headers, (line) => (stays(line) ? line : undefined));
  changeCookies(request, own);
  return true;
}
