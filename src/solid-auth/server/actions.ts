// Signing in and out from form actions, on the server: the same flows as the auth route's, without a request of their own.

import { skipCSRFCheck } from "@auth/core";
import type { Session } from "@auth/core/types";
import { getRequestEvent } from "solid-js/web";
import { changeCookies, cookieHeader } from "../cookies";
import { toAuthError } from "../errors";
import { handleRequest } from "../handler";
import { canonicalUrl } from "../request";
import { type ResolvedConfig, resolveConfig } from "../resolve";
import type { SolidAuthConfig } from "../types";
import { forgetSession } from "./session";

/**
 * Signs in from a form action. Cookies go out with the response that SolidStart is building.
 *
 * ```ts
 * const submit = action(async (form: FormData) => {
 *   "use server";
 *   throw redirect(await signIn(request, authConfig, "credentials", Object.fromEntries(form)));
 * });
 * ```
 *
 * The caller answers for where the form came from: SolidStart's middleware is the place for the origin check. Of the request,
 * `authorize` sees the cookies and the user agent.
 *
 * @param request the incoming request
 * @param options the same configuration object that the handlers have
 * @param provider a provider's id: credentials, e-mail, OAuth or OIDC
 * @param fields what the form holds: an `email`, credentials, a `callbackUrl`
 * @param authorizationParams go into the query of the provider's authorization URL
 * @returns the URL to go to next: the callback URL, the provider's page, or the page that says the mail was sent
 * @throws {CredentialsSignin} what `authorize` threw, its `code` included
 * @throws {AuthError} for every other failure
 * @throws {Response} what the `signIn` callback threw to be the answer
 */
export async function signIn(
  request: Request,
  options: SolidAuthConfig,
  provider: string,
  fields: Record<string, unknown> = {},
  authorizationParams: Record<string, string> = {},
): Promise<string> {
  const config = resolveConfig(options);
  const isCredentials = config.providers.some(({ id, type }) => id === provider && type === "credentials");
  const query = new URLSearchParams(authorizationParams);
  const path = `${isCredentials ? "callback" : "signin"}/${encodeURIComponent(provider)}`;
  return act(request, config, `${path}${query.size > 0 ? `?${query}` : ""}`, fields);
}

/**
 * Signs out from a form action: ends the session and its cookie.
 *
 * @returns the URL to go to next
 */
export async function signOut(
  request: Request,
  options: SolidAuthConfig,
  { callbackUrl = "/" }: { callbackUrl?: string } = {},
): Promise<string> {
  return act(request, resolveConfig(options), "signout", { callbackUrl });
}

/**
 * Updates the session from a form action, once what it shows has changed: as the client's `update`. Under `jwt` the `jwt` callback
 * gets `trigger: "update"` and makes the token anew.
 *
 * @param data for the callbacks
 * @returns the session as it is then, or null when nobody is signed in
 * @throws {AuthError} if the session could not be updated: a failure is never "signed out"
 */
export async function update(request: Request, options: SolidAuthConfig, data?: unknown): Promise<Session | null> {
  const { response, exchange } = await run(request, resolveConfig(options), "session", { data });
  if (!response.ok) throw toAuthError({ error: "Configuration", page: "error" }, exchange?.reported.thrown);
  return response.json();
}

async function act(
  request: Request,
  config: ResolvedConfig,
  path: string,
  body: Record<string, unknown>,
): Promise<string> {
  const { response, exchange } = await run(request, config, path, body);
  if (exchange?.reported.answer) throw exchange.reported.answer;
  const location = response.headers.get("location");
  // Nowhere to go means that nothing happened: core answers a faulty configuration with a bare 500.
  if (exchange?.reported.failure || !location)
    throw toAuthError(
      exchange?.reported.failure ?? { error: "Configuration", page: "error" },
      exchange?.reported.thrown,
    );
  return location;
}

/** A POST to the auth route that no browser sends; its cookies go out with the response that SolidStart is building. */
async function run(request: Request, config: ResolvedConfig, path: string, body: Record<string, unknown>) {
  // A form action has no CSRF token of ours. It is not this function that a browser can call, but the action around it.
  const trusted: ResolvedConfig = { ...config, core: { ...config.core, skipCSRFCheck } };
  const url = `${canonicalUrl(request, config).origin}${config.basePath}/${path}`;
  const headers = new Headers({ "content-type": "application/json", cookie: cookieHeader(request) });
  const userAgent = request.headers.get("user-agent");
  if (userAgent) headers.set("user-agent", userAgent);
  const inner = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  const result = await handleRequest(inner, trusted);
  const event = getRequestEvent();
  const lines = result.response.headers.getSetCookie();
  for (const line of lines) event?.response.headers.append("set-cookie", line);
  changeCookies(request, lines);
  forgetSession(request);
  return result;
}
