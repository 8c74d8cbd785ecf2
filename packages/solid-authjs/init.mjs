#!/usr/bin/env node
// `npx solid-authjs init` adds sign-in to an application of SolidStart 2, with the files of example/. It changes no file
// that is there: what has to be merged or installed by hand, it names. It is JavaScript, since Node runs no TypeScript in
// node_modules.

import { constants, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const EXAMPLE = join(import.meta.dirname, "example");
const WITH_PRISMA = join(EXAMPLE, "with-prisma");

/** The file of the application, and the folder of the package that has it under the same path. */
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

/** How the package manager that runs this adds packages. Others read npm's settings, or none. */
const ADD = { pnpm: "pnpm add", bun: "bun add" };

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
  const application = manifestOf(folder);
  const installed = Object.keys({ ...application.dependencies, ...application.devDependencies });
  if (!installed.includes("@solidjs/start"))
    throw new Error(
      "package.json names no @solidjs/start, so this folder has no application of SolidStart. Nothing is written. " +
        "For Solid 2, the README's page SOLID-2.md has the files.",
    );
  const written = FILES.filter(([file = "", from = ""]) => isWritten(join(EXAMPLE, from, file), join(folder, file)));
  const kept = FILES.filter((each) => !written.includes(each));
  print(
    "Written:",
    written.map(([file]) => file),
  );
  print(
    "There already, and not changed. Merge what these have, once the package is installed:",
    kept.map(([file = "", from = ""]) => `${file}: ${join("node_modules/solid-authjs/example", from, file)}`),
  );
  print("Next:", stepsAfter(application, installed));
}

/**
 * @param {{ overrides?: object }} application
 * @param {string[]} installed
 */
function stepsAfter(application, installed) {
  const { dependencies, devDependencies, overrides } = manifestOf(WITH_PRISMA);
  const { name, version } = manifestOf(import.meta.dirname);
  const { prisma, "@types/node": types } = devDependencies;
  const wanted = { ...dependencies, [name]: version, prisma, "@types/node": types };
  const missing = Object.entries(wanted).filter(([each]) => !installed.includes(each));
  const manager = process.env.npm_config_user_agent?.split("/")[0] ?? "npm";
  const add = Object.entries(ADD).find(([each]) => each === manager)?.[1] ?? "npm install";
  return [
    ...(manager === "pnpm" ? pnpmSettings(dependencies) : npmSettings(application, overrides)),
    ...(missing.length > 0 ? [`${add} ${missing.map(([each, range]) => `${each}@${range}`).join(" ")}`] : []),
    "npx prisma generate && npx prisma db push",
    "The server's environment: AUTH_SECRET (openssl rand -base64 33), AUTH_URL (http://localhost:3000), AUTH_GITHUB_ID and",
    "AUTH_GITHUB_SECRET (callback URL: <AUTH_URL>/api/auth/callback/github), EMAIL_SERVER (smtp://…), EMAIL_FROM",
    "Open /sign-in. A page for signed-in users calls getUser(its path), as src/routes/account.tsx does",
  ];
}

/**
 * Auth.js's own range of nodemailer ends with 8, and Prisma's adapter asks for a better-sqlite3 that has to be compiled.
 *
 * @param {{ overrides?: object }} application
 * @param {Record<string, unknown>} overrides the example's; that of rolldown is for fewer packages only
 */
function npmSettings(application, { rolldown: _, ...overrides }) {
  return application.overrides ? [] : [`package.json: "overrides": ${JSON.stringify(overrides)}`];
}

/** @param {Record<string, string>} dependencies the example's */
function pnpmSettings({ "better-sqlite3": sqlite, nodemailer = "" }) {
  const allowedVersions = { "@auth/core>nodemailer": nodemailer.split(".")[0] };
  return [
    `pnpm-workspace.yaml: overrides: ${JSON.stringify({ "better-sqlite3": sqlite })}`,
    `pnpm-workspace.yaml: peerDependencyRules: ${JSON.stringify({ allowedVersions })}`,
  ];
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {boolean} false if there is such a file, which stays
 */
function isWritten(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} folder throws a message if there is no package.json that can be read */
function manifestOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    throw new Error("This folder has no package.json that can be read. Nothing is written.");
  }
}

/**
 * @param {string} title
 * @param {(string | undefined)[]} lines
 */
function print(title, lines) {
  if (lines.length > 0) console.log(`${[title, ...lines].join("\n  ")}\n`);
}
