#!/usr/bin/env node
// `npx solid-authjs init` adds sign-in to an application of SolidStart 2, with the files of example/. It changes no
// file that is there: what has to be merged or installed by hand, it names. It is JavaScript, since Node runs no
// TypeScript in node_modules.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";

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

const { dependencies: own, devDependencies: ownTools } = existsSync("package.json") ? read("package.json") : {};
const installed = { ...own, ...ownTools };
if (process.argv.slice(2).join(" ") !== "init") refuse("The command is: npx solid-authjs init");
else if (!/^\D*([2-9]|\d\d)/.test(installed["@solidjs/start"] ?? ""))
  refuse(
    "The package.json of this folder names no @solidjs/start 2. Nothing is written. SOLID-2.md has the files for Solid 2.",
  );
else {
  writeFiles();
  print("Next:", stepsAfter());
}

function writeFiles() {
  /** @type {string[]} */
  const written = [];
  /** @type {string[]} */
  const others = [];
  for (const [file = "", from = ""] of FILES) {
    const source = join(EXAMPLE, from, file);
    const present = presentInPlaceOf(file);
    if (present) others.push(`${present}: ${join("node_modules/solid-authjs/example", from, file)}`);
    else {
      mkdirSync(dirname(file), { recursive: true });
      copyFileSync(source, file);
      written.push(file);
    }
  }
  print(written.length > 0 ? "Written:" : "Nothing is written.", written);
  if (others.length > 0)
    print(
      "There already, and not changed. What is written needs what these have, once the package is installed:",
      others,
    );
}

/**
 * @param {string} file
 * @returns {string | undefined} the file or folder of the application that modules would load instead of this file, or
 * no longer load because of it: `src/auth.js` or `src/auth/` in place of `src/auth.ts`
 */
function presentInPlaceOf(file) {
  const { dir, name } = parse(file);
  const present = existsSync(dir || ".") ? readdirSync(dir || ".") : [];
  const other = present.find((each) => parse(each).name === name);
  return other && join(dir, other);
}

function stepsAfter() {
  const { dependencies, devDependencies, overrides } = read(join(EXAMPLE, "with-prisma/package.json"));
  const { name, version } = read(fileURLToPath(new URL("package.json", import.meta.url)));
  const { prisma, "@types/node": types } = devDependencies;
  const wanted = { ...dependencies, [name]: version, prisma, "@types/node": types };
  const missing = Object.keys(wanted).filter((each) => !installed[each]);
  return [
    // Auth.js's own range of nodemailer ends with 8, and Prisma's adapter asks for a better-sqlite3 that has to be
    // compiled.
    `package.json: "overrides": ${JSON.stringify(overrides)} (pnpm: see the README)`,
    ...(missing.length > 0 ? [`npm install ${missing.map((each) => `${each}@${wanted[each]}`).join(" ")}`] : []),
    `tsconfig.json: "skipLibCheck": true in "compilerOptions": declarations of @auth/core have errors`,
    "npx prisma generate && npx prisma db push",
    ".gitignore: app.db* and src/generated, the database and Prisma's client",
    "The server's environment: AUTH_SECRET (openssl rand -base64 33), AUTH_URL (http://localhost:3000), AUTH_GITHUB_ID and",
    "AUTH_GITHUB_SECRET (callback URL: <AUTH_URL>/api/auth/callback/github), EMAIL_SERVER (smtp://…), EMAIL_FROM",
    "Open /sign-in. A page for signed-in users calls getUser(its path), as src/routes/account.tsx does",
  ];
}

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function print(title, lines) {
  console.log(`${[title, ...lines].join("\n  ")}\n`);
}
