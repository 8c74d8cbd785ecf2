// Handles a provider that answers with a form (`response_mode=form_post`). The form comes from the provider's site, so
// the browser does not send our SameSite=Lax cookies: PKCE, the callback URL and "Connect" are lost. Browsers send
// SameSite=None cookies with it, but these allow CSRF. Instead, the POST is redirected to a GET with the same answer,
// and the browser sends Lax cookies with it.

import type { StartFlow } from "../../context.ts";

export const formPost: StartFlow = (context) => {
  const { request } = context;
  return {
    before() {
      const { searchParams } = request.url;
      if (request.method === "GET") {
        // If the provider is set to form_post, core reads only the body.
        request.method = "POST";
        request.body = Object.fromEntries(searchParams);
        return undefined;
      }
      for (const [name, value] of Object.entries(request.body))
        if (typeof value === "string") searchParams.set(name, value);
      return Response.redirect(request.url);
    },
  };
};
