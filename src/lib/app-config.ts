import type { SolidAuthPages } from "solid-auth";

/** The shape of app.config.ts. */
export interface AppConfig {
  name: string;
  /** Paths in lower case, without a trailing slash. */
  protectedPaths: string[];
  signedOutRedirect: string;
  session: {
    strategy: "database" | "jwt";
    /** In seconds. */
    maxAge: number;
    /** In seconds. */
    absoluteMaxAge: number;
    /** In seconds. */
    freshAge: number;
    /** In seconds. */
    updateAge: number;
  };
  /** Whether sign-in mails contain a code beside the link. */
  signInCodes: boolean;
  maxBodyBytes: number;
  formActionOrigins: string[];
  pages: SolidAuthPages;
  /** Whether the tokens of OAuth providers are stored. */
  storeProviderTokens: boolean;
}
