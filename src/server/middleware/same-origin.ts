// Threat: another site sends a request with the visitor's cookies (CSRF).

import "server-only";
import { lastResortText } from "~/messages/errors";
import { isOAuth } from "~/server/auth/sign-in-method";
import { isNavigation } from "~/server/http/client-kind";
import { errorResponse } from "~/server/http/error-page";
import { redirectTo } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";

export const origins = {
  // The auth route counts requests, so embedded images on another site could use up the visitors' rate limits.
  refusesEmbeds: () => requestContext().authRoute !== null,
  refusesLinks: isCountedPath,
  isExpected: (request: Request) => isProviderCallback(request) || isDeviceProof(),
  refuse: (request: Request) =>
    isEnteredAgain(request) ? redirectTo("/") : errorResponse(request, 403, lastResortText.crossSite),
};

/**
 * A visitor without JavaScript opens the address of a page that was the answer to a form, or goes on from that page.
 */
function isEnteredAgain({ method, headers }: Request): boolean {
  return method === "GET" && ["none", "same-origin"].includes(headers.get("sec-fetch-site") ?? "");
}

/**
 * Paths of the auth route that count each request, and to which no other site has a reason to lead. (Links in mails
 * lead to a page.) A page could send its visitor to them again and again.
 */
function isCountedPath(): boolean {
  const { action, provider } = requestContext().authRoute ?? {};
  return action === "webauthn-options" || (action === "callback" && !isOAuth(provider));
}

/**
 * An OAuth provider that posts its response (`response_mode=form_post`, as Apple does) is another site. `state`,
 * `nonce` or PKCE protect that request. Only requests that load a page pass: fetches and frames could use up the
 * visitor's rate limit.
 */
function isProviderCallback(request: Request): boolean {
  const { action, provider } = requestContext().authRoute ?? {};
  return action === "callback" && isOAuth(provider) && isNavigation(request);
}

/**
 * After a link on another site, a browser renews its proof in that site's name. The browser has signed its request, in
 * a header that no page can send to another site.
 */
function isDeviceProof(): boolean {
  return requestContext().authRoute?.action === "device-bound-session";
}
