// The questions of `npm run setup`, and the flags that answer them. One function checks a flag and a typed answer, and
// throws a message for the person who gave it.

import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { nameOfFolder, readName } from "./names.mjs";
import { METHODS } from "./parts.mjs";
import { readPrimary } from "./theme.mjs";

/**
 * @typedef {object} Answers
 * @property {string} name
 * @property {string | undefined} color undefined keeps the template's
 * @property {string[]} methods the sign-in methods to keep
 * @property {string} database "both", "sqlite" or "postgresql"
 * @property {boolean} demo whether the demo pages stay
 *
 * @typedef {object} Question
 * @property {keyof Answers} key
 * @property {string} flag
 * @property {string} text
 * @property {string} usual the value without an answer
 * @property {(text: string) => unknown} read throws if the answer is wrong
 *
 * @typedef {object} Given
 * @property {Partial<Record<keyof Answers, unknown>>} answers
 * @property {Question[]} open
 * @property {string} [help] the list of flags, if the user asked for it
 */

const [YES, NO] = [/^y(es)?$/i, /^no?$/i];

/**
 * @param {string} folder the folder's own name
 * @returns {Question[]}
 */
function questionsFor(folder) {
  return [
    { key: "name", flag: "name", text: "The application's name", usual: nameOfFolder(folder), read: readName },
    {
      key: "color",
      flag: "color",
      text: "Its colour, such as #0f766e",
      usual: "keep",
      read: (text) => (text === "keep" ? undefined : readPrimary(text)),
    },
    {
      key: "methods",
      flag: "sign-in",
      text: "Sign-in methods that stay",
      usual: Object.keys(METHODS).join(","),
      read: readMethods,
    },
    {
      key: "database",
      flag: "database",
      text: "Database that stays: both, sqlite or postgresql",
      usual: "both",
      read: (text) => oneOf(["both", "sqlite", "postgresql"], text),
    },
    {
      key: "demo",
      flag: "demo",
      text: "Do the demo pages stay: yes or no",
      usual: "yes",
      read: readYes,
    },
  ];
}

/**
 * @param {string[]} args the arguments of the command line
 * @param {string} folder the folder's own name
 * @returns {Given} the answers that the flags give. Throws a message if an answer is wrong
 */
export function readArguments(args, folder) {
  const questions = questionsFor(folder);
  const given = readFlags(args, questions);
  /** @type {Given["answers"]} */
  const answers = {};
  if (given.help) return { answers, open: [], help: helpFor(questions) };
  for (const { key, flag, read } of questions) {
    const text = given[flag];
    if (typeof text === "string") answers[key] = readFlag(flag, text, read);
  }
  const open = questions.filter(({ key }) => !(key in answers));
  if (!given.yes) return { answers, open };
  for (const { key, usual, read } of open) answers[key] = read(usual);
  return { answers, open: [] };
}

/**
 * @param {Given} given
 * @returns {Promise<Answers>} Rejects with a message if there is no terminal, or if it is closed
 */
export async function askFor({ answers, open }) {
  if (open.length > 0) await askAtTerminal(open, answers);
  return /** @type {Answers} */ (answers);
}

/**
 * @param {string[]} args
 * @param {Question[]} questions
 * @returns {Record<string, string | boolean | undefined>}
 */
function readFlags(args, questions) {
  const options = Object.fromEntries(questions.map(({ flag }) => [flag, { type: /** @type {const} */ ("string") }]));
  try {
    const switches = {
      yes: { type: /** @type {const} */ ("boolean") },
      help: { type: /** @type {const} */ ("boolean") },
    };
    return parseArgs({ args, options: { ...options, ...switches } }).values;
  } catch (error) {
    const [said = ""] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    const flags = questions.map(({ flag }) => `--${flag}`).join(", ");
    throw new Error(
      `${said.replace(/\.$/, "")}. The flags are ${flags}, each with its answer, and --yes, after "npm run setup --".`,
    );
  }
}

/** @param {Question[]} questions */
function helpFor(questions) {
  const lines = questions.map(({ flag, text, usual }) => `  --${flag.padEnd(9)} ${text} (${usual})`);
  const last = "  --yes       takes the defaults, in brackets, of what no flag answers";
  return ["npm run setup -- [flags]", ...lines, last].join("\n");
}

/**
 * @param {string} flag
 * @param {string} text
 * @param {Question["read"]} read
 */
function readFlag(flag, text, read) {
  try {
    return read(text);
  } catch (error) {
    throw new Error(`--${flag}: ${messageOf(error)}`);
  }
}

/**
 * @param {Question[]} questions
 * @param {Given["answers"]} answers
 */
async function askAtTerminal(questions, answers) {
  if (!process.stdin.isTTY)
    throw new Error(
      "There is no terminal to ask at: npm run setup -- --yes takes the defaults of what no flag answers.",
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise((_, reject) => terminal.once("close", () => reject(new Error("\nNothing is changed."))));
  const ask = async (/** @type {string} */ text) => String(await Promise.race([terminal.question(text), closed]));
  for (const { key, text, usual, read } of questions) {
    while (!(key in answers)) {
      const answer = (await ask(`${text} (${usual}): `)).trim();
      try {
        answers[key] = read(answer || usual);
      } catch (error) {
        console.log(`  ${messageOf(error)}`);
      }
    }
  }
  const isWanted = YES.test(
    (await ask("Set it up now, and delete what is the template's own? (yes): ")).trim() || "yes",
  );
  closed.catch(() => {});
  terminal.close();
  if (!isWanted) throw new Error("Nothing is changed.");
}

/** @param {string} text */
function readYes(text) {
  if (YES.test(text.trim())) return true;
  if (NO.test(text.trim())) return false;
  throw new Error(`"${text}" is none of yes, no.`);
}

/** @param {string} text names with commas or spaces between them */
function readMethods(text) {
  const methods = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const known = Object.keys(METHODS);
  for (const method of methods) oneOf(known, method);
  if (!methods.some((method) => method !== "passkey"))
    throw new Error("Another method beside passkeys has to stay: users could not sign up with a passkey alone.");
  return known.filter((method) => methods.includes(method));
}

/**
 * @param {string[]} known
 * @param {string} text
 */
function oneOf(known, text) {
  const answer = text.trim().toLowerCase();
  if (!known.includes(answer)) throw new Error(`"${text}" is none of ${known.join(", ")}.`);
  return answer;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
