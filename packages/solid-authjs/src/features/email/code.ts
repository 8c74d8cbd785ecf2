// The code beside a mail link. It helps if the link opens in the wrong place: in a mail app's own browser, or on
// another device. The code is derived from the link's token, so nothing more is stored, and a copy of the database
// reveals no code.
//
// Threat: guessing. A code is short, so it works only for five attempts, and only in the browser that asked for it,
// which keeps the token in a sealed cookie. The database counts attempts for each mail, so a user who deletes cookies
// gets no further attempts.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { ResolvedConfig } from "../../resolved-config.ts";
import { useOnce } from "../../signed-in.ts";

/** Consonants only: they do not look like each other or like digits, and they spell no words (RFC 8628, 6.1). */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

/** The number of letters. 20^8 is 34 bits: five attempts succeed once in five billion mails. */
const CODE_LENGTH = 8;
const GROUP_LENGTH = 4;

const MAX_ATTEMPTS = 5;

/** The maximum length of typed or pasted text, in characters: more than a mail has. Longer text is cut off. */
const MAX_INPUT_LENGTH = 2000;

/**
 * A code in capital letters, also in the mail's text: two groups of {@link ALPHABET} that are not part of another word.
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
  // Eight letters use 34 of the 256 bits. So many bits are left that no letter is more likely than another.
  while (letters.length < CODE_LENGTH) {
    letters += ALPHABET[Number(rest % BigInt(ALPHABET.length))];
    rest /= BigInt(ALPHABET.length);
  }
  return letters;
}

/**
 * @param typed the text that the visitor typed or pasted: in any case, also in full width, with or without the groups,
 *   and with surrounding words
 * @returns the letters of the last code in the text; undefined if there is no code
 */
export function codeIn(typed: string): string | undefined {
  const text = typed.slice(0, MAX_INPUT_LENGTH).normalize("NFKC").toUpperCase();
  const letters = (text.match(CODE)?.at(-1) ?? text).replace(/[^A-Z]/g, "");
  const isCode = letters.length === CODE_LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return isCode ? letters : undefined;
}

/** @returns whether these letters are the code for the token. A code from before the secret was rotated stays valid */
export function isCodeOf(token: string, letters: string, secrets: string[]): boolean {
  return secrets.some((secret) => timingSafeEqual(Buffer.from(letters), Buffer.from(lettersOf(token, secret))));
}

/**
 * Counts an attempt before the code is checked. Each attempt is a value that can be used once, so concurrent requests
 * count too.
 *
 * @param maxAge how long the link lives, in seconds
 * @returns how many attempts are left after this one; undefined if this one was already too many
 */
export async function countAttempt(config: ResolvedConfig, token: string, maxAge: number): Promise<number | undefined> {
  for (let number = 1; number <= MAX_ATTEMPTS; number++)
    if (await useOnce(config, `try ${number} of ${token}`, maxAge)) return MAX_ATTEMPTS - number;
  return undefined;
}
