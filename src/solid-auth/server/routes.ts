// Where the application and its auth route are, for origin checks, limiters and security headers.

import type { OAuthConfig, ProviderType } from "@auth/core/providers";
import type { AuthAction } from "@auth/core/types";
import { canonicalUrl, parseTarget } from "../request";
import { isOAuth, resolveConfig } from "../resolve";
import type { ReaderOptions } from "../types";

/**
 * The origin that the application answers under, as every redirect and mail has it: that of AUTH_URL, or the one that a trusted proxy
 * forwards. Use this for same-origin checks.
 */
export function getOrigin(request: Request, options: ReaderOptions): string {
  return canonicalUrl(request, resolveConfig(options)).origin;
}

/** What a request to the auth route is for. */
export interface AuthTarget {
  /** Auth.js's name for it: `signin`, `callback`, `session`. */
  action: AuthAction;
  /** As configured; undefined where the action names none, or one that does not exist. */
  provider: { id: string; type: ProviderType } | undefined;
}

/**
 * Reads a request's path as the handlers read it, for checks that run before them: an origin check, a limiter.
 *
 * @returns null for a path that the handlers answer with 404
 */
export function readTarget(request: Request, options: ReaderOptions): AuthTarget | null {
  const { basePath, providers } = resolveConfig(options);
  const target = parseTarget(new URL(request.url).pathname, basePath);
  if (!target) return null;
  const found = providers.find(({ id }) => id === target.providerId);
  return { action: target.action, provider: found && { id: found.id, type: found.type } };
}

/**
 * The origins of the OAuth providers' authorization pages, to which signing in redirects. For the `form-action` of a
 * Content-Security-Policy, since a sign-in form's redirect ends there.
 */
export function getProviderOrigins(options: ReaderOptions): string[] {
  const origins = resolveConfig(options)
    .providers.filter(isOAuth)
    .map((provider) => {
      const { authorization, issuer, options: given } = provider as OAuthConfig<unknown>;
      const endpoint = given?.authorization ?? authorization;
      const url = (typeof endpoint === "object" ? endpoint.url : endpoint) ?? given?.issuer ?? issuer ?? "";
      return URL.canParse(url) ? new URL(url).origin : undefined;
    });
  return [...new Set(origins)].filter((origin) => origin !== undefined);
}
