// The auth route's responses that do not come from core.

import type { FlowContext } from "./context.ts";
import type { Failure } from "./errors.ts";
import { type BadRequest, canonicalUrl, normalizeCallbackUrl } from "./request.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

const NO_STORE = "private, no-cache, no-store";

/** @returns a redirect to one of the application's pages, which has the message for the failure */
export function redirectToError(context: FlowContext, failure: Failure): Response {
  context.outcome.failure = failure;
  return Response.redirect(errorUrl(context, failure));
}

/** Refusals of a press that has changed nothing. The user can send the form on its page again. */
const AT_ITS_FORM = new Set(["MissingCSRF", "OtherUser"]);

/**
 * The page that shows a failure, with the failure in its query. A failed "Connect" leads back to its callback URL. A
 * refused press leads to the page that the form's field `from` names.
 */
export function errorUrl({ config, request, connectedFrom }: FlowContext, { error, code, left, page }: Failure): URL {
  // The page that shows the failure names the provider.
  const provider = code === "refused" ? request.providerId : undefined;
  const shown = { error, code, provider, left: left?.toString() };
  const { origin } = request.url;
  const from = AT_ITS_FORM.has(error) ? normalizeCallbackUrl(request.body.from, origin) : undefined;
  if (from?.startsWith(`${origin}/`)) return withQuery(from, shown);
  const ownPage = page === "verifyRequest" ? "verify-request" : page.toLowerCase();
  const path = config.core.pages?.[page] ?? `${config.basePath}/${ownPage}`;
  const isOnSignInPage = page === "signIn";
  if (isOnSignInPage && connectedFrom) return withQuery(connectedFrom, { ...shown, code: code ?? "connect" });
  // The next attempt still ends where the visitor was going.
  const callbackUrl = isOnSignInPage && (request.body.callbackUrl ?? request.url.searchParams.get("callbackUrl"));
  return withQuery(new URL(path, origin), { ...shown, callbackUrl });
}

/**
 * Sets parameters in the query of a URL. It removes parameters without a value, which may come from an earlier failure.
 */
export function withQuery(base: URL | string, parameters: Record<string, unknown>): URL {
  const url = new URL(base);
  const hadError = url.searchParams.has("error");
  for (const [name, value] of Object.entries(parameters))
    if (value && typeof value === "string") url.searchParams.set(name, value);
    else if (hadError) url.searchParams.delete(name);
  return url;
}

/** Refuses a request that is not for the auth route. Browsers get a page, and other clients get a status. */
export function refusalResponse(request: Request, status: BadRequest, config: ResolvedConfig): Response {
  const headers = new Headers({ "cache-control": NO_STORE });
  if (request.method === "GET" && request.headers.get("accept")?.includes("text/html")) {
    const page = new URL(config.core.pages?.error ?? `${config.basePath}/error`, canonicalUrl(request, config));
    headers.set("location", withQuery(page, { error: "UnknownAction" }).href);
    return new Response(null, { status: 302, headers });
  }
  if (status === 405) headers.set("allow", "GET, POST");
  return Response.json({ message: REFUSALS[status] }, { status, headers });
}

const REFUSALS = {
  400: "The request could not be read.",
  404: "There is nothing at this address.",
  405: "Only GET and POST are answered here.",
} satisfies Record<BadRequest, string>;

/** Adds our cookies, forbids caches, and turns a redirect into JSON for clients that ask for JSON. */
export function finishedResponse({ request, setCookies, outcome }: FlowContext, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const line of setCookies) headers.append("set-cookie", line);
  if (!headers.has("cache-control")) headers.set("cache-control", NO_STORE);

  const location = headers.get("location");
  if (!location || !request.headers.has("x-auth-return-redirect"))
    return new Response(response.body, { status: response.status, headers });
  headers.delete("location");
  const { failure, unknownPasskey } = outcome;
  // The next page of a successful sign-in can have an error in its query, and the page that the signIn callback chose
  // for a refusal can have none. Core tells the two apart only for passkeys, or if the callback has answered itself.
  const isPasskey = request.provider?.type === "webauthn";
  const ok = !failure;
  const isClear = !outcome.response && (!isPasskey || ok !== new URL(location, request.url).searchParams.has("error"));
  return Response.json(
    { url: location, ...(!isClear && { ok }), ...(unknownPasskey && { unknownPasskey }) },
    { headers },
  );
}
