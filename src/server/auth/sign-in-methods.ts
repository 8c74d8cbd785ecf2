// The one list of sign-in methods. An entry gives a method its button on the sign-in page, "Last used", its row on the account page,
// its notices and mails, its place in the Content-Security-Policy and in the check at start. Without its entry a method is gone.
// src/server/auth/config.ts makes the configuration of it.

import "server-only";
import type { Provider } from "@auth/core/providers";
import gitHubIcon from "simple-icons/icons/github.svg?raw";

export interface SignInMethodEntry {
  /** The provider's id: in URLs, in the database, and in the variables that Auth.js reads. */
  id: string;
  /** Shown on buttons, in notices and in mails. */
  name: string;
  /** The provider's mark, an SVG. E-mail and passkeys have icons of their own. */
  icon?: string;
  /** Loads the provider's factory: one of `@auth/core/providers`, or a file of your own. */
  provider: () => Promise<{ default: (options: never) => Exclude<Provider, (...args: never[]) => unknown> }>;
  /**
   * The environment variables that turn the method on, all of them together. Auth.js itself takes an OAuth provider's client id and
   * secret from AUTH_<ID>_ID and AUTH_<ID>_SECRET, and an OpenID provider's issuer from AUTH_<ID>_ISSUER.
   */
  variables: string[];
  /**
   * Whether the provider has verified every address that it gives out. If so, signing up with it proves the address. If not, the
   * address stays unproven until a mail link to it is opened: an attacker could have typed in a victim's address at the provider.
   */
  vouchesForEmail?: boolean;
}

/** In the order of the sign-in page. */
export const SIGN_IN_METHODS: SignInMethodEntry[] = [
  {
    id: "email",
    name: "E-mail",
    provider: () => import("./providers/email"),
    variables: ["EMAIL_SERVER", "EMAIL_FROM"],
  },
  { id: "passkey", name: "Passkey", provider: () => import("./providers/passkey"), variables: [] },
  {
    id: "github",
    name: "GitHub",
    icon: gitHubIcon,
    provider: () => import("./providers/github"),
    variables: ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
    vouchesForEmail: true,
  },
];

/** The methods that are on: their variables are set. */
export const signInMethods = SIGN_IN_METHODS.filter((method) => missingOf(method, process.env).length === 0);

/** Those with a button that leads to a provider: all but e-mail and passkeys, whose forms are their own. */
export const providerMethods = signInMethods.filter(({ id }) => id !== "email" && id !== "passkey");

/** @returns the method, if it is on */
export function findMethod(id: string): SignInMethodEntry | undefined {
  return signInMethods.find((method) => method.id === id);
}

type Variables = Record<string, string | undefined>;

/**
 * The check at start.
 *
 * @param production whether at least one method has to be on. Passkeys alone do not count: they are added by signed-in users
 * @returns what is wrong, one line each
 */
export function signInMethodProblems(variables: Variables, production: boolean, methods = SIGN_IN_METHODS): string[] {
  const switchable = methods.filter((method) => method.variables.length > 0);
  const problems = switchable.flatMap((method) => {
    const missing = missingOf(method, variables);
    if (missing.length === 0 || missing.length === method.variables.length) return [];
    const verb = missing.length === 1 ? "is" : "are";
    return [
      `${and(missing)} ${verb} missing. ${and(method.variables)} turn on the sign-in method "${method.name}" together.`,
    ];
  });
  const isAnyOn = switchable.some((method) => missingOf(method, variables).length === 0);
  if (!production || isAnyOn || problems.length > 0) return problems;
  const choices = switchable.map((method) => `${and(method.variables)} (${method.name})`).join(", or ");
  return [`No sign-in method is configured, and at least one is needed. Set ${choices}.`];
}

function missingOf({ variables: names }: SignInMethodEntry, variables: Variables): string[] {
  return names.filter((name) => !variables[name]?.trim());
}

function and(words: string[]): string {
  return new Intl.ListFormat("en").format(words);
}
