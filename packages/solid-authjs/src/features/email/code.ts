// The code beside a mail link, for a link that opens in the wrong place: in a mail app's own browser, or on another
// device. It is derived from the link's token, so nothing more is stored, and a copy of the database reveals no code.
//
// Threat: guessing. A code is short, so it works only in the browser that asked for it, which keeps the token in a
// sealed cookie, and only for five attempts. They are counted in the database for each mail, so deleting cookies gives
// no more of them.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { ResolvedConfig } from "../../resolved-config.ts";
import { useOnce } from "../../signed-in.ts";

/** Consonants only: none looks like another one or a digit, and they spell no words (RFC 8628, 6.1). */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

/** The number of letters. 20^8 is 34 bits: five attempts succeed once in five billion mails. */
const CODE_LENGTH = 8;
const GROUP_LENGTH = 4;

const MAX_ATTEMPTS = 5;

/** The maximum length of what is typed or pasted, in characters: more than a mail has. The rest is cut off. */
const MAX_INPUT_LENGTH = 2000;

/**
 * A code in capital letters, also in the mail's text: two groups of {@link ALPHABET} that are part of no other word.
 */
const CODE = /(?<![\p{L}\p{N}])[B-DF-HJ-NP-TV-XZ]{4}[^\p{L}\p{N}]{0,3}[B-DF-HJ-NP-TV-XZ]{4}(?![\p{L}\p{N}])/gu;

/** @returns the code for a link's token, in two groups: "WDJB-MJHT" */
export function codeOf(token: string, secret: string): string {
  const letters = lettersOf(token, secret);
  return `${letters.slice(0, GROUP_LENGTH)}-${letters.slice(GROUP_LENGTH)}`;
}

function lettersOf(token: string, secret: string): string {
  let rest = BigInt(`0x${createHmac("sha256", secret).update(`code of ${token}`).digest("hex")}`);
  let letters = "";
  // Eight letters take 34 of the 256 bits. So many are left that the remainders favour no letter.
  while (letters.length < CODE_LENGTH) {
    letters += ALPHABET[Number(rest % BigInt(ALPHABET.length))];
    rest /= BigInt(ALPHABET.length);
  }
  return letters;
}

/**
 * @param typed what the visitor has typed or pasted: any case, also in full width, with or without the groups, and with
 *   the words around
 * @returns the letters of the last code in it; undefined if none can be one
 */
export function codeIn(typed: string): string | undefined {
  const text = typed.slice(0, MAX_INPUT_LENGTH).normalize("NFKC").toUpperCase();
  const letters = (text.match(CODE)?.at(-1) ?? text).replace(/[^A-Z]/g, "");
  const isCode = letters.length === CODE_LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return isCode ? letters : undefined;
}

/** @returns whether these letters are the code for the token. A code made before the secret was rotated stays valid */
export function isCodeOf(token: string, letters: string, secrets: string[]): boolean {
  return secrets.some((secret) => timingSafeEqual(Buffer.from(letters), Buffer.from(lettersOf(token, secret))));
}

/**
 * Counts an attempt before it is checked. Each attempt is a value of its own that can be used once, so concurrent
 * requests count too.
 *
 * @param maxAge how long the link lives, in seconds
 * @returns how many attempts are left after this one; undefined if there was none left for it
 */
export async function countAttempt(config: ResolvedConfig, token: string, maxAge: number): Promise<number | undefined> {
  for (let number = 1; number <= MAX_ATTEMPTS; number++)
    if (await useOnce(config, `try ${number} of ${token}`, maxAge)) return MAX_ATTEMPTS - number;
  return undefined;
}
