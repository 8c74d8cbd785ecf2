// The URLs of the application and of its auth route, for origin checks, limiters and security headers.

import type { OAuthConfig } from "@auth/core/providers";
import { type AuthRoute, canonicalOrigin, matchRoute } from "../request.ts";
import { resolveConfig } from "../resolve.ts";
import { isOAuth, urlOf } from "../resolved-config.ts";
import type { ReaderOptions } from "../types.ts";

/**
 * The origin that the application answers under, as every redirect and mail has it: that of AUTH_URL, or the one that a
 * trusted proxy forwards. Use this for same-origin checks.
 */
export function getOrigin(request: Request, options: ReaderOptions): string {
  return canonicalOrigin(request, resolveConfig(options));
}

/**
 * Reads a request's path as the handlers read it, for checks that run before them: an origin check, a limiter.
 *
 * @param request or its URL, if that has been parsed already
 * @returns what the request is for; null for a path that the handlers answer with 404
 */
export function matchAuthRoute(request: Request | URL, options: ReaderOptions): AuthRoute | null {
  const { pathname } = request instanceof URL ? request : new URL(request.url);
  return matchRoute(pathname, resolveConfig(options));
}

/**
 * The origins of the OAuth providers' authorization pages, to which signing in redirects. For the `form-action` of a
 * Content-Security-Policy, since a sign-in form's redirect ends there. Of a provider that is known by its issuer alone,
 * it is the issuer's: its page may have another one.
 */
export function getProviderOrigins(options: ReaderOptions): string[] {
  const { providers } = resolveConfig(options);
  const origins = providers.filter(isOAuth).flatMap((provider) => {
    const { authorization, issuer, options: given } = provider as OAuthConfig<unknown>;
    // The options may have parameters alone, such as a scope.
    const url = urlOf(given?.authorization) ?? urlOf(authorization) ?? given?.issuer ?? issuer ?? "";
    return URL.canParse(url) ? [new URL(url).origin] : [];
  });
  return [...new Set(origins)];
}
