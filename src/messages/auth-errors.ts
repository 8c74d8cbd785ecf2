// The text of every sign-in error. `/sign-in` and `/error` show it; the URL's `error` and `code` select it.

import appConfig from "../../app.config.ts";

export interface AuthErrorText {
  title: string;
  text: string;
  /** The HTTP status of the error page. */
  status: 400 | 403 | 404 | 409 | 429 | 500 | 503;
  /** The link that the page offers. */
  next: { href: string; label: string };
}

const signIn = { href: "/sign-in", label: "Back to sign-in" };
const account = { href: "/account", label: "Go to your account" };
const home = { href: "/", label: "Home" };

const fault: AuthErrorText = {
  title: "Sign-in is not working",
  text: "Something is wrong on our side. Please try again later. If the problem persists, contact the people who run this site.",
  status: 500,
  next: home,
};

/** Auth.js error types that only our own mistakes cause. In URLs, `Configuration` stands for all of them. */
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

/** For error types that the application never uses: somebody typed the URL. */
const unknown: AuthErrorText = {
  title: "Something went wrong",
  text: "We don't know this error. Please start again from the sign-in page.",
  status: 400,
  next: signIn,
};

const TEXTS: Record<string, AuthErrorText> = {
  AccessDenied: {
    title: "You cannot sign in here",
    text: "This account is not allowed to sign in. If you think it should be, contact the people who run this site.",
    status: 403,
    next: signIn,
  },
  AccountNotLinked: {
    title: "This passkey belongs to another account",
    text: "To sign in to that account, sign out first.",
    status: 409,
    next: account,
  },
  CallbackRouteError: {
    title: "The other site did not respond",
    text: "We could not sign you in because the other site did not respond correctly. Please try again.",
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
    title: "We could not send the e-mail",
    text: "Our mail server did not accept it. Please try again in a moment, or use another sign-in method.",
    status: 503,
    next: signIn,
  },
  "EmailSignInError/address": {
    title: "This is not an e-mail address",
    text: "Check it for typing mistakes. An address looks like name@example.com.",
    status: 400,
    next: signIn,
  },
  Forbidden: {
    title: "You are not allowed to do this",
    text: "Your account does not have permission. If you think it should, contact the people who run this site.",
    status: 403,
    next: home,
  },
  FreshSignInRequired: {
    title: "Please sign in again",
    text: "You signed in a while ago, and what you're about to do changes who can get into your account. Then we'll take you back to where you were.",
    status: 403,
    next: signIn,
  },
  InvalidCheck: {
    title: "This sign-in has expired",
    text: "It took too long, or it was started in another window or browser. Please start again.",
    status: 400,
    next: signIn,
  },
  InvalidProvider: {
    title: "This sign-in method is not available",
    text: "Choose one of the methods on the sign-in page.",
    status: 404,
    next: signIn,
  },
  MissingCSRF: {
    title: "Please press the button again",
    text: "The page was open for too long, or your browser did not send its cookie. Nothing has happened yet.",
    status: 403,
    next: signIn,
  },
  OAuthAccountNotLinked: {
    title: "You already have an account here",
    text: "It has the same e-mail address but another sign-in method. Use that method, then connect this one on your account page.",
    status: 409,
    next: signIn,
  },
  "OAuthAccountNotLinked/signed_in": {
    title: "This account is not connected to yours",
    text: "You are already signed in. To use this account for sign-in, connect it on your account page.",
    status: 409,
    next: account,
  },
  "OAuthAccountNotLinked/other_user": {
    title: "This account belongs to another user",
    text: "Another user here signs in with it. To sign in as that user, sign out first.",
    status: 409,
    next: account,
  },
  OAuthCallbackError: {
    title: "You were not signed in",
    text: "You cancelled, or the other site refused. Try again, or choose another sign-in method.",
    status: 403,
    next: signIn,
  },
  "OAuthCallbackError/connect": {
    title: "The account was not connected",
    text: "You cancelled, or the other site refused. Nothing has changed.",
    status: 403,
    next: account,
  },
  OAuthSignInError: {
    title: "We could not reach the other site",
    text: "Please try again in a moment, or choose another sign-in method.",
    status: 503,
    next: signIn,
  },
  "OAuthSignInError/no_email": {
    title: "That account has no verified e-mail address",
    text: "We need a verified address. Verify and share one in the settings of that account, or use another sign-in method.",
    status: 403,
    next: signIn,
  },
  RateLimited: {
    title: "Too many attempts",
    text: "Please wait ten minutes, then try again. A link that is already in your inbox still works.",
    status: 429,
    next: signIn,
  },
  SessionRequired: {
    title: "Please sign in first",
    text: "You have been signed out. Sign in and try again.",
    status: 403,
    next: signIn,
  },
  TooManyPasskeys: {
    title: "You already have 20 passkeys",
    text: "Remove one that you no longer use, then add the new one.",
    status: 403,
    next: account,
  },
  UnknownAction: {
    title: "Page not found",
    text: "The address may be mistyped. Please start from the sign-in page.",
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
    text: "It was already used, has expired or is incomplete. Please ask for a new one.",
    status: 403,
    next: { href: "/sign-in", label: "Get a new link" },
  },
  "Verification/elsewhere": {
    title: "This code can't be used here",
    text: "A code works for ten minutes, in the browser that asked for it. Open the link in the mail instead, or ask for a new one.",
    status: 403,
    next: { href: "/sign-in", label: "Get a new code" },
  },
  "Verification/mismatch": {
    title: "That code didn't match",
    text: "Compare it with the one in the newest mail, and try again. You have five tries in all.",
    status: 403,
    next: { href: "/sign-in", label: "Get a new code" },
  },
  "Verification/spent": {
    title: "This code no longer works",
    text: "It was already used, has expired, or was mistyped five times. Please ask for a new one.",
    status: 403,
    next: { href: "/sign-in", label: "Get a new code" },
  },
  WebAuthnVerificationError: {
    title: "This passkey did not work",
    text: "It may have been removed from the account. Use another sign-in method; then you can add a new passkey.",
    status: 403,
    next: signIn,
  },
};

/**
 * @param error an Auth.js error type from a URL; any value is possible
 * @param code makes the type more specific
 * @returns the text for it
 */
export function describeAuthError(error: unknown, code?: unknown): AuthErrorText {
  if (!error) return { ...fault, title: "No error", text: `Everything is fine with ${appConfig.name}.`, status: 404 };
  return lookUp(`${error}/${code}`) ?? lookUp(String(error)) ?? (FAULTS.has(String(error)) ? fault : unknown);
}

function lookUp(key: string): AuthErrorText | undefined {
  return Object.hasOwn(TEXTS, key) ? TEXTS[key] : undefined;
}
