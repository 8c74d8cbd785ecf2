import { domainToUnicode } from "node:url";

/** Longest address SMTP can carry (RFC 5321, 4.5.3.1.3, less the angle brackets), in bytes. */
const MAX_EMAIL_BYTES = 254;

const isTooLong = (address: string) => Buffer.byteLength(address) > MAX_EMAIL_BYTES;

// One @ and a domain with a dot: a single name, such as "localhost", is a host of the server's own network. No
// character that a mail header or an address list could read as something else. No invisible character (\p{C}) either:
// nodemailer drops those, so each such spelling would be another user of the same mailbox.
const VALID_EMAIL = /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@"'(),:;<>[\\\]_.]+(?:\.[^\s\p{C}@"'(),:;<>[\\\]_.]+)+$/u;

/** A host that ends in a number is read as an IP address: "1.2" would become "1.0.0.2". */
const IP_ADDRESS = /\.\d+$/;

/** Thrown for a text that is not an email address. */
export class InvalidEmailAddress extends Error {
  override name = "InvalidEmailAddress";
}

/** Applications put invisible marks of the text's direction around an address when it is copied. */
const COPIED_ALONG = /^[\s\p{Bidi_Control}]+|[\s\p{Bidi_Control}]+$/gu;

/** The normal form of each letter of Unicode has its own normal form after two rounds, and the third finds that out. */
const MAX_ROUNDS = 5;

/**
 * Normalises an email address, at each place where one comes in: two spellings of one mailbox must not become two
 * users. NFKC comes first, so that a look-alike of `@` cannot become a real one later.
 *
 * @param address what the visitor typed or a provider sent
 * @returns the address in lower case, without surrounding space; null for what is not one plain address
 */
export function emailOrNull(address: unknown): string | null {
  // Normalising thousands of combining marks takes quadratic time, so long input is refused first.
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

/** The result may not be in normal form: some letters leave it when they become lower case. */
function normalizedOnce(address: string): string | null {
  const typed = address.normalize("NFKC").toLowerCase();
  // The domain is read as a URL's host. It would end at these characters, or be decoded, and the mail would go to
  // another address.
  if (/@.*[/?#\\%@:]/s.test(typed)) return null;
  // A domain has several spellings too (xn--, the dots of other scripts). Mail servers take them for one.
  return typed.replace(/@(.*)$/s, (_, domain: string) => `@${domainToUnicode(domain)}`);
}

/**
 * Whether an address is in its normal form, apart from the case of ASCII letters. A provider verifies a mailbox in one
 * spelling. Another spelling ("ﬁ" as one letter, a full-width letter, an xn-- domain) may be another mailbox, though
 * both are normalised to one address.
 */
export function isOwnSpelling(address: unknown): boolean {
  return (
    typeof address === "string" && emailOrNull(address) === address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  );
}

/** Like {@link emailOrNull}. @throws {InvalidEmailAddress} if it is not one plain address */
export function normalizeEmail(address: unknown): string {
  const email = emailOrNull(address);
  if (email === null) throw new InvalidEmailAddress("Not an email address.");
  return email;
}

/** The identifier of the tokens for a second press of a mail link's form. It cannot be an address. */
export const repeatsOf = (email: string) => `repeat:${email}`;
