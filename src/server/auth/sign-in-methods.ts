// The list of sign-in methods. An entry gives a method its button on the sign-in page, "Last used", its row on the
// account page, its notices and mails, its origin in the Content-Security-Policy and its check at startup. To remove a
// method, delete its entry. src/server/auth/config.ts builds the Auth.js configuration from this list.

import "server-only";
import type { Provider } from "@auth/core/providers";
import { missingVariables } from "solid-authjs/environment";
import gitHubIcon from "~/icons/logos/github.svg?raw";
import emailProvider from "./providers/email";
import gitHubProvider from "./providers/github";
import passkeyProvider from "./providers/passkey";

export interface SignInMethodEntry {
  /** The provider's id: in URLs, in the database, and in the variables that Auth.js reads. */
  id: string;
  /** Shown on buttons, in notices and in mails. */
  name: string;
  /** The provider's logo, an SVG. Email and passkeys have icons of their own. */
  icon?: string;
  /** A provider as in Auth.js's configuration: one of `@auth/core/providers`, such as `Google`, or your own. */
  provider: Provider;
  /**
   * The environment variables that turn the method on; it needs all of them. Auth.js itself reads an OAuth provider's
   * client id and secret from AUTH_<ID>_ID and AUTH_<ID>_SECRET, and an OpenID provider's issuer from AUTH_<ID>_ISSUER.
   */
  variables: string[];
  /**
   * Whether the provider verifies every address. If so, signing up with it proves the address. If not, the address
   * stays unverified until the user confirms a mail link: an attacker could have entered a victim's address at the
   * provider, who then also learns whether it has an account here.
   */
  verifiesEmail?: boolean;
  /** False for an OpenID provider that cannot ask its user to sign in again and say when that was, such as Google. */
  asksAgain?: boolean;
  /** Signing out leads to the OpenID provider's own page for that, so that the session there ends, too. */
  endsSession?: boolean;
}

/** All sign-in methods, in the order of the sign-in page. */
export const SIGN_IN_METHODS: SignInMethodEntry[] = [
  {
    id: "email",
    name: "Email",
    provider: emailProvider,
    variables: ["EMAIL_SERVER", "EMAIL_FROM"],
  },
  { id: "passkey", name: "Passkey", provider: passkeyProvider, variables: [] },
  {
    id: "github",
    name: "GitHub",
    icon: gitHubIcon,
    provider: gitHubProvider,
    variables: ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
    verifiesEmail: true,
  },
];

/** The methods whose variables are set. */
export const signInMethods = SIGN_IN_METHODS.filter((method) => missingVariables(method, process.env).length === 0);

/**
 * The methods whose variables are not set, with these. For the developer: visitors do not see what is not configured.
 */
export const missingMethods = SIGN_IN_METHODS.filter((method) => !signInMethods.includes(method));

/** The methods with a provider's button: all except email and passkeys, which have their own forms. */
export const providerMethods = signInMethods.filter(({ id }) => id !== "email" && id !== "passkey");

/** @returns the method, if it is configured */
export function findMethod(id: string): SignInMethodEntry | undefined {
  return signInMethods.find((method) => method.id === id);
}

/**
 * @param options the provider's environment variables, which Auth.js passes to a factory
 * @returns the method's Auth.js provider, under the method's id and name
 */
export function createProvider({ id, name, provider, asksAgain, endsSession }: SignInMethodEntry, options = {}) {
  return { ...(typeof provider === "function" ? provider(options) : provider), id, name, asksAgain, endsSession };
}

/**
 * Whether a sign-in with a method asks the user. A provider may answer from its own session instead, as GitHub does.
 */
export function asksUser(method: SignInMethodEntry): boolean {
  const { type } = createProvider(method);
  return type === "oidc" ? method.asksAgain !== false : type !== "oauth";
}

/**
 * Whether pages offer a method, and connect it to an account. A credentials provider, such as passwords, needs a form
 * of its own, and signs in only.
 */
export function isOffered(method: SignInMethodEntry): boolean {
  return createProvider(method).type !== "credentials";
}

/** @auth/core marks the providers that it treats in its own way, by their ids: Apple's name, Entra's tenants. */
const MARK = "conform-internal";

/** @returns the problem of methods under an id that is not their provider's own, where @auth/core goes by that id */
export function idProblems(methods = signInMethods): string[] {
  return methods.flatMap(({ id, name, provider }) => {
    const own = typeof provider === "function" ? provider({}) : provider;
    const isMarked = Object.getOwnPropertySymbols(own).some(({ description }) => description === MARK);
    return isMarked && own.id !== id
      ? `The sign-in method "${name}" needs the id "${own.id}", by which Auth.js treats it.`
      : [];
  });
}

const NEEDS_JWT = `is a credentials provider, and Auth.js signs in with those only if app.config.ts has strategy: "jwt". docs/recipes/passwords.md has passwords with database sessions.`;

/** @returns the problem of methods that cannot work with these sessions, for the check at startup */
export function strategyProblems(strategy: string, methods = signInMethods): string[] {
  const refused = strategy === "jwt" ? [] : methods.filter((method) => !isOffered(method));
  return refused.map(({ name }) => `The sign-in method "${name}" ${NEEDS_JWT}`);
}
