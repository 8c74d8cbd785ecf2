// Signs in and out from form actions, on the server, with the same flows as the auth route.

import type { Session } from "@auth/core/types";
import { CONFIGURATION, toAuthError } from "../errors.ts";
import { resolveConfig } from "../resolve.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { SolidAuthConfig } from "../types.ts";
import { askHandler, sendCookies } from "./inner-request.ts";
import { forgetSession, getSessionDetails } from "./session.ts";

/**
 * Signs in from a form action. The response that the framework is building sends the cookies.
 *
 * ```ts
 * const submit = action(async (form: FormData) => {
 *   "use server";
 *   throw redirect(await signIn(request, authConfig, "credentials", Object.fromEntries(form)));
 * });
 * ```
 *
 * The caller must check the origin of the form, for example in a middleware. `authorize` sees only the cookies and the
 * user agent of the request.
 *
 * @param options the same configuration object that the handlers have
 * @param provider a provider's id: credentials, email, OAuth or OIDC
 * @param fields the form's fields: an `email`, credentials, a `callbackUrl`
 * @param authorizationParams go into the query of the provider's authorization URL
 * @returns the next URL: the callback URL, the provider's page, or the page that says that the mail was sent
 * @throws {CredentialsSignin} the error from `authorize`, with its `code`
 * @throws {AuthError} for every other failure
 * @throws {Response} the response that the `signIn` callback threw
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
  return follow(request, config, `${path}${query.size > 0 ? `?${query}` : ""}`, fields);
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
  return follow(request, resolveConfig(options), "signout", { callbackUrl });
}

/**
 * Updates the session from a form action, after a change of data that the session shows. It works like the client's
 * `update`: with JWT sessions, the `jwt` callback gets `trigger: "update"` and makes a new token.
 *
 * @param data data for the callbacks
 * @returns the updated session, or null if the visitor is signed out
 * @throws {AuthError} if the session could not be updated: a failure is never "signed out"
 */
export async function update(request: Request, options: SolidAuthConfig, data?: unknown): Promise<Session | null> {
  const config = resolveConfig(options);
  if (config.session.strategy === "database") {
    const details = await getSessionDetails(request, options, { data }).catch((thrown: Error) => {
      throw toAuthError(CONFIGURATION, thrown);
    });
    return details?.session ?? null;
  }
  const { response, context } = await runFlow(request, config, "session", { data });
  if (!response.ok) throw toAuthError(CONFIGURATION, context?.outcome.thrown);
  return response.json();
}

/** @returns the URL to which the flow leads */
async function follow(request: Request, config: ResolvedConfig, path: string, body: Record<string, unknown>) {
  const { response, context } = await runFlow(request, config, path, body);
  const { response: thrownResponse, failure, thrown } = context?.outcome ?? {};
  if (thrownResponse) throw thrownResponse;
  const location = response.headers.get("location");
  // An answer without a location is core's bare 500 for a faulty configuration: nothing has changed.
  if (failure || !location) throw toAuthError(failure ?? CONFIGURATION, thrown);
  return location;
}

/** Runs the auth route's flow, and sends its cookies. */
async function runFlow(request: Request, config: ResolvedConfig, path: string, body: Record<string, unknown>) {
  const result = await askHandler(request, config, path, body);
  sendCookies(request, config, result.response.headers.getSetCookie());
  forgetSession(request);
  return result;
}
