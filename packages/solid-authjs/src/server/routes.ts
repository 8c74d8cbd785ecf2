// The URLs of the application and of its auth route, for origin checks, limiters and security headers.

import type { OAuthConfig } from "@auth/core/providers";
import { type AuthRoute, canonicalOrigin, matchRoute } from "../request.ts";
import { resolveConfig } from "../resolve.ts";
import { isOAuth, urlOf } from "../resolved-config.ts";
import type { ReaderOptions } from "../types.ts";

/**
 * The origin of the application, which every redirect and mail uses: from AUTH_URL, or from a trusted proxy. Use this
 * for same-origin checks.
 */
export function getOrigin(request: Request, options: ReaderOptions): string {
  return canonicalOrigin(request, resolveConfig(options));
}

/**
 * Reads a request's path as the handlers do, for checks that run before them: an origin check, a limiter.
 *
 * @param request the request, or its parsed URL
 * @returns the request's action; null for a path that the handlers answer with 404
 */
export function matchAuthRoute(request: Request | URL, options: ReaderOptions): AuthRoute | null {
  const { pathname } = request instanceof URL ? request : new URL(request.url);
  return matchRoute(pathname, resolveConfig(options));
}

/**
 * The origins of the OAuth providers' authorization pages, to which sign-ins redirect. The `form-action` of a
 * Content-Security-Policy needs them, because a sign-in form's redirect ends there. If only a provider's issuer is
 * known, this is the issuer's origin: the provider's page may have another one.
 */
export function getProviderOrigins(options: ReaderOptions): string[] {
  const { providers } = resolveConfig(options);
  const origins = providers.filter(isOAuth).flatMap((provider) => {
    const { authorization, issuer, options: given } = provider as OAuthConfig<unknown>;
    // The options may have only parameters, such as a scope.
    const url = urlOf(given?.authorization) ?? urlOf(authorization) ?? given?.issuer ?? issuer ?? "";
    return URL.canParse(url) ? [new URL(url).origin] : [];
  });
  return [...new Set(origins)];
}
