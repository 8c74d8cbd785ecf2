// Reads the blocks of code of a docs page, each with the file that the text above it names.

import { readFileSync } from "node:fs";

export interface Block {
  language: string;
  /** The last path in code style before the block. */
  file: string;
  /** The heading above it. */
  heading: string;
  lines: string[];
}

/**
 * @param page the path of a page of the docs
 * @returns its blocks of code, without the indentation of their list
 */
export function blocksOf(page: string): Block[] {
  return blocksIn(readFileSync(page, "utf8"));
}

/** @param text a page's */
export function blocksIn(text: string): Block[] {
  let file = "";
  let heading = "";
  return text.split(/^ *(?=```\w)/m).flatMap((part, index) => {
    const [head = "", ...lines] = part.split("\n");
    const end = lines.findIndex((line) => line.trim() === "```");
    const indentation = lines[end]?.search(/\S/) ?? 0;
    const after = index === 0 ? part : lines.slice(end + 1).join("\n");
    const own = lines.slice(0, end).map((line) => line.slice(indentation));
    const block = { language: head.slice(3), file, heading, lines: own };
    heading = after.match(/(?<=^#+ ).*$/gm)?.at(-1) ?? heading;
    // A name that contains a slash or ends like a file.
    file = after.match(/(?<=`)[\w./[\]-]+\.\w+(?=`)/g)?.at(-1) ?? file;
    return index === 0 ? [] : [block];
  });
}
