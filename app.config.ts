// The application's own settings. No secrets here: those come from the environment (.env.example explains each).
// (SolidStart 1 kept its build configuration under this name. Since SolidStart 2 that is vite.config.ts.)

import type { AppConfig } from "./src/lib/app-config";

const DAY_SECONDS = 24 * 60 * 60;

export default {
  /** Shown in titles, mails and passkey prompts. */
  name: "Solid Auth Starter",

  /** Paths that ask for sign-in. Each covers its children: "/protected" guards "/protected/anything" too. */
  protectedPaths: ["/protected", "/account", "/welcome"],

  /** Where a visitor without a session is sent. */
  signedOutRedirect: "/",

  session: {
    /**
     * "database": the cookie holds a random token, the session is a row, and signing out ends it everywhere at once.
     * "jwt": the cookie holds the encrypted session itself. Nothing to look up, and nothing to revoke before it expires.
     */
    strategy: "database",
    /** A session ends after this long without a visit. */
    maxAge: 30 * DAY_SECONDS,
    /** And this long after signing in, however much it is used. */
    absoluteMaxAge: 90 * DAY_SECONDS,
    /** What changes who can sign in (passkeys, connected accounts, the address, deleting the account) needs a sign-in no older than this. */
    freshAge: 15 * 60,
    /** A visit prolongs the session at most this often. */
    updateAge: DAY_SECONDS,
  },

  /** What a request may carry. Raise it where users upload files. */
  maxBodyBytes: 64 * 1024,

  /**
   * Origins, like "https://login.example.com", that a provider sends people on to before they see its page: a company's own
   * sign-in in front of the provider's own. Browsers without JavaScript follow a form nowhere else.
   */
  furtherFormTargets: [],

  /** The application's pages in place of Auth.js's own. */
  pages: {
    signIn: "/sign-in",
    signOut: "/sign-out",
    error: "/error",
    verifyRequest: "/verify-request",
    newUser: "/welcome",
    confirm: "/sign-in/confirm",
  },

  /**
   * Whether the tokens that OAuth providers hand out at sign-in are stored, encrypted, for calling the providers' APIs later:
   * `providerTokens` in src/server/auth/provider-tokens.ts reads them. What is not stored cannot be stolen.
   */
  storeProviderTokens: false,
} satisfies AppConfig;
