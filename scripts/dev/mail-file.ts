// Stores the mail of the development mailbox between runs of `npm run dev`. If the file is missing, damaged or not
// writable, only the mail of earlier runs is lost.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import PostalMime, { type Email } from "postal-mime";

export interface Letter {
  /** A number that grows with each mail, and is a part of the mail's URL. */
  id: number;
  /** The mail as the client sent it. */
  source: Buffer;
  mail: Email;
}

/** @returns the mails in the file, oldest first */
export async function readMailFile(path: string): Promise<Letter[]> {
  try {
    const entries: [number, string][] = JSON.parse(readFileSync(path, "utf8"));
    return await Promise.all(
      entries.map(async ([id, text]) => {
        const source = Buffer.from(text, "latin1");
        return { id, source, mail: await PostalMime.parse(source) };
      }),
    );
  } catch (error) {
    if (!isMissing(error)) console.warn(`The mailbox starts empty: ${path} cannot be read (${reasonOf(error)}).`);
    return [];
  }
}

export function writeMailFile(path: string, letters: Letter[]): void {
  // Latin-1 maps each byte to one character: the text stays readable, and the bytes are restored exactly.
  const entries = letters.map(({ id, source }) => [id, source.toString("latin1")]);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(entries, null, 1), { mode: 0o600 });
  } catch (error) {
    console.warn(`Mail is kept until the server stops: ${path} cannot be written (${reasonOf(error)}).`);
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
