// Requests that the server makes to its own auth handler while it answers a visitor's.

import { skipCSRFCheck } from "@auth/core";
import { getRequestEvent } from "solid-js/web";
import { cookieHeader, type SetCookie } from "../cookies";
import { handleRequest } from "../handler";
import { canonicalUrl } from "../request";
import { type ResolvedConfig, resolveConfig } from "../resolve";
import type { SolidAuthConfig } from "../types";

/**
 * Calls the handler with the visitor's cookies: by GET, or by POST if there is a body. A POST has the visitor's user agent as well, and
 * nothing else of the visitor's request.
 *
 * @param path below the base path
 */
export function askHandler(request: Request, config: ResolvedConfig, path: string, body?: Record<string, unknown>) {
  const url = `${canonicalUrl(request, config).origin}${config.basePath}/${path}`;
  const headers = new Headers({ cookie: cookieHeader(request) });
  if (!body) return handleRequest(new Request(url, { headers }), config);
  headers.set("content-type", "application/json");
  const userAgent = request.headers.get("user-agent");
  if (userAgent) headers.set("user-agent", userAgent);
  const inner = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  // A form action has no CSRF token of ours. Browsers can call the action, but not this function.
  return handleRequest(inner, { ...config, core: { ...config.core, skipCSRFCheck } });
}

/** Calls the handler by GET. @throws {Error} if it answers with an error */
export async function readFromHandler(request: Request, config: ResolvedConfig, path: string) {
  const result = await askHandler(request, config, path);
  if (result.response.ok) return result;
  const cause = result.exchange?.reported.thrown;
  throw new Error(`The auth handler answered ${result.response.status} to "${path}".`, { cause });
}

/** Adds cookies to the response that SolidStart is building. */
export function sendCookies(lines: SetCookie[]): void {
  const event = getRequestEvent();
  for (const line of lines) event?.response.headers.append("set-cookie", line);
}

/** Makes a reader read once for each request and configuration, for any number of callers. */
export function perRequest<T>(read: (request: Request, config: ResolvedConfig) => Promise<T>) {
  const memory = new WeakMap<Request, WeakMap<ResolvedConfig, Promise<T>>>();
  return {
    read(request: Request, options: SolidAuthConfig): Promise<T> {
      const config = resolveConfig(options);
      const ofRequest = memory.get(request) ?? new WeakMap<ResolvedConfig, Promise<T>>();
      const pending = ofRequest.get(config) ?? read(request, config);
      memory.set(request, ofRequest.set(config, pending));
      return pending;
    },
    forget: (request: Request) => memory.delete(request),
  };
}
