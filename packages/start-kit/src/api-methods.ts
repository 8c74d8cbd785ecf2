// Answers methods that a path does not have, and unknown paths under /api. SolidStart would render a page for both. An
// API route has the methods that it exports, a page those of links and forms. Under /api the answer is JSON.

import "server-only";
import fileRoutes from "solid-start:routes";
import { type Middleware, wholeResponse } from "start-kit/middleware";
import { errorPage } from "~/server/errors/page";
import { requestContext } from "~/server/http/request-context";

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const PAGE_METHODS: string[] = ["GET", "HEAD", "POST"];

/** The routes with an API, those with fewer parameters first, as SolidStart prefers them. */
const apiRoutes = fileRoutes
  .filter((route) => API_METHODS.some((method) => route[`$${method}`]))
  .map((route) => ({
    // A folder's name in parentheses is no part of the path.
    segments: segmentsOf(route.path.replace(/\([^)/]+\)/g, "")),
    allowed: API_METHODS.filter((method) => route[`$${method}`] || (route.page && PAGE_METHODS.includes(method))),
  }))
  .sort((one, other) => parametersIn(one.segments) - parametersIn(other.segments));

export const methods: Middleware = async ({ req, res }, next) => {
  const { pathname } = requestContext().url;
  const path = segmentsOf(pathname);
  const route = apiRoutes.find(({ segments }) => matches(segments, path));
  const allowed = route?.allowed ?? PAGE_METHODS;
  // The auth route is for people as well: browsers get pages.
  const isApi = path[0] === "api" && path[1] !== "auth";
  if (!allowed.includes(req.method)) {
    if (isApi && !route) return errorPage(undefined, 404);
    return errorPage(isApi ? undefined : req, 405, { headers: { allow: allowed.join(", ") } });
  }
  const answer = await next();
  const isPageNotFound = !wholeResponse(answer) && res.status === 404;
  return isApi && isPageNotFound ? errorPage(undefined, 404) : answer;
};

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** `:name` stands for a segment, `*name` for one or more. */
function matches(segments: string[], path: string[]): boolean {
  const isOpen = segments.at(-1)?.startsWith("*") === true;
  if (isOpen ? path.length < segments.length : path.length !== segments.length) return false;
  return segments.every((segment, index) => /^[:*]/.test(segment) || encodeURIComponent(segment) === path[index]);
}

function parametersIn(segments: string[]): number {
  return segments.reduce((sum, segment) => sum + (segment.startsWith("*") ? 100 : segment.startsWith(":") ? 1 : 0), 0);
}
