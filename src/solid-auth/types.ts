import type { AuthConfig } from "@auth/core";
import type { Adapter, AdapterAuthenticator } from "@auth/core/adapters";
import type { PagesOptions } from "@auth/core/types";

/**
 * A database adapter of Auth.js, with two optional methods that close gaps of @auth/core. Sessions that it returns may have
 * `authenticatedAt`, the time of sign-in as a Date: without it they have no absolute lifetime.
 */
export interface SolidAuthAdapter extends Adapter {
  /**
   * Remembers that a passkey challenge was answered, so that the same answer cannot be replayed.
   *
   * @param id SHA-256 of the challenge, in hex
   * @param expires when the challenge's cookie dies and the record may be forgotten
   * @returns true the first time an id is seen, false ever after
   */
  useChallenge?(id: string, expires: Date): Promise<boolean>;
  /**
   * Gives a session a new token after its rights grew (an account linked, a passkey added).
   * Everything else about the session stays, the time of sign-in included.
   *
   * @returns false where there is no such session
   */
  rotateSession?(sessionToken: string, newSessionToken: string): Promise<boolean>;
  /**
   * Stores a passkey, as in Auth.js.
   *
   * @param details `aaguid` is the model of the authenticator, as a UUID in lower case, where it gave one: good for a name only,
   *   since any authenticator can claim any model
   */
  createAuthenticator?(
    authenticator: AdapterAuthenticator,
    details?: { aaguid?: string },
  ): ReturnType<NonNullable<Adapter["createAuthenticator"]>>;
}

/** The pages of the application that take the place of Auth.js's own. Paths on the same origin, without a query. */
export interface SolidAuthPages extends PagesOptions {
  /**
   * Where the link in a sign-in mail leads. The page shows a form that posts `token`, `email`, `callbackUrl` and
   * `csrfToken` to the e-mail callback. With it configured, opening the link spends nothing (mail scanners open links);
   * only the form does.
   */
  confirm: string;
}

/** The one configuration object: Auth.js's own, with {@link SolidAuthConfig.prefix} and the `confirm` page. */
export interface SolidAuthConfig extends AuthConfig {
  /** Another name for `basePath`, which wins where both are set. */
  prefix?: string;
  pages?: Partial<SolidAuthPages>;
  session?: AuthConfig["session"] & {
    /** A session ends this long after sign-in, however much it is used. In seconds; 90 days by default. */
    absoluteMaxAge?: number;
    /** Connecting an account and adding a passkey need a sign-in no older than this. In seconds; any age by default. */
    freshAge?: number;
  };
  jwt?: AuthConfig["jwt"] & {
    /** Seals the JWTs in place of the configuration's `secret`. The first of several seals, each of them opens. */
    secret?: string | string[];
  };
  adapter?: SolidAuthAdapter;
}

/** What functions on the server accept. `raw` has no meaning for them. */
export type ReaderOptions = Omit<SolidAuthConfig, "raw">;

/** The HTTP methods that the catch-all route exports. */
export interface SolidAuthHandlers {
  GET: (event: { request: Request }) => Promise<Response>;
  POST: (event: { request: Request }) => Promise<Response>;
}
