// Every error a sign-in can end in, in plain words. `/sign-in` and `/error` show them; the URL's `error` and `code` pick one.

import appConfig from "../../app.config.ts";

export interface AuthErrorText {
  title: string;
  text: string;
  /** The HTTP status of the error page. */
  status: 400 | 403 | 404 | 409 | 429 | 500 | 503;
  /** The way out. */
  next: { href: string; label: string };
}

const signIn = { href: "/sign-in", label: "Back to sign-in" };
const account = { href: "/account", label: "Go to your account" };
const home = { href: "/", label: "Home" };

const fault: AuthErrorText = {
  title: "Sign-in is not working",
  text: "Something is wrong on our side. Please try again in a while; if it stays, tell whoever runs this site.",
  status: 500,
  next: home,
};

/** Auth.js's names for what can only be our own mistake. `Configuration` stands for all of them in URLs. */
const FAULTS = new Set([
  "AdapterError",
  "Configuration",
  "DuplicateConditionalUI",
  "ErrorPageLoop",
  "EventError",
  "ExperimentalFeatureNotEnabled",
  "InvalidCallbackUrl",
  "InvalidEndpoints",
  "JWTSessionError",
  "MissingAdapter",
  "MissingAdapterMethods",
  "MissingAuthorize",
  "MissingSecret",
  "MissingWebAuthnAutocomplete",
  "OAuthProfileParseError",
  "SessionTokenError",
  "SignOutError",
  "UnsupportedStrategy",
  "UntrustedHost",
]);

/** Nobody sends anybody here with it: it was typed. */
const unknown: AuthErrorText = {
  title: "Something did not work",
  text: "We cannot tell what it was. Please start again from the sign-in page.",
  status: 400,
  next: signIn,
};

const TEXTS: Record<string, AuthErrorText> = {
  AccessDenied: {
    title: "You cannot sign in here",
    text: "This account is not allowed to sign in. If you think it should be, ask whoever runs this site.",
    status: 403,
    next: signIn,
  },
  AccountNotLinked: {
    title: "This passkey belongs to somebody else",
    text: "It is registered to another account. Sign out first to use it.",
    status: 409,
    next: account,
  },
  CallbackRouteError: {
    title: "The other site did not answer",
    text: "We could not finish signing you in, because the other site did not answer as it should. Please try again.",
    status: 503,
    next: signIn,
  },
  CredentialsSignin: {
    title: "That did not match",
    text: "Check what you entered and try again.",
    status: 403,
    next: signIn,
  },
  EmailSignInError: {
    title: "We could not send the mail",
    text: "Our mail server did not take it. Please try again in a moment, or sign in another way.",
    status: 503,
    next: signIn,
  },
  "EmailSignInError/address": {
    title: "That is not an e-mail address",
    text: "Check the address for a typing mistake: it looks like name@example.com.",
    status: 400,
    next: signIn,
  },
  Forbidden: {
    title: "You are not allowed to do this",
    text: "Your account has no permission for it. If you think it should have, ask the people who run this site.",
    status: 403,
    next: home,
  },
  FreshSignInRequired: {
    title: "Please sign in again",
    text: "This changes who can get into your account, and you signed in a while ago. Sign in once more, and you come back to where you were.",
    status: 403,
    next: signIn,
  },
  InvalidCheck: {
    title: "This sign-in has run out",
    text: "It took too long, or was started in another window or browser. Please start again.",
    status: 400,
    next: signIn,
  },
  InvalidProvider: {
    title: "There is no such way to sign in",
    text: "This site does not offer it. Choose one of those on the sign-in page.",
    status: 404,
    next: signIn,
  },
  MissingCSRF: {
    title: "Please press the button again",
    text: "The page had been open for too long, or your browser did not send its cookie. Nothing has happened yet.",
    status: 403,
    next: signIn,
  },
  OAuthAccountNotLinked: {
    title: "You already have an account here",
    text: "Its address is the same, but you have signed in another way so far. Sign in that way, then connect this one on your account page.",
    status: 409,
    next: signIn,
  },
  "OAuthAccountNotLinked/signed_in": {
    title: "This account is not connected to yours",
    text: "You are signed in already. To sign in with this account from now on, connect it on your account page.",
    status: 409,
    next: account,
  },
  "OAuthAccountNotLinked/other_user": {
    title: "This account belongs to another user",
    text: "Somebody else here signs in with it, and you are signed in as yourself. Sign out first to use it.",
    status: 409,
    next: account,
  },
  OAuthCallbackError: {
    title: "You were not signed in",
    text: "You cancelled at the other site, or it refused. Try again, or choose another way to sign in.",
    status: 403,
    next: signIn,
  },
  OAuthSignInError: {
    title: "We could not reach the other site",
    text: "Signing in there did not start. Please try again in a moment, or choose another way.",
    status: 503,
    next: signIn,
  },
  "OAuthSignInError/no_email": {
    title: "That account shares no e-mail address",
    text: "We need an address that it has verified. Verify and share one in its settings, or sign in another way.",
    status: 403,
    next: signIn,
  },
  RateLimited: {
    title: "Too many tries",
    text: "Please wait ten minutes, then try again. A link that is in your inbox already still works.",
    status: 429,
    next: signIn,
  },
  SessionRequired: {
    title: "Please sign in first",
    text: "You have been signed out meanwhile. Sign in and try again.",
    status: 403,
    next: signIn,
  },
  TooManyPasskeys: {
    title: "You have 20 passkeys already",
    text: "Remove one that you no longer use, then add the new one.",
    status: 403,
    next: account,
  },
  UnknownAction: {
    title: "There is nothing here",
    text: "The address may be mistyped. Start from the sign-in page.",
    status: 404,
    next: signIn,
  },
  Unreachable: {
    title: "We could not reach the server",
    text: "Check your connection and try again.",
    status: 503,
    next: signIn,
  },
  Verification: {
    title: "This link no longer works",
    text: "It was used already, it has run out, or it is not whole. Ask for a new one: it takes a moment.",
    status: 403,
    next: { href: "/sign-in", label: "Get a new link" },
  },
  WebAuthnVerificationError: {
    title: "This passkey did not work",
    text: "It may have been removed from the account. Sign in another way; you can add a new passkey then.",
    status: 403,
    next: signIn,
  },
};

/**
 * @param error an error type of Auth.js, from a URL: anything may stand there
 * @param code narrows it down
 * @returns the words for it
 */
export function describeAuthError(error: unknown, code?: unknown): AuthErrorText {
  if (!error)
    return { ...fault, title: "No error", text: `Nothing is wrong with ${appConfig.name} here.`, status: 404 };
  return lookUp(`${error}/${code}`) ?? lookUp(String(error)) ?? (FAULTS.has(String(error)) ? fault : unknown);
}

function lookUp(key: string): AuthErrorText | undefined {
  return Object.hasOwn(TEXTS, key) ? TEXTS[key] : undefined;
}
