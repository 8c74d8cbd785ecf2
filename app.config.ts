// The application's settings. Secrets do not belong here: they come from the environment (.env.example explains each
// variable). (In SolidStart 1, a file of this name configured the build. In SolidStart 2, vite.config.ts does.)

import type { PolicySources } from "./src/server/http/policy-sources";

const DAY_SECONDS = 24 * 60 * 60;

const appConfig: AppConfig = {
  /** Shown in titles, mails and passkey prompts. */
  name: "Solid Auth Starter",

  /**
   * Paths that need a session. Each covers its children: "/protected" guards "/protected/anything" too. But "/" is the
   * home page alone.
   */
  protectedPaths: ["/protected", "/account", "/welcome"],

  /** Visitors without a session are redirected here. */
  signedOutRedirect: "/",

  session: {
    /**
     * "database": the cookie holds a random token and the session is a row. Deleting the row revokes the session
     * immediately. "jwt": the cookie holds the encrypted session itself. It needs no look-up, and cannot be revoked
     * before it expires.
     */
    strategy: "database",
    /** A session ends after this long without a visit. */
    maxAge: 30 * DAY_SECONDS,
    /** A session ends this long after sign-in, even if it is in use. */
    absoluteMaxAge: 90 * DAY_SECONDS,
    /**
     * Changes to sign-in methods (passkeys, connected accounts, the address) and account deletion need a sign-in no
     * older than this.
     */
    freshAge: 15 * 60,
    /** A visit extends the session at most this often. If this is not below maxAge, no visit does. */
    updateAge: DAY_SECONDS,
  },

  /**
   * Binds database sessions to the device, in browsers that can: copied cookies open them for minutes only
   * (docs/security.md). It works on https. Other browsers notice nothing.
   */
  deviceBoundSessions: true,

  /**
   * Mails users about a sign-in from a browser that their account has never used, with a button to report it. A cookie
   * tells known browsers (docs/security.md).
   */
  newBrowserMails: true,

  /**
   * Sign-in links, and other mails that visitors cause, in a day. Beyond it, only addresses with an account get sign-in
   * links, and the log and `npm run doctor` tell you (docs/security.md). Raise it above your best day.
   */
  maxMailsPerDay: 2500,

  /**
   * Whom to tell about a vulnerability, as a URL: "mailto:security@example.com" or a page. It is published in
   * /.well-known/security.txt, which does not exist without it.
   */
  securityContact: undefined,

  /** The largest request body. Raise it if users upload files; a proxy has a limit, too (docs/deploy/server.md). */
  maxBodyBytes: 64 * 1024,

  /**
   * What pages load from elsewhere: Content-Security-Policy directives, and the sources that each allows beside this
   * site. The browser's console names what was blocked, by its directive and its source.
   */
  contentSecurityPolicy: {
    // Where a provider redirects before it shows its own page, like a company's single sign-on. Browsers without
    // JavaScript need it. The providers themselves are allowed.
    "form-action": [],
  },

  /**
   * Stores the tokens of OAuth providers, encrypted, so that the server can call the providers' APIs later:
   * `providerTokens` in src/server/auth/provider-tokens.ts reads them. Keep it off if you do not need them: tokens that
   * are not stored cannot be stolen.
   */
  storeProviderTokens: false,
};

export default appConfig;

/** The shape of these settings. Each is explained above. */
export interface AppConfig {
  name: string;
  /** Paths in lower case, without a trailing slash. */
  protectedPaths: string[];
  signedOutRedirect: string;
  /** Times are in seconds. */
  session: {
    strategy: "database" | "jwt";
    maxAge: number;
    absoluteMaxAge: number;
    freshAge: number;
    updateAge: number;
  };
  deviceBoundSessions: boolean;
  newBrowserMails: boolean;
  maxMailsPerDay: number;
  securityContact: string | undefined;
  maxBodyBytes: number;
  contentSecurityPolicy: PolicySources;
  storeProviderTokens: boolean;
}
