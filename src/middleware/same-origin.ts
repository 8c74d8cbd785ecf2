// Threat: another site sends a request with the visitor's cookies (CSRF). Requests that change data must come from this
// origin.

import { errorPage } from "~/server/http/error-page";
import { isCrossSite } from "~/server/http/same-origin";
import type { Middleware } from "./types";

const CROSS_SITE = {
  title: "This request comes from another site",
  text: "To protect your account, it was not carried out.",
};

export const sameOrigin: Middleware = ({ req }, next) => (isCrossSite(req) ? errorPage(req, 403, CROSS_SITE) : next());
