#!/usr/bin/env node
// `npx solid-authjs init` adds sign-in to an application of SolidStart 2, with the files of example/. It changes no
// file that is there: what has to be merged or installed by hand, it names. It is JavaScript, since Node runs no
// TypeScript in node_modules.

import { constants, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readApplication } from "./init/application.mjs";
import { stepsAfter } from "./init/steps.mjs";

const EXAMPLE = fileURLToPath(new URL("example", import.meta.url));

/** The file of the application, and the folder of the example that has it under the same path. */
const FILES = [
  ["src/auth.ts", "init"],
  ["src/database.ts", "with-prisma"],
  ["src/session.ts", "init"],
  ["src/routes/api/auth/[...solidauth].ts", "."],
  ["src/routes/sign-in.tsx", "init"],
  ["src/routes/account.tsx", "init"],
  ["prisma/schema.prisma", "with-prisma"],
  ["prisma.config.ts", "init"],
];

try {
  init(process.cwd(), process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {string} folder the application's
 * @param {string[]} args
 */
function init(folder, args) {
  if (args.join(" ") !== "init") throw new Error("The command is: npx solid-authjs init");
  const application = readApplication(folder);
  /** @type {{ written: string[], same: string[], others: string[] }} */
  const { written, same, others } = { written: [], same: [], others: [] };
  try {
    for (const [file = "", from = ""] of FILES) {
      const [source, target] = [join(EXAMPLE, from, file), join(folder, file)];
      const present = application.fileInPlaceOf(file);
      if (!present) {
        mkdirSync(dirname(target), { recursive: true });
        copyFileSync(source, target, constants.COPYFILE_EXCL);
        written.push(file);
      } else if (present === file && isSame(source, target)) same.push(file);
      else others.push(`${present}: ${join("node_modules/solid-authjs/example", from, file)}`);
    }
  } finally {
    print(written.length > 0 ? "Written:" : "Nothing is written.", written);
  }
  if (same.length > 0) print("There already, as this command writes them:", same);
  if (others.length > 0)
    print(
      "There already, and not changed. What is written needs what these have, once the package is installed:",
      others,
    );
  print("Next:", stepsAfter(application));
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  // Git may have changed the ends of the lines.
  const [text, otherText] = [one, other].map((file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n"));
  return text === otherText;
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function print(title, lines) {
  console.log(`${[title, ...lines].join("\n  ")}\n`);
}
