// The list of sign-in methods. A word in the list gives a method its button on the sign-in page, "Last used", its row
// on the account page, its notices and mails, its origin in the Content-Security-Policy, its variables and its check at
// startup. To remove a method, delete its word. docs/recipes/provider.md adds a method.

import "server-only";
import { missingVariables } from "solid-authjs/environment";
import { email } from "./providers/email";
import { github } from "./providers/github";
import { passkey } from "./providers/passkey";
import type { SignInMethod } from "./sign-in-method";

/** All sign-in methods, in the order of the sign-in page. */
export const SIGN_IN_METHODS: SignInMethod[] = [
  // A mail with a link and a code, which works in the browser that asked for the mail. Codes help if links open in a
  // mail app's own browser or on another device. The cost: an attacker can trick users into giving away the code
  // (docs/security.md). Without `codes`, mails have only a link.
  email({ codes: true }),
  // An application on several domains lists their origins as `relatedOrigins` (docs/deploy/README.md).
  passkey(),
  // An OAuth app of GitHub, or of an Enterprise Server.
  github(),
];

/** The methods whose variables are set. */
export const signInMethods = SIGN_IN_METHODS.filter((method) => missingVariables(method, process.env).length === 0);

/**
 * The methods whose variables are not set, with these variables. They are for the developer: visitors do not see
 * methods that are not configured.
 */
export const missingMethods = SIGN_IN_METHODS.filter((method) => !signInMethods.includes(method));

/** The methods with a provider's button: all except email and passkeys, which have their own forms. */
export const providerMethods = signInMethods.filter(({ id }) => id !== "email" && id !== "passkey");

/** @returns the method, if it is configured */
export function findMethod(id: string): SignInMethod | undefined {
  return signInMethods.find((method) => method.id === id);
}
