// The parts that `npm run setup` can remove: whole files, and lines of others. docs/first-changes.md lists the same
// parts for removal by hand, and a test compares the two.

/**
 * @typedef {object} Part
 * @property {string[]} files files and folders
 * @property {[file: string, lines: RegExp][]} lines
 */

const METHODS_LIST = "src/server/auth/sign-in-methods.ts";
const HOME_PAGE = "src/routes/index.tsx";
const HOME_TEXTS = "src/messages/home.ts";
const CI = ".github/workflows/ci.yml";

/** @type {Record<string, Part>} */
export const METHODS = {
  email: {
    files: [
      "src/server/auth/providers/email.ts",
      "tests/routes/sign-in/email.spec.ts",
      // Without sign-in by mail, no mail can restore an address.
      "tests/server/auth/email-undo.test.ts",
    ],
    lines: [
      [METHODS_LIST, /(?: {2}\/\/.*\n)+ {2}email\(.*\n/],
      [METHODS_LIST, /import \{ email \} .*\n/],
      [HOME_PAGE, / *<Tile icon=\{mailIcon\} .*\n/],
      [HOME_PAGE, /import mailIcon .*\n/],
      [HOME_TEXTS, /^ {2}email: .*\n/m],
    ],
  },
  passkey: {
    files: ["src/server/auth/providers/passkey.ts", "tests/routes/sign-in/passkey.spec.ts"],
    lines: [
      [METHODS_LIST, /(?: {2}\/\/.*\n)+ {2}passkey\(.*\n/],
      [METHODS_LIST, /import \{ passkey \} .*\n/],
      ["docs/recipes/provider.md", /^ import \{ passkey \} .*\n/m],
      [HOME_PAGE, / *<Tile icon=\{keyIcon\} .*\n/],
      [HOME_PAGE, /import keyIcon .*\n/],
      [HOME_TEXTS, /^ {2}passkeys: .*\n/m],
    ],
  },
  github: {
    files: ["src/server/auth/providers/github.ts", "tests/routes/sign-in/github.spec.ts"],
    lines: [
      [METHODS_LIST, /(?: {2}\/\/.*\n)+ {2}github\(.*\n/],
      [METHODS_LIST, /import \{ github \} .*\n/],
      [".env.example", /^# Sign-in with GitHub\.[\s\S]*?\n\n/m],
      [HOME_PAGE, / *<Tile icon=\{usersIcon\} .*\n/],
      [HOME_PAGE, /import usersIcon .*\n/],
      [HOME_TEXTS, /^ {2}oauth: .*\n/m],
    ],
  },
};

/** The home page names all methods. @type {Part} */
export const ALL_METHODS = { files: [], lines: [[HOME_TEXTS, /email links, passkeys and OAuth providers, /]] };

/** @type {Part} */
export const DEMO = {
  files: [
    "src/protected",
    "src/routes/protected",
    "src/messages/protected.ts",
    "src/messages/protected-client.ts",
    "tests/routes/protected.spec.ts",
  ],
  lines: [
    [HOME_PAGE, / *<Button href="\/protected"[\s\S]*?<\/Button>\n/],
    [HOME_PAGE, / *<Button href="\/protected\/client"[\s\S]*?<\/Button>\n/],
    [HOME_PAGE, / *<Tile [^\n]* href="\/protected" \/>\n/],
    [HOME_PAGE, / *<Tile [^\n]* href="\/protected\/client" \/>\n/],
    [HOME_PAGE, /import lockIcon .*\n/],
    [HOME_PAGE, /import monitorIcon .*\n/],
    [HOME_PAGE, /import \{ Button \} .*\n/],
  ],
};

/**
 * The files and lines about the template itself, and this command, which is no longer needed afterwards.
 *
 * @type {Part}
 */
export const TEMPLATE = {
  files: [
    "template",
    "scripts/setup",
    "packages/database-engines/test",
    "packages/solid-authjs/test",
    "packages/start-kit/test",
    "tests/support/packages.config.ts",
    ".ci",
    ".github/workflows/nightly.yml",
    ".github/workflows/release.yml",
    ".github/workflows/scorecard.yml",
    "docs/images",
  ],
  lines: [
    ["package.json", / *"setup": .*\n/],
    ["package.json", /,\n *"template"(?=\n)/],
    ["package.json", / *"test:full": .*\n/],
    [".gitignore", /^\/release\/\n/m],
    [".github/SECURITY.md", /\n\| version \|[\s\S]*/],
    ["biome.json", /, "template\/tests\/\*\*"/],
    ["tsconfig.json", /(?:,\s*"template\/[^"]*")+/],
    ["docs/sqlite.md", /^`npm run bench -w template` measures .*\n\n/m],
    ["docs/postgresql.md", /^`npm run bench -w template` measures .*\n/m],
    ["docs/first-changes.md", /^## One command\n[\s\S]*?(?=^## )/m],
    ["tests/README.md", /^\| each (?:commit|night), while there is .*\n/m],
    ["tests/README.md", /^\| each (?:commit|night), while there is .*\n/m],
    ["tests/README.md", /^`npm run setup` deletes that folder.*\n\n/m],
    ["tests/README.md", /\nThe packages have their own tests, in [\s\S]*?\n.*\n/],
    [CI, / The template's own tests take long and need Debian's packages, so they run on one\./],
    [CI, / *- if: runner\.os == 'Linux' && hashFiles\('template\/\*\*'\) != ''\n *run: sudo .*\n/],
    [CI, / *- if: runner\.os == 'Linux' && hashFiles\('template\/\*\*'\) != ''\n *run: npm run test:full\n/],
  ],
};

/**
 * @param {import("../edits.mjs").Edits} edits
 * @param {Part} part throws if a file or a line of it is missing
 */
export function removePart(edits, { files, lines }) {
  for (const [file, text] of lines) edits.replace(file, text);
  for (const file of files) edits.remove(file);
}
