// A sign-in method: the meaning of a word in ./sign-in-methods.ts.

import "server-only";
import type { Provider } from "@auth/core/providers";
import { relatedOriginProblems } from "solid-authjs";

export interface SignInMethod {
  /**
   * The provider's id: in URLs, in the database, and in the variables that Auth.js reads. An account is known by it and
   * by the user's id at the provider. So another issuer needs another id: it may give the same ids to other people.
   */
  id: string;
  /** The name on buttons, in notices and in mails. */
  name: string;
  /** The provider's logo, an SVG. Email and passkeys have other icons. */
  icon?: string;
  /** A provider as in Auth.js's configuration: one of `@auth/core/providers`, such as `Google`, or your own. */
  provider: Provider;
  /**
   * The environment variables that turn the method on, if all of them are set. Auth.js itself reads an OAuth provider's
   * client id and secret from AUTH_<ID>_ID and AUTH_<ID>_SECRET, and an OpenID provider's issuer from AUTH_<ID>_ISSUER.
   */
  variables: string[];
  /**
   * Whether the provider verifies every address. If the provider does, a sign-up with it proves the address. If not,
   * the address stays unverified until the user confirms a mail link: an attacker could have entered a victim's address
   * at the provider. The attacker then also learns whether the address has an account here.
   */
  verifiesEmail?: boolean;
  /** False for an OpenID provider that cannot ask its user to sign in again and report the time, such as Google. */
  asksAgain?: boolean;
  /** Signing out leads to the OpenID provider's own sign-out page, so that the session there ends, too. */
  endsSession?: boolean;
  /**
   * The origins of an application on several domains, like "https://example.com", for its passkeys. Passkeys belong to
   * the first origin's host, and work on all these origins: each serves the list at /.well-known/webauthn.
   */
  relatedOrigins?: string[];
}

/**
 * @param options the provider's environment variables, which Auth.js passes to a factory
 * @returns the method's Auth.js provider, under the method's id and name
 */
export function createProvider({ id, name, provider, asksAgain, endsSession }: SignInMethod, options = {}) {
  return { ...(typeof provider === "function" ? provider(options) : provider), id, name, asksAgain, endsSession };
}

/**
 * Whether a sign-in with a method asks the user. A provider may answer from its own session instead.
 */
export function asksUser(method: SignInMethod): boolean {
  const { type } = createProvider(method);
  return type === "oidc" ? method.asksAgain !== false : type !== "oauth";
}

/** Whether a provider signs in on its own site, which sends the browser back to the provider's callback. */
export const isOAuth = (provider?: { type: string }) => provider?.type === "oauth" || provider?.type === "oidc";

/**
 * Whether pages offer a method, and connect it to an account. A credentials provider, such as passwords, needs its own
 * form, and only signs in.
 */
export function isOffered(method: SignInMethod): boolean {
  return createProvider(method).type !== "credentials";
}

const NEEDS_JWT = `is a credentials provider, and Auth.js signs in with those only if app.config.ts has strategy: "jwt". docs/recipes/passwords.md has passwords with database sessions.`;

/**
 * @param strategy the strategy of sessions, as in app.config.ts
 * @returns the problems of configured methods that cannot work, one line each, for the check at startup
 */
export function methodProblems(methods: SignInMethod[], strategy: string): string[] {
  return methods.flatMap((method) => {
    const works = strategy === "jwt" || isOffered(method);
    const problems = works ? [] : [`The sign-in method "${method.name}" ${NEEDS_JWT}`];
    return [...problems, ...relatedOriginProblems(method.relatedOrigins ?? [])];
  });
}
