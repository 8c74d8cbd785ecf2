// The configuration that resolve.ts returns.

import type { AuthConfig } from "@auth/core";
import type { AdapterSession } from "@auth/core/adapters";
import type { JWTOptions } from "@auth/core/jwt";
import type { CookieContext } from "./context.ts";
import type { ResolvedProvider, SolidAuthConfig } from "./types.ts";

/** Whether signing in happens on the provider's site. */
export function isOAuth(provider: ResolvedProvider | undefined): boolean {
  return provider?.type === "oauth" || provider?.type === "oidc";
}

/** An endpoint, in the form of a provider's entry. */
export type Endpoint = string | URL | { url?: string | URL };

export function urlOf(endpoint: Endpoint | undefined): string | undefined {
  const url = typeof endpoint === "object" && !(endpoint instanceof URL) ? endpoint.url : endpoint;
  return url === undefined ? undefined : String(url);
}

/** A configuration with all defaults that do not depend on the request. */
export interface ResolvedConfig {
  /** The given configuration, with basePath and trustHost resolved. Copy it before handing it to core. */
  core: Omit<AuthConfig, "secret" | "providers" | "session" | "raw"> &
    Pick<SolidAuthConfig, "adapter" | "deviceBoundSessions" | "events" | "getRequestEvent" | "pages">;
  providers: ResolvedProvider[];
  basePath: string;
  /** Newest first. The first secret encrypts and hashes. Each secret decrypts. */
  secrets: [string, ...string[]];
  /** The JWT settings of core. Each of the secrets decrypts a token. */
  jwt: NonNullable<SolidAuthConfig["jwt"]> & Pick<JWTOptions, "decode"> & { secret: string | string[] };
  /** The origin of AUTH_URL. Without AUTH_URL, each request has its own origin, which needs `trustHost`. */
  origin: string | undefined;
  /** A new session's token is 256 random bits in hex, unless configured otherwise. */
  session: Required<NonNullable<SolidAuthConfig["session"]>>;
  providerTimeout: number;
  /** The flows' question about each session that is read: may this browser use it? */
  mayUse: (context: CookieContext, session: AdapterSession) => Promise<boolean>;
}
