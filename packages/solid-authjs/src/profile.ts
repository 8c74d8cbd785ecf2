// Checks a provider's profile of a person once, when it arrives. All later code can trust its shape.
//
// Threats: two people with one id become one user. An address that the provider has not verified opens its owner's
// account. A name or a picture of many kilobytes does not fit into the session's cookie, so that servers refuse each
// request of the browser. Core lowercases addresses, which turns the Kelvin sign into a "k". Then a provider that
// verified one mailbox seems to have verified the other.

import type { Profile } from "@auth/core/types";
import { emailOrNull, isOwnSpelling } from "./email.ts";

/** A person's profile from a provider, in a form that the application can trust. */
export interface CheckedProfile {
  /** The person's id at the provider, which never changes. */
  id: string;
  /** Normalised. Null if the provider sent none, or sent a text that is not an address. */
  email: string | null;
  /** Whether the provider spells the address in its normal form: see `isOwnSpelling`. */
  isOwnSpelling: boolean;
  /**
   * The claim `email_verified`: `vouched` if it is true or "true", `absent` if the provider does not send it. Any other
   * value is `denied`.
   */
  verification: "vouched" | "denied" | "absent";
  /** One line of visible text, of at most 100 characters. */
  name: string | null;
  /** An http(s) URL of at most 1000 characters. */
  image: string | null;
}

/** Thrown for a profile that does not identify the person. The provider, or its `profile` function, is at fault. */
export class InvalidProfile extends Error {
  override name = "InvalidProfile";
}

type ReadProfile = (...args: unknown[]) => unknown;

/** OpenID Connect Core 1.0, section 2: the maximum length of `sub`, in characters. */
const MAX_ID_LENGTH = 255;

/** How many characters a name has at most. */
const MAX_NAME_LENGTH = 100;

/**
 * How many characters an image's URL has at most. So name, address and image fit into one cookie, encrypted and
 * encoded.
 */
const MAX_IMAGE_LENGTH = 1000;

/** The texts that `String(id)` and `${id}` make of a value that is not an id. */
const TEXTS_OF_NO_ID = ["undefined", "null", "NaN", "Infinity", "-Infinity", "true", "false", "[object Object]"];

const checked = new WeakMap<object, CheckedProfile>();

/**
 * @param profile the profile that the `signIn` callback and the events get
 * @returns the checked profile; undefined for a sign-in without a profile, such as by email
 */
export function checkedProfile(profile: Profile | undefined): CheckedProfile | undefined {
  return profile && checked.get(profile);
}

/**
 * @param provider the provider's id, for the log
 * @param read the provider's `profile`; undefined if the provider names its claims as OpenID does
 * @returns the same profile for core, with checked values. Further fields of the user stay as they are
 */
export function checkingProfile(provider: string, read: ReadProfile = readClaims): ReadProfile {
  return async (...args) => {
    const [profile] = args;
    if (!isObject(profile)) throw new InvalidProfile(`The profile of "${provider}" is not an object.`);
    const user = await read(...args);
    if (!isObject(user)) throw new InvalidProfile(`The profile function of "${provider}" returned no user.`);
    const problem = idProblem(user.id, profile);
    if (problem) throw new InvalidProfile(`The profile of "${provider}" has no usable id: it is ${problem}.`);
    const result: CheckedProfile = {
      id: String(user.id),
      email: emailOrNull(user.email),
      isOwnSpelling: isOwnSpelling(user.email),
      verification: verificationIn(profile),
      name: nameOrNull(user.name),
      image: imageOrNull(user.image),
    };
    checked.set(profile, result);
    const { id, email, name, image } = result;
    return { ...user, id, email, name, image };
  };
}

/**
 * Reads a profile as core does, except for a missing id. Core makes up a missing id, and such a user could never sign
 * in again.
 */
function readClaims(claims: unknown): object {
  const { sub, id, name, nickname, preferred_username, email, picture } = claims as Record<string, unknown>;
  return { id: sub ?? id, name: name ?? nickname ?? preferred_username, email, image: picture };
}

/** @returns why the id does not identify a person; undefined if it does */
function idProblem(id: unknown, profile: object): string | undefined {
  if (Number.isSafeInteger(id)) return undefined;
  if (id === undefined || id === null) return "absent";
  if (typeof id === "number") return "a number that is not exact";
  if (typeof id !== "string") return "neither text nor a number";
  if (!VISIBLE.test(id) || TEXTS_OF_NO_ID.includes(id)) return "blank";
  if (id.length > MAX_ID_LENGTH) return `longer than ${MAX_ID_LENGTH} characters`;
  if (/[\p{Cc}\p{Cs}]/u.test(id)) return "not well-formed";
  return hasInexactNumber(profile, id) ? "the text of a number that is not exact" : undefined;
}

/**
 * Whether an id is the text of a number that was rounded when the profile was parsed. Many providers' `profile` turns
 * the number into text, which then no longer shows the rounding.
 */
function hasInexactNumber(value: unknown, id: string): boolean {
  if (typeof value === "number") return !Number.isSafeInteger(value) && (String(value) === id || Number(id) === value);
  return isObject(value) && Object.values(value).some((each) => hasInexactNumber(each, id));
}

function verificationIn({ email_verified: claim }: Record<string, unknown>): CheckedProfile["verification"] {
  if (claim === undefined) return "absent";
  // Apple, Amazon Cognito and PayPal send text.
  return claim === true || claim === "true" ? "vouched" : "denied";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * A letter, a number or a sign: a text needs more than spaces, combining marks and invisible characters (U+2800, too).
 */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/**
 * Cleans each text from a provider or a user's form that a page shows.
 *
 * @returns the text as one trimmed line, well-formed and without control characters; "" if the value is not text, or
 *   has no visible character
 */
export function plainText(value: unknown): string {
  if (typeof value !== "string") return "";
  // Joiners are kept: Persian and emoji need them.
  const line = value.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}[\p{Cf}--[\u200c\u200d]]]+/gv, " ").trim();
  return VISIBLE.test(line) ? line : "";
}

/**
 * Cleans a text of several lines from a user's form.
 *
 * @returns the text with each line as {@link plainText}, between line feeds, without empty lines at its ends; "" if the
 *   value is not text
 */
export function plainLines(value: unknown): string {
  if (typeof value !== "string") return "";
  return value
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(plainText)
    .join("\n")
    .trim();
}

/** @returns a person's name as {@link plainText}, cut to 100 characters; null for none */
export function nameOrNull(name: unknown): string | null {
  // The cut must not leave half of a character at the end.
  return plainText(plainText(name).slice(0, MAX_NAME_LENGTH)) || null;
}

/**
 * @returns a picture's URL; null for one that is not http(s) or is too long. (A "javascript:" URL is harmless in an
 *   image, but not in a link, and a "data:" URL is the whole picture.)
 */
export function imageOrNull(url: unknown): string | null {
  if (typeof url !== "string") return null;
  const parsed = URL.parse(url);
  const isWeb = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  return isWeb && parsed.href.length <= MAX_IMAGE_LENGTH ? parsed.href : null;
}
