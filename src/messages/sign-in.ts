// The text of the sign-in page.

import type { JSX } from "solid-js";
import appConfig from "../../app.config.ts";

export const signInText = {
  title: `Sign in to ${appConfig.name}`,
  titleAgain: "Confirm it's you",
  newHere: "New here? We'll create your account.",
  signedInAs: (email: JSX.Element) => ["You're signed in as ", email, "."],
  email: "Email",
  emailExample: "you@example.com",
  byEmail: "Email me a link",
  or: "or",
  byPasskey: "Sign in with a passkey",
  byProvider: (name: string) => `Continue with ${name}`,
  silent: (providers: string[]) =>
    `${providers.join(" or ")} doesn't count here: it can sign you in without asking, so it doesn't show that it's you.`,
  lastUsed: "Last used",
};
