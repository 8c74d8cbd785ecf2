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

/** What a request knows of the user to whom it adds access. */
export interface Grant {
  /**
   * The user as the request found them: by their account, session or address. If the address was unverified then and
   * is verified now, its owner's verification has ended the access through which they were found. The adapter then adds
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
  /** Whether this request has found the user by an address that a provider or a visitor has named. */
  isByAddress?: boolean;
}

/** What a request knows of a session that it begins. */
export interface SessionGrant extends Grant {
  /** Whether the sign-in has shown that its user is there in person. If not, the session is not fresh. */
  inPerson?: boolean;
}

/** What a request knows of a passkey that it adds. */
export type PasskeyGrant = Grant & { aaguid?: string };

/**
 * A database adapter of Auth.js, with optional methods that close gaps of @auth/core. Its sessions may have
 * `authenticatedAt`, the time of sign-in as a Date: without it, they have no absolute lifetime. And they may have
 * `inPerson`, as `createSession` gets it: with a `freshAge`, a session without both is never fresh. `user` in the
 * second argument of its methods is for races: an adapter may ignore it.
 */
export interface SolidAuthAdapter extends Adapter {
  /**
   * Records that a passkey challenge was answered, a link intent used, or an attempt at a mail's code made, so that it
   * cannot be replayed.
   *
   * @param id its SHA-256, in hex
   * @param expires when the cookie that holds it expires, and the record may be deleted
   * @returns true the first time that an id is seen, false afterwards
   */
  useChallenge?(id: string, expires: Date): Promise<boolean>;
  /**
   * Spends a token that has not expired, as `useVerificationToken` does, and stores another in its place. Both happen
   * at once: a request that does not find the first one any more finds the second.
   *
   * @param next null stores none
   * @returns the token that was spent; null if there was none
   */
  replaceVerificationToken?(
    spent: Pick<VerificationToken, "identifier" | "token">,
    next: VerificationToken | null,
  ): Promise<VerificationToken | null>;
  /** Deletes all tokens with an identifier. */
  deleteVerificationTokens?(identifier: string): Promise<void>;
  /**
   * Gives a session a new token after its rights grew (an account linked, a passkey added). Everything else stays,
   * including the time of sign-in.
   *
   * @returns false if there is no such session
   */
  rotateSession?(sessionToken: string, newSessionToken: string): Promise<boolean>;
  /**
   * For device-bound sessions, with `sessionKey`: binds a session to a key, for good. Sessions then have their `id`, as
   * `createSession` returns it, and `deviceKey`, the key.
   *
   * @param key a public key, as a JWK
   * @returns false if there is no such session, or it has a key
   */
  bindSession?(id: string, key: string): Promise<boolean>;
  /** @returns the key of a session; null if it has none, undefined if there is no such session */
  sessionKey?(id: string): Promise<string | null | undefined>;
  createSession?(
    session: Pick<AdapterSession, "sessionToken" | "userId" | "expires">,
    grant?: SessionGrant,
  ): ReturnType<NonNullable<Adapter["createSession"]>>;
  /**
   * Stores an account. It throws OAuthAccountNotLinked where a user has another account of that provider, because the
   * second one could be a stranger's, and out of the owner's sight.
   */
  linkAccount?(account: AdapterAccount, grant?: Grant): ReturnType<NonNullable<Adapter["linkAccount"]>>;
  /**
   * @param grant `user` is a user whom this request has created, and who is deleted because their account cannot be
   * stored
   */
  deleteUser?(userId: string, grant?: Grant): ReturnType<NonNullable<Adapter["deleteUser"]>>;
  /**
   * Stores a passkey, as in Auth.js.
   *
   * @param grant `aaguid` is the model of the authenticator, as a UUID in lower case, if it gave one. Use it for a name
   *   only: an authenticator can claim any model
   */
  createAuthenticator?(
    authenticator: AdapterAuthenticator,
    grant?: PasskeyGrant,
  ): ReturnType<NonNullable<Adapter["createAuthenticator"]>>;
  /**
   * Stores a passkey and its account in one transaction. Without this method it is `linkAccount` and then
   * `createAuthenticator`, and a server that is killed between them leaves an account without a key.
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
   * Sends a code along with each link: `sendVerificationRequest` gets it as `code`. The browser that asked for the link
   * can post it, as `code`, instead of the link. The adapter needs `useChallenge`, which counts the attempts. A
   * function decides for each mail, by its normalised address, so that codes can be limited where links are not.
   */
  codes?: boolean | ((address: string) => boolean | Promise<boolean>);
}

/** An OAuth or OpenID provider's options, in addition to those of Auth.js. */
export interface SolidAuthProviderOptions {
  /**
   * Whether the provider asks its user to sign in again if it is told to (`prompt=login`, `max_age=0`), and says in the
   * ID token's `auth_time` when that was. OpenID Connect demands both, so the default is true for type `oidc`; for
   * `oauth` it has no effect. False for a provider that does not, such as Google: its sign-ins are fresh only for users
   * who can sign in neither by mail nor with a passkey.
   */
  asksAgain?: boolean;
  /**
   * Signing out leads to the OpenID provider's own page for that (`end_session_endpoint`), and from there to the home
   * page, whose URL has to be registered there (`post_logout_redirect_uri`). Default: false, the session there goes on.
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

/** What `sendVerificationRequest` of an email provider gets. */
export type MailParameters = Parameters<EmailConfig["sendVerificationRequest"]>[0] & {
  /** A code in two groups, like "WDJB-MJHT", if {@link SolidAuthEmailOptions.codes} is on. */
  code?: string;
};

/** The pages of the application that replace Auth.js's own. Paths on the same origin, without a query. */
export interface SolidAuthPages extends PagesOptions {
  /**
   * Where the link in a sign-in mail leads. The page shows a form that posts `token`, `email`, `callbackUrl` and
   * `csrfToken` to the email callback. With this page, only the form spends the link. Opening the link does not, since
   * mail scanners do that too.
   */
  confirm: string;
}

type CoreEvents = NonNullable<AuthConfig["events"]>;
type SignInEvent = NonNullable<CoreEvents["signIn"]>;

/** The events of Auth.js, with more in `signIn`. */
export interface SolidAuthEvents extends Omit<CoreEvents, "signIn"> {
  /**
   * Called after a sign-in, a connected account or an added passkey. `isAdded` is true if the account or the passkey is
   * new, and the user is not.
   */
  signIn?: (message: Parameters<SignInEvent>[0] & { isAdded?: boolean }) => ReturnType<SignInEvent>;
}

/** The one configuration object: Auth.js's own, with {@link SolidAuthConfig.prefix} and the `confirm` page. */
export interface SolidAuthConfig extends AuthConfig {
  /** Another name for `basePath`, which wins where both are set. */
  prefix?: string;
  pages?: Partial<SolidAuthPages>;
  events?: SolidAuthEvents;
  session?: AuthConfig["session"] & {
    /** The absolute lifetime, in seconds from the sign-in, even if the session is in use. Default: 90 days. */
    absoluteMaxAge?: number;
    /**
     * Maximum age of the sign-in, in seconds, for connecting an account and adding a passkey. Such a sign-in has to
     * show that the user is there in person. Default: no limit.
     */
    freshAge?: number;
  };
  jwt?: AuthConfig["jwt"] & {
    /** Encrypts the JWTs instead of the configuration's `secret`. Of several, the first encrypts and each decrypts. */
    secret?: string | string[];
  };
  adapter?: SolidAuthAdapter;
  /**
   * Binds sessions to a key that does not leave the device, in browsers that have Device Bound Session Credentials, on
   * https. It needs database sessions, `bindSession` and `sessionKey` of the adapter, and a session cookie of one host.
   * Otherwise it has no effect. Default: false.
   */
  deviceBoundSessions?: boolean;
  /** The time limit, in seconds, of all calls that one request makes to an OAuth provider. Default: 10. */
  providerTimeout?: number;
  /**
   * Solid's own: that of `solid-js/web` in SolidStart, of `@solidjs/web` in Solid 2. Through it, the functions on the
   * server send their cookies. Without it, reading the session does not extend the cookie, and others throw. The
   * handlers take back by it what a callback has sent by reading the session that they then replace. Where there is no
   * request, as in a stream that goes on after its response, Solid's own may give another visitor's: nothing is sent
   * then.
   */
  getRequestEvent?: () => { request: Request; response?: { headers: Headers } } | undefined;
}

/** The configuration, for functions on the server that read. `raw` has no effect on them. */
export type ReaderOptions = Omit<SolidAuthConfig, "raw">;

/** The HTTP methods that the catch-all route exports. */
export interface SolidAuthHandlers {
  GET: (event: { request: Request }) => Promise<Response>;
  POST: (event: { request: Request }) => Promise<Response>;
}

/** A provider as an object. Factories have been called. Options have been merged where core does not merge them. */
export type ResolvedProvider = Exclude<Provider, (...args: never[]) => unknown> & { id: string };

/** What a request to the auth route was for, and what came of it. */
export interface AuthReport {
  response: Response;
  /** Undefined for a request that is refused unread: with another method, an unknown path or a malformed body. */
  action?: Action;
  /** The configured provider that the path names. */
  provider?: ResolvedProvider;
  /** The fields of a POST, with a normalised `callbackUrl`. They can be secret. Empty for a GET. */
  fields: Record<string, unknown>;
  /**
   * Why the request failed: undefined after success, and for a visit of the error page. `UnknownAction` for requests
   * that the auth route does not know.
   */
  failure?: Failure;
}

/** A session with what it does not show. */
export interface SessionDetails {
  session: Session;
  /** The cookie's value: with database sessions the key to the row. A secret. */
  token: string;
  /** The time of the user's last sign-in; undefined if the adapter does not store it. */
  authenticatedAt: Date | undefined;
  /**
   * The same time, if that sign-in has shown that the user was there in person; otherwise undefined. A fresh sign-in is
   * measured by it.
   */
  provenAt: Date | undefined;
}

/** The columns of an account's row that have its tokens. Only the first three are encrypted. */
export interface TokenColumns {
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  expires_at: number | null;
  scope: string | null;
  token_type: string | null;
  session_state: Exclude<Account["session_state"], undefined>;
}
