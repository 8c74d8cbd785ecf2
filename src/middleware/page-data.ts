// Loads the page data before a page renders, so that it renders in one pass.

import { preparePageData } from "~/server/functions/page-data";
import { requestContext } from "~/server/http/request-context";
import type { Middleware } from "./types";

/** Paths that are not pages. */
const OTHERS = ["/api/", "/_server"];

export const pageData: Middleware = async ({ req }, next) => {
  const context = requestContext();
  const isPage = ["GET", "HEAD"].includes(req.method) && !OTHERS.some((path) => context.url.pathname.startsWith(path));
  // If the data cannot be read, the page requests it itself and shows the error.
  if (isPage) context.pageData = await preparePageData().catch(() => undefined);
  return next();
};
