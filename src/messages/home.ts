// The text of the home page.

import type { JSX } from "solid-js";

export const homeText = {
  description:
    "A starting point with email links, passkeys and OAuth providers, database sessions, and pages that only signed-in users see.",
  title: "Sign-in for SolidStart, done right.",
  start: "Get started",
  returnTo: (path: JSX.Element) => ["Please sign in to continue. We'll take you right back to ", path, "."],
  toSignIn: "Go to sign-in",
  welcome: (name: string) => `Good to see you${name && `, ${name}`}.`,
  signedInAs: (email: JSX.Element) => ["You're signed in as ", email, ". Where to?"],
};

const tiles = <Name extends string>(texts: Record<Name, [title: string, text: string]>) => texts;

export const tileTexts = tiles({
  email: ["Email links", "A link that works once, for a few minutes, and only when its button is pressed."],
  passkeys: ["Passkeys", "Fingerprint, face or PIN. Nothing to remember, and nothing to phish."],
  oauth: ["OAuth", "With PKCE and a verified address. Each Auth.js provider is one entry in a list."],
  protected: ["Protected page", "Rendered on the server, for signed-in users only."],
  client: ["Client-rendered page", "Rendered in your browser, behind the same guard."],
  account: ["Your account", "Your profile, your sign-in methods and your sessions."],
});
