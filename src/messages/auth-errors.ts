// The text of every sign-in error. `/sign-in` and `/error` show it; the URL's `error` and `code` select it.

import { LINK_MINUTES, MAX_PASSKEYS } from "../lib/limits.ts";
import { SIGN_IN } from "../lib/paths.ts";
import { forbiddenText, unreachableText } from "./errors.ts";

/** The place in a text for the provider's name. */
const PROVIDER = "{provider}";

export interface AuthErrorText {
  title: string;
  text: string;
  /** The HTTP status of the error page. */
  status: 400 | 403 | 404 | 409 | 429 | 500 | 503;
  /** The link that the page offers. */
  next: { href: string; label: string };
}

const toSignIn = { href: SIGN_IN, label: "Back to sign-in" };
const account = { href: "/account", label: "Go to your account" };
const home = { href: "/", label: "Home" };

const fault: AuthErrorText = {
  title: "Sign-in isn't working",
  text: "Something's wrong on our side. Please try again later. If it keeps happening, tell the people who run this site.",
  status: 500,
  next: home,
};

/** A passkey belongs to the site's host name. An address such as 127.0.0.1 cannot have one. */
const otherAddress = {
  title: "Passkeys don't work at this address",
  text: "They belong to the site's own name, and this page was opened at another one. Open the site under its name, or sign in another way.",
};

/** A fault between the provider and this application, such as a wrong redirect URI or a wrong secret. */
const refused: Pick<AuthErrorText, "title" | "text" | "status"> = {
  title: `${PROVIDER} could not sign you in`,
  text: "Something's wrong between that service and this site. The operator was told. Try again later, or sign in another way.",
  status: 503,
};

/** The text for error types that the application never uses: someone typed the URL. */
const unknown: AuthErrorText = {
  title: "Something went wrong",
  text: "We don't know what went wrong. Please start again from the sign-in page.",
  status: 400,
  next: toSignIn,
};

/** By default, the status is 403 and the link leads to the sign-in page. */
const TEXTS: Record<string, Pick<AuthErrorText, "title" | "text"> & Partial<AuthErrorText>> = {
  AccessDenied: {
    title: "You can't sign in here",
    text: "This account isn't allowed to sign in. If you think it should be, ask the people who run this site.",
  },
  AccountNotLinked: {
    title: "This passkey belongs to another account",
    text: "To sign in to that account, sign out first.",
    status: 409,
    next: account,
  },
  AlreadyRegistered: {
    title: "You already have this passkey",
    text: "It's on your account, and nothing has changed.",
    status: 409,
    next: account,
  },
  "CallbackRouteError/refused": refused,
  CallbackRouteError: {
    title: "The sign-in service had a problem",
    text: "Nothing has changed here. Please try again.",
    status: 503,
  },
  "CallbackRouteError/profile": {
    title: "The sign-in service didn't say who you are",
    text: "Trying again won't help. Sign in another way, and tell the people who run this site.",
    status: 503,
  },
  // URLs have this type for all faults of the application.
  Configuration: fault,
  CredentialsSignin: {
    title: "That didn't match",
    text: "Check what you typed, and try again.",
  },
  EmailSignInError: {
    title: "We couldn't send the email",
    text: "Our mail server didn't accept it. Try again in a moment, or sign in another way.",
    status: 503,
  },
  "EmailSignInError/address": {
    title: "That's not an email address",
    text: "Check it for typos. An address looks like name@example.com.",
    status: 400,
  },
  "EmailSignInError/no_mailbox": {
    title: "We couldn't find that mailbox",
    text: "The mail server says it doesn't exist. Check the address for typos.",
    status: 400,
  },
  "EmailSignInError/deferred": {
    title: "We couldn't send the email yet",
    text: "The mail server asked us to wait. Try again in a few minutes, or sign in another way.",
    status: 503,
  },
  Forbidden: { ...forbiddenText, next: home },
  FreshSignInRequired: {
    title: "Please sign in again",
    text: "This needs a recent sign-in. We'll bring you back.",
  },
  "FreshSignInRequired/silent": {
    title: "That didn't confirm it's you",
    text: "The sign-in service let you in without asking you. Nothing has changed. Please sign in another way.",
  },
  InvalidCheck: {
    title: "This sign-in has expired",
    text: "It took too long, or it was started in another window or browser. Please start again.",
    status: 400,
  },
  InvalidProvider: {
    title: "This sign-in method isn't available",
    text: "Choose one of the methods on the sign-in page.",
    status: 404,
  },
  MissingCSRF: {
    title: "Please press the button again",
    text: "The page was open for too long, or your browser didn't send its cookie. Nothing has happened yet. If you see this again, allow cookies for this site.",
  },
  OAuthAccountNotLinked: {
    title: "You already have an account here",
    text: "Its email address is the same, but you sign in to it another way. Do that first, then connect this one on your account page.",
    status: 409,
  },
  "OAuthAccountNotLinked/signed_in": {
    title: "This account isn't connected to yours",
    text: "You're already signed in. To sign in with this account in future, connect it on your account page.",
    status: 409,
    next: account,
  },
  "OAuthAccountNotLinked/other_user": {
    title: "This account belongs to another user",
    text: "Nothing has changed: it's already connected to another account here. If that one is yours, too, disconnect it there first, or sign out and sign in with it.",
    status: 409,
    next: account,
  },
  "OAuthAccountNotLinked/second": {
    title: "Another account of this service is connected",
    text: "Nothing has changed. To change to this one, disconnect the other first, then connect this one.",
    status: 409,
    next: account,
  },
  OAuthCallbackError: {
    title: "You weren't signed in",
    text: "You cancelled, or the sign-in service said no. Try again, or sign in another way.",
  },
  "OAuthCallbackError/interaction": {
    title: "You weren't signed in",
    text: "The sign-in service needs you to do something there first. Try again and answer what it asks, or sign in another way.",
  },
  "OAuthCallbackError/refused": refused,
  "OAuthCallbackError/connect": {
    title: "The account wasn't connected",
    text: "You cancelled, or the sign-in service said no. Nothing has changed.",
    next: account,
  },
  OAuthSignInError: {
    title: "We couldn't reach the sign-in service",
    text: "Try again in a moment, or sign in another way.",
    status: 503,
  },
  "OAuthSignInError/no_email": {
    title: "That account has no verified email address",
    text: "We need an address that's been verified. Verify one in that account's settings and try again, or sign in another way.",
  },
  OtherUser: {
    title: "You're signed in as someone else now",
    text: "The page was opened before that, so nothing has changed.",
    status: 409,
    next: account,
  },
  RateLimited: {
    title: "Too many attempts",
    text: `Wait ${LINK_MINUTES} minutes, then try again. A link that's already in your inbox still works.`,
    status: 429,
  },
  SessionRequired: {
    title: "Please sign in first",
    text: "You've been signed out. Sign in, then try again.",
  },
  "SessionRequired/signed_out": {
    title: "You're signed out",
    text: "Please sign in again. We'll bring you back.",
  },
  TooManyPasskeys: {
    title: `You already have ${MAX_PASSKEYS} passkeys`,
    text: "Remove one that you don't use any more, then add the new one.",
    next: account,
  },
  UnknownAction: {
    title: "Page not found",
    text: "Check the link, or start from the sign-in page.",
    status: 404,
  },
  Unreachable: { ...unreachableText, status: 503 },
  DeviceFailed: {
    title: "The passkey couldn't be used",
    text: "Your device or password manager reported an error. Try again, choose another passkey, or sign in another way.",
  },
  Unsupported: {
    title: "Passkeys don't work in this browser",
    text: "Use another browser, or another way to sign in.",
  },
  Verification: {
    title: "This link no longer works",
    text: "It has already been used, has expired or is incomplete. Ask for a new one.",
    next: { href: SIGN_IN, label: "Get a new link" },
  },
  "Verification/elsewhere": {
    title: "This code can't be used here",
    text: `A code works for ${LINK_MINUTES} minutes, in the browser that asked for it. Open the link in the email instead, or ask for a new one.`,
    next: { href: SIGN_IN, label: "Get a new code" },
  },
  "Verification/mismatch": {
    title: "That code didn't match",
    text: "Compare it with the one in the newest email.",
    next: { href: SIGN_IN, label: "Get a new code" },
  },
  "Verification/spent": {
    title: "This code no longer works",
    text: "It has already been used, has expired, or was mistyped too often. Ask for a new one.",
    next: { href: SIGN_IN, label: "Get a new code" },
  },
  WebAuthnVerificationError: {
    title: "This passkey didn't work",
    text: "Nothing has changed. Try again, or sign in another way.",
  },
  "WebAuthnVerificationError/expired": {
    title: "This sign-in has expired",
    text: "The page was open for too long, or the passkey was used in another tab. Choose your passkey again.",
    status: 400,
  },
  "WebAuthnVerificationError/origin": otherAddress,
  "WebAuthnVerificationError/unknown": {
    title: "This passkey didn't work",
    text: "It has been removed from your account, or the account is gone. Sign in another way, then you can add a new one.",
  },
  OtherOrigin: otherAddress,
};

/**
 * @param error an Auth.js error type from a URL; any value is possible
 * @param code makes the type more specific
 * @param provider the provider's name, if the error is about one
 * @returns the text of the error
 */
export function describeAuthError(error: unknown, code?: unknown, provider = "The sign-in service"): AuthErrorText {
  const found = lookUp(`${error}/${code}`) ?? lookUp(String(error)) ?? unknown;
  return { ...found, title: found.title.replace(PROVIDER, () => provider) };
}

/**
 * @param left how many attempts are left, from a URL; any value is possible
 * @returns the sentence about these attempts; empty for any other value
 */
export function describeTriesLeft(left: unknown): string {
  if (left === "0") return "That was the last try: the code no longer works. Ask for a new one.";
  if (left === "1") return "You have one more try.";
  return Number(left) > 1 && Number(left) < 10 ? `You have ${left} more tries.` : "";
}

function lookUp(key: string): AuthErrorText | undefined {
  const text = Object.hasOwn(TEXTS, key) && TEXTS[key];
  return text ? { status: 403, next: toSignIn, ...text } : undefined;
}
