import { handleAuthRequest, SolidAuth } from "../handler.ts";
import type { SolidAuthConfig } from "../types.ts";
import { signIn, signOut, update } from "./actions.ts";
import { getCsrfToken, getPendingEmail, getPendingLink, rememberCallbackUrl } from "./forms.ts";
import { getOrigin, getProviderOrigins, matchAuthRoute } from "./routes.ts";
import { getSession, getSessionDetails, sendsSession, setsSession } from "./session.ts";
import { startSession } from "./start-session.ts";

/**
 * Binds the server's functions to a configuration, so that callers need not pass it:
 *
 * ```ts
 * // beside the configuration
 * export const auth = bindAuth(authConfig);
 * // elsewhere
 * const session = await auth.getSession(request);
 * ```
 *
 * @returns the functions with the same names, without their `options`, and `handlers` for the catch-all route. The
 *   configuration is read at the first call; `handlers` throws if it cannot work
 */
export function bindAuth(config: SolidAuthConfig) {
  const bind =
    <Rest extends unknown[], Result>(call: (request: Request, options: SolidAuthConfig, ...rest: Rest) => Result) =>
    (request: Request, ...rest: Rest) =>
      call(request, config, ...rest);
  return {
    get handlers() {
      return SolidAuth(config);
    },
    handleAuthRequest: bind(handleAuthRequest),
    getCsrfToken: bind(getCsrfToken),
    getPendingEmail: bind(getPendingEmail),
    getPendingLink: bind(getPendingLink),
    getOrigin: bind(getOrigin),
    getProviderOrigins: () => getProviderOrigins(config),
    getSession: bind(getSession),
    getSessionDetails: bind(getSessionDetails),
    matchAuthRoute: (request: Request | URL) => matchAuthRoute(request, config),
    rememberCallbackUrl: bind(rememberCallbackUrl),
    sendsSession: bind(sendsSession),
    setsSession: bind(setsSession),
    signIn: bind(signIn),
    signOut: bind(signOut),
    startSession: bind(startSession),
    update: bind(update),
  };
}
