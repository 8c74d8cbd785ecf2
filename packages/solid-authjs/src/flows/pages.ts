// Addresses that a visitor types, bookmarks or is sent to, and that core treats as mistakes in the configuration.

import type { StartFlow } from "../context.ts";
import { withQuery } from "../responses.ts";

export const pages: StartFlow = ({ config, request }) => {
  if (request.method !== "GET") return undefined;
  const errorPage = config.core.pages?.error;
  return {
    before() {
      if (request.action === "signin" && request.provider) request.url.pathname = `${config.basePath}/signin`;
      if (request.action !== "error" || !errorPage) return undefined;
      // Core adds the error to the page's URL unescaped, or "undefined" without an error, and loses the code.
      const [error, code] = ["error", "code"].map((name) => request.url.searchParams.get(name));
      return Response.redirect(withQuery(new URL(errorPage, request.url.origin), { error, code }));
    },
  };
};
