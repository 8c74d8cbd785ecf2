// Refuses methods that a path does not have, and unknown paths of the API. An API route has the methods that it
// exports. A page has the methods of links and forms.
//
// Upstream: @solidjs/start 2.0.5, server/handler.ts: the page that fits the path is rendered, for any method and also
// for unknown paths of the API.
// Reported: solidjs/solid-start#1041.
// Gain: 405 with Allow, and 404 without a page, as clients of an API expect.
// It can go: when SolidStart answers both so.

import fileRoutes from "solid-start:routes";
import type { H3Event, Middleware } from "nitro/h3";
import type { RequestFacts } from "./middleware.ts";
import { wholeResponse } from "./whole-response.ts";

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const PAGE_METHODS: string[] = ["GET", "HEAD", "POST"];

/** The routes with an API, those with fewer parameters first, as SolidStart prefers them. */
const apiRoutes = fileRoutes
  .filter((route) => API_METHODS.some((method) => route[`$${method}`]))
  .map((route) => ({
    // A folder name in parentheses is not part of the path.
    segments: segmentsOf(route.path.replace(/\([^)/]+\)/g, "")),
    allowed: API_METHODS.filter((method) => route[`$${method}`] || (route.page && PAGE_METHODS.includes(method))),
  }))
  .sort((one, other) => parametersIn(one.segments) - parametersIn(other.segments));

export interface ApiMethodsOptions {
  /** Whether a path, in its segments, belongs to the API, even if it has no route. */
  isApi: (path: string[]) => boolean;
  /** Makes the response. Without a request, the response is for a client of the API. */
  refuse: (request: Request | undefined, status: number, headers?: Record<string, string>) => Response;
}

export function apiMethods(request: () => RequestFacts, { isApi, refuse }: ApiMethodsOptions): Middleware {
  return ({ req, res }, next) => {
    const path = segmentsOf(request().url.pathname);
    const route = apiRoutes.find(({ segments }) => matches(segments, path));
    const allowed = route?.allowed ?? PAGE_METHODS;
    const isForClients = isApi(path);
    if (!allowed.includes(req.method)) {
      if (isForClients && !route) return refuse(undefined, 404);
      return refuse(isForClients ? undefined : req, 405, { allow: allowed.join(", ") });
    }
    return isForClients ? withoutPage(next(), res, () => refuse(undefined, 404)) : next();
  };
}

/** @returns the answer; that of refuse() in place of the page for unknown paths */
async function withoutPage(answer: unknown, res: H3Event["res"], refuse: () => Response): Promise<unknown> {
  const known = await answer;
  return !wholeResponse(known) && res.status === 404 ? refuse() : known;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/**
 * `:name` stands for a segment, `*name` for one or more. SolidStart also compares other segments in this encoding, so a
 * route named `@me` answers only at `/%40me`. It refuses API routes with optional parameters when it starts.
 */
function matches(segments: string[], path: string[]): boolean {
  const isOpen = segments.at(-1)?.startsWith("*") === true;
  if (isOpen ? path.length < segments.length : path.length !== segments.length) return false;
  return segments.every((segment, index) => /^[:*]/.test(segment) || encodeURIComponent(segment) === path[index]);
}

function parametersIn(segments: string[]): number {
  return segments.reduce((sum, segment) => sum + (segment.startsWith("*") ? 100 : segment.startsWith(":") ? 1 : 0), 0);
}
