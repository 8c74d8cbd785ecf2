// Reads what pages show of the request before one is rendered, so that it renders in one pass.

import { preparePageData } from "~/server/functions/page-data";
import { requestContext } from "~/server/http/request-context";
import type { Middleware } from "./types";

/** What is no page. */
const OTHERS = ["/api/", "/_server"];

export const pageData: Middleware = async ({ req }, next) => {
  const context = requestContext();
  const isPage = req.method !== "POST" && !OTHERS.some((path) => context.url.pathname.startsWith(path));
  // Where it cannot be read, the page asks for itself, and shows the error in its place.
  if (isPage) context.pageData = await preparePageData().catch(() => undefined);
  return next();
};
