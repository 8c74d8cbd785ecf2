// Takes what an action returned for the page that loads, before it renders.

import "server-only";
import { readResult } from "../http/action-result";
import type { Middleware } from "../http/middleware";
import { requestContext } from "../http/request-context";

export const actionResult: Middleware = (_event, next) => {
  const context = requestContext();
  if (context.isPage) context.actionResult = readResult();
  return next();
};
