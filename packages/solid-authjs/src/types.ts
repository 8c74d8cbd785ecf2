import type { AuthConfig } from "@auth/core";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "@auth/core/adapters";
import type { EmailConfig, Provider } from "@auth/core/providers";
import type { Account, PagesOptions, Session } from "@auth/core/types";
import type { Action } from "./context.ts";
import type { Failure } from "./errors.ts";

/** The facts that a request has about the user to whom it adds access. */
export interface Grant {
  /**
   * The user as the request found them: by their account, session or address. If the address was unverified then and is
   * verified now, the owner's verification has ended the access by which the request found them. The adapter then adds
   * nothing, and throws AccessDenied.
   */
  user?: AdapterUser;
  /**
   * The token of the session in which the user adds a sign-in method. If the session has ended since, the adapter adds
   * nothing, and throws AccessDenied.
   */
  sessionToken?: string;
  /** Whether this request has created the user. */
  isNewUser?: boolean;
  /** Whether this request has found the user by an address from a provider or a visitor. */
  isByAddress?: boolean;
}

/** The facts that a request has about a session that it begins. */
export interface SessionGrant extends Grant {
  /** Whether the sign-in proved that its user is present in person. If not, the session is not fresh. */
  inPerson?: boolean;
}

/** The facts that a request has about a passkey that it adds. */
export type PasskeyGrant = Grant & { aaguid?: string };

/**
 * A database adapter of Auth.js, with optional methods that close gaps of @auth/core. Its sessions may have
 * `authenticatedAt`, the time of sign-in as a Date: without this time, sessions have no absolute lifetime. They may
 * also have `inPerson`, as `createSession` gets it: with a `freshAge`, a session without both fields is never fresh.
 * `user` in the second argument of its methods prevents races: an adapter may ignore it.
 */
export interface SolidAuthAdapter extends Adapter {
  /**
   * Records that a passkey challenge was answered, that a link intent was used, or that a visitor tried a mail's code,
   * so that none of these can be replayed.
   *
   * @param id the value's SHA-256, in hex
   * @param expires when the value's cookie expires, and the record may be deleted
   * @returns true the first time that an id is seen, false afterwards
   */
  useChallenge?(id: string, expires: Date): Promise<boolean>;
  /**
   * Spends an unexpired token, as `useVerificationToken` does, and stores another in its place. Both happen at once: a
   * request that no longer finds the first token finds the second.
   *
   * @param next the new token; null stores none
   * @returns the spent token; null if there was none
   */
  replaceVerificationToken?(
    spent: Pick<VerificationToken, "identifier" | "token">,
    next: VerificationToken | null,
  ): Promise<VerificationToken | null>;
  /** Deletes all tokens with an identifier. */
  deleteVerificationTokens?(identifier: string): Promise<void>;
  /**
   * Gives a session a new token after its rights have grown (an account linked, a passkey added). Everything else
   * stays, including the time of sign-in.
   *
   * @returns false if there is no such session
   */
  rotateSession?(sessionToken: string, newSessionToken: string): Promise<boolean>;
  /**
   * For device-bound sessions, with `sessionKey`: binds a session to a key, for good. Sessions then have their `id`, as
   * `createSession` returns it, and their key as `deviceKey`.
   *
   * @param key a public key, as a JWK
   * @returns false if there is no such session, or it already has a key
   */
  bindSession?(id: string, key: string): Promise<boolean>;
  /** @returns the key of a session; null if it has none, undefined if there is no such session */
  sessionKey?(id: string): Promise<string | null | undefined>;
  createSession?(
    session: Pick<AdapterSession, "sessionToken" | "userId" | "expires">,
    grant?: SessionGrant,
  ): ReturnType<NonNullable<Adapter["createSession"]>>;
  /**
   * Stores an account. It throws OAuthAccountNotLinked if the user has another account of that provider: the second one
   * could be a stranger's, and stay unseen by the owner.
   */
  linkAccount?(account: AdapterAccount, grant?: Grant): ReturnType<NonNullable<Adapter["linkAccount"]>>;
  /**
   * @param grant `user` is a user that this request has created. They are deleted because their account cannot be
   *   stored
   */
  deleteUser?(userId: string, grant?: Grant): ReturnType<NonNullable<Adapter["deleteUser"]>>;
  /**
   * Stores a passkey, as in Auth.js.
   *
   * @param grant `aaguid` is the model of the authenticator, as a UUID in lower case, if the authenticator named one.
   *   Use it only for a name: an authenticator can claim any model
   */
  createAuthenticator?(
    authenticator: AdapterAuthenticator,
    grant?: PasskeyGrant,
  ): ReturnType<NonNullable<Adapter["createAuthenticator"]>>;
  /**
   * Stores a passkey and its account in one transaction. Without this method, `linkAccount` and then
   * `createAuthenticator` run, and a server that is killed between them leaves an account without a key.
   */
  addPasskey?(
    account: AdapterAccount,
    authenticator: AdapterAuthenticator,
    grant?: PasskeyGrant,
  ): ReturnType<NonNullable<Adapter["createAuthenticator"]>>;
}

/** An email provider's options, in addition to those of Auth.js. */
export interface SolidAuthEmailOptions {
  /**
   * Sends a code with each link: `sendVerificationRequest` gets it as `code`. The browser that asked for the link can
   * post the code, as `code`, instead of the link. The adapter needs `useChallenge`, which counts the attempts. A
   * function decides for each mail, by its normalised address, so that codes can have limits that links do not have.
   */
  codes?: boolean | ((address: string) => boolean | Promise<boolean>);
}

/** An OAuth or OpenID provider's options, in addition to those of Auth.js. */
export interface SolidAuthProviderOptions {
  /**
   * Whether the provider asks its user to sign in again on request (`prompt=login`, `max_age=0`), and reports the time
   * in the ID token's `auth_time`. OpenID Connect demands both, so the default is true for type `oidc`; for `oauth` it
   * has no effect. Set it to false for a provider that cannot do this, such as Google: its sign-ins are fresh only for
   * users who can sign in neither by mail nor with a passkey.
   */
  asksAgain?: boolean;
  /**
   * Whether signing out leads to the OpenID provider's own page for it (`end_session_endpoint`), and from there to the
   * home page. The home page's URL has to be registered at the provider (`post_logout_redirect_uri`). Default: false,
   * and the session at the provider goes on.
   */
  endsSession?: boolean;
}

// Auth.js's factories take these options, and its types have to know them.
declare module "@auth/core/providers/email" {
  interface EmailConfig extends SolidAuthEmailOptions {}
}
declare module "@auth/core/providers/oauth" {
  interface OAuth2Config<Profile> extends SolidAuthProviderOptions {}
}

/** The argument of an email provider's `sendVerificationRequest`. */
export type MailParameters = Parameters<EmailConfig["sendVerificationRequest"]>[0] & {
  /** A code in two groups, like "WDJB-MJHT", if {@link SolidAuthEmailOptions.codes} is on. */
  code?: string;
};

/** The pages of the application that replace Auth.js's own. They are paths on the same origin, without a query. */
export interface SolidAuthPages extends PagesOptions {
  /**
   * The page to which the link in a sign-in mail leads. It shows a form that posts `token`, `email`, `callbackUrl` and
   * `csrfToken` to the email callback. With this page, only the form spends the link. An opened link is not spent,
   * because mail scanners open links too.
   */
  confirm: string;
}

type CoreEvents = NonNullable<AuthConfig["events"]>;
type SignInEvent = NonNullable<CoreEvents["signIn"]>;

/** The events of Auth.js, with more arguments for `signIn`. */
export interface SolidAuthEvents extends Omit<CoreEvents, "signIn"> {
  /**
   * Called after a sign-in, a connected account or an added passkey. `isAdded` is true if the account or the passkey is
   * new, but the user is not.
   */
  signIn?: (message: Parameters<SignInEvent>[0] & { isAdded?: boolean }) => ReturnType<SignInEvent>;
}

/** The one configuration object: Auth.js's own, with {@link SolidAuthConfig.prefix} and the `confirm` page. */
export interface SolidAuthConfig extends AuthConfig {
  /** Another name for `basePath`; if both are set, `basePath` wins. */
  prefix?: string;
  pages?: Partial<SolidAuthPages>;
  events?: SolidAuthEvents;
  session?: AuthConfig["session"] & {
    /** The absolute lifetime, in seconds from the sign-in, even if the session is in use. Default: 90 days. */
    absoluteMaxAge?: number;
    /**
     * Maximum age of the sign-in, in seconds, for connecting an account and adding a passkey. Such a sign-in has to
     * prove that the user is present in person. Default: no limit.
     */
    freshAge?: number;
  };
  jwt?: AuthConfig["jwt"] & {
    /**
     * Encrypts the JWTs instead of the configuration's `secret`. In a list, the first secret encrypts and each
     * decrypts.
     */
    secret?: string | string[];
  };
  adapter?: SolidAuthAdapter;
  /**
   * Binds sessions to a key that does not leave the device, on https, in browsers with Device Bound Session
   * Credentials. It needs database sessions, `bindSession` and `sessionKey` of the adapter, and a session cookie for a
   * single host. Otherwise it has no effect. Default: false.
   */
  deviceBoundSessions?: boolean;
  /** The time limit, in seconds, of all calls that one request makes to an OAuth provider. Default: 10. */
  providerTimeout?: number;
  /**
   * Solid's own function: from `solid-js/web` in SolidStart, from `@solidjs/web` in Solid 2. The functions on the
   * server send their cookies through its event. Without it, reading a session does not extend its cookie, and
   * functions that have to set a cookie throw. The handlers use it, too: if a callback has read a session that they
   * then replace, they remove that session's cookie from the response. Outside of a request, as in a stream that goes
   * on after its response, Solid's own function may return another visitor's event: then no cookie is sent.
   */
  getRequestEvent?: () => { request: Request; response?: { headers: Headers } } | undefined;
}

/** The configuration for functions on the server that only read. `raw` has no effect on these functions. */
export type ReaderOptions = Omit<SolidAuthConfig, "raw">;

/** The HTTP methods that the catch-all route exports. */
export interface SolidAuthHandlers {
  GET: (event: { request: Request }) => Promise<Response>;
  POST: (event: { request: Request }) => Promise<Response>;
}

/** A provider as an object: its factory has been called, and its options are merged where core does not merge them. */
export type ResolvedProvider = Exclude<Provider, (...args: never[]) => unknown> & { id: string };

/** The action of a request to the auth route, and its result. */
export interface AuthReport {
  response: Response;
  /**
   * Undefined if the request was refused before it was read, because of its method, an unknown path or a malformed
   * body.
   */
  action?: Action;
  /** The configured provider that the path names. */
  provider?: ResolvedProvider;
  /** The fields of a POST, with a normalised `callbackUrl`. They can contain secrets. Empty for a GET. */
  fields: Record<string, unknown>;
  /**
   * Why the request failed: undefined after a success, and for a visit to the error page. `UnknownAction` for requests
   * that the auth route does not know.
   */
  failure?: Failure;
}

/** A session with its hidden fields. */
export interface SessionDetails {
  session: Session;
  /** The cookie's value: with database sessions, the key of the row. A secret. */
  token: string;
  /** The time of the user's last sign-in; undefined if the adapter does not store it. */
  authenticatedAt: Date | undefined;
  /**
   * The same time, if that sign-in proved that the user was present in person, and was not made before the address was
   * proven; otherwise undefined. A fresh sign-in counts from this time.
   */
  provenAt: Date | undefined;
}

/** The columns of an account's row for its tokens. Only the first three are encrypted. */
export interface TokenColumns {
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  expires_at: number | null;
  scope: string | null;
  token_type: string | null;
  session_state: Exclude<Account["session_state"], undefined>;
}
