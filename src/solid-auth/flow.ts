// One request's way through the handler, and the answers it can end in before or after core.

import { decode } from "@auth/core/jwt";
import type { Provider } from "@auth/core/providers";
import { isSessionCookie, type SetCookie } from "./cookies";
import type { Failure } from "./errors";
import { type AuthRequest, sessionTokenOf } from "./request";
import type { ResolvedConfig } from "./resolve";

export interface Flow {
  config: ResolvedConfig;
  request: AuthRequest;
  provider: Provider | undefined;
  /** The session the browser came with, which core may not get to see. */
  sessionToken: string;
  sessionCookies: string[];
  /** Who is signed in already, where that matters to the flow. */
  userId?: string;
  /** The visitor pressed "Connect" or adds a passkey: the outcome belongs to the user who is signed in. */
  linking: boolean;
  /** Lines to add to the answer. */
  setCookies: SetCookie[];
  /** Where a `signIn` callback sends the visitor, in flows where core ignores it. */
  redirect?: string;
  failure?: Failure;
  /** The last error core logged. */
  thrown?: Error;
  createdUserId?: string;
  /** The session's user has got an account or a passkey more. */
  linked?: boolean;
  /** The address a sign-in link went to. */
  mailedTo?: string;
}

export function startFlow(config: ResolvedConfig, request: AuthRequest): Flow {
  return {
    config,
    request,
    provider: request.providerId ? findProvider(config, request.providerId) : undefined,
    sessionToken: sessionTokenOf(request),
    sessionCookies: Object.keys(request.cookies).filter((name) => isSessionCookie(name, request.names.session)),
    linking: false,
    setCookies: [],
  };
}

export function providerType(provider: Provider | undefined) {
  return typeof provider === "function" ? provider().type : provider?.type;
}

function findProvider(config: ResolvedConfig, id: string): Provider | undefined {
  return config.core.providers.find((provider) => {
    const { id: defaultId, options } = typeof provider === "function" ? provider() : provider;
    return ((options as { id?: string } | undefined)?.id ?? defaultId) === id;
  });
}

/**
 * Takes the session out of core's sight, so that a sign-in always makes a new one: core would keep the old one for the same
 * user, and link whatever account comes back from a provider to whoever happens to be signed in.
 */
export function hideSession({ request, sessionCookies }: Flow): void {
  for (const name of sessionCookies) request.cookies[name] = undefined;
}

/** @returns the id of the user whose session the browser came with, if it holds */
export async function signedInUserId({ config, request, sessionToken }: Flow): Promise<string | undefined> {
  if (!sessionToken) return undefined;
  if (config.strategy === "jwt") {
    const options = { token: sessionToken, secret: config.secrets, salt: request.names.session };
    const token = await Promise.resolve((config.core.jwt?.decode ?? decode)(options)).catch(() => null);
    return token?.sub;
  }
  const found = await config.core.adapter?.getSessionAndUser?.(sessionToken);
  return found && found.session.expires.valueOf() > Date.now() ? found.user.id : undefined;
}
