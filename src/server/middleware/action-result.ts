// Takes what an action returned for the page that loads, before it renders.

import "server-only";
import { readResult } from "../http/action-result";
import { clientKind } from "../http/client-kind";
import type { Middleware } from "../http/middleware";
import { requestContext } from "../http/request-context";

export const actionResult: Middleware = ({ req }, next) => {
  const context = requestContext();
  // A picture has a path like a page's, and is no page to show the result.
  if (context.isPage && clientKind(req) === "page") context.actionResult = readResult();
  return next();
};
