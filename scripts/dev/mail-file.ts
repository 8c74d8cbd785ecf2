// Where the development mailbox keeps its mail between two runs of `npm run dev`. A file that is missing, damaged or cannot be
// written costs the mail of earlier runs and nothing else.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import PostalMime, { type Email } from "postal-mime";

export interface Letter {
  /** Counts up: the letter's address in the browser. */
  id: number;
  /** As it was sent. */
  source: Buffer;
  mail: Email;
}

/** @returns what the file holds, oldest first */
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

/** @returns whether that worked; if not, it has said why */
export function writeMailFile(path: string, letters: Letter[]): boolean {
  // One byte, one character: the text stays readable, and the bytes come back as they were.
  const entries = letters.map(({ id, source }) => [id, source.toString("latin1")]);
  try {
    mkdirSync(dirname(path), { recursive: true });
    // A process that ends while it writes leaves the old file whole.
    writeFileSync(`${path}.new`, JSON.stringify(entries, null, 1));
    renameSync(`${path}.new`, path);
    return true;
  } catch (error) {
    console.warn(`Mail is kept until the server stops: ${path} cannot be written (${reasonOf(error)}).`);
    return false;
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
