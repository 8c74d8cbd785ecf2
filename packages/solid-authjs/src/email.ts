import { domainToUnicode } from "node:url";

/** Longest address that SMTP can carry (RFC 5321, 4.5.3.1.3, less the angle brackets), in bytes. */
const MAX_EMAIL_BYTES = 254;

const isTooLong = (address: string) => Buffer.byteLength(address) > MAX_EMAIL_BYTES;

// One @ and a domain with a dot: a single name, such as "localhost", is a host of the server's private network. The
// pattern excludes characters that a mail header or an address list could read as something else. It also excludes
// invisible characters (\p{C}): nodemailer drops them, so each such spelling could be another user of the same mailbox.
const VALID_EMAIL = /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@"'(),:;<>[\\\]_.]+(?:\.[^\s\p{C}@"'(),:;<>[\\\]_.]+)+$/u;

/** The URL parser reads a host that ends in a number as an IP address: "1.2" becomes "1.0.0.2". */
const IP_ADDRESS = /\.\d+$/;

/** Thrown for a text that is not an email address. */
export class InvalidEmailAddress extends Error {
  override name = "InvalidEmailAddress";
}

/** When a user copies an address, applications put invisible marks of the text's direction around it. */
const COPIED_ALONG = /^[\s\p{Bidi_Control}]+|[\s\p{Bidi_Control}]+$/gu;

/** Each letter of Unicode reaches its normal form after two rounds, and the third round confirms that. */
const MAX_ROUNDS = 5;

/**
 * Normalises each email address that comes in: two spellings of one mailbox must not become two users. NFKC comes
 * first, so that a look-alike of `@` cannot become a real one later.
 *
 * @param address the text that a visitor typed or a provider sent
 * @returns the address in lower case, without surrounding space; null if the text is not one plain address
 */
export function emailOrNull(address: unknown): string | null {
  // Many combining marks take quadratic time to normalise, so long input is refused first.
  if (typeof address !== "string" || address.trim().length > 2 * MAX_EMAIL_BYTES) return null;
  let email = address.trim().replace(COPIED_ALONG, "");
  if (isTooLong(email)) return null;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const normalized = normalizedOnce(email);
    if (normalized === email) return VALID_EMAIL.test(email) && !IP_ADDRESS.test(email) ? email : null;
    if (normalized === null || isTooLong(normalized)) return null;
    email = normalized;
  }
  return null;
}

/** The result may not be in normal form: some letters lose it when they become lower case. */
function normalizedOnce(address: string): string | null {
  const typed = address.normalize("NFKC").toLowerCase();
  // The URL parser reads the domain as a URL's host. A host ends at these characters, or is decoded, and then the mail
  // goes to another address.
  if (/@.*[/?#\\%@:]/s.test(typed)) return null;
  // A domain has several spellings too (xn--, the dots of other scripts). Mail servers treat these spellings as one
  // domain.
  return typed.replace(/@(.*)$/s, (_, domain: string) => `@${domainToUnicode(domain)}`);
}

/**
 * Whether an address is in its normal form, apart from the case of ASCII letters. A provider verifies one spelling of a
 * mailbox. Another spelling ("ﬁ" as one letter, a full-width letter, an xn-- domain) may be another mailbox, although
 * both have the same normal form.
 */
export function isOwnSpelling(address: unknown): boolean {
  return (
    typeof address === "string" && emailOrNull(address) === address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  );
}

/** Like {@link emailOrNull}. @throws {InvalidEmailAddress} if the text is not one plain address */
export function normalizeEmail(address: unknown): string {
  const email = emailOrNull(address);
  if (email === null) throw new InvalidEmailAddress("Not an email address.");
  return email;
}

/** The identifier of the tokens for a second press of a mail link's form. It cannot be an address. */
export const repeatsOf = (email: string) => `repeat:${email}`;
