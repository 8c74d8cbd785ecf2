/** Longest address SMTP can carry (RFC 5321, 4.5.3.1.3, less the angle brackets), in characters. */
const MAX_ADDRESS_LENGTH = 254;

// One @, a dot-separated domain, and nothing that a mail header or an address list could read as something else.
const ADDRESS = /^[^\s@"(),:;<>[\\\]]+@[^\s@"'(),:;<>[\\\]_.]+(?:\.[^\s@"'(),:;<>[\\\]_.]+)*$/;

/** Thrown for what is not an e-mail address. */
export class InvalidEmailAddress extends Error {
  override name = "InvalidEmailAddress";
}

/**
 * The one spelling of an e-mail address, used wherever an address comes in: two spellings of one mailbox must not become
 * two users. NFKC comes first, so that a look-alike of `@` cannot become a real one later.
 *
 * @param address what the visitor typed or a provider sent
 * @returns the address in lower case, without surrounding space
 * @throws {InvalidEmailAddress} if it is not one plain address
 */
export function normalizeEmail(address: unknown): string {
  const email = typeof address === "string" ? address.normalize("NFKC").trim().toLowerCase() : "";
  if (email.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(email))
    throw new InvalidEmailAddress("Not an e-mail address.");
  return email;
}
