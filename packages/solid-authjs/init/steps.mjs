// What `npx solid-authjs init` leaves to do, in the words of the application's package manager.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How a package manager adds packages, and how it runs what they bring. */
const COMMANDS = {
  npm: { add: "npm install", run: "npx" },
  pnpm: { add: "pnpm add", run: "pnpm exec" },
  bun: { add: "bun add", run: "bunx" },
};
const IGNORED = ["app.db*", "src/generated"];

/**
 * @param {import("./application.mjs").Application} application
 * @returns {string[]}
 */
export function stepsAfter({ folder, installed, workspace }) {
  const { dependencies, devDependencies, overrides } = read("example/with-prisma/package.json");
  const { name, version } = read("package.json");
  /** @type {Record<string, string>} */
  const wanted = {
    ...dependencies,
    [name]: version,
    prisma: devDependencies.prisma,
    "@types/node": devDependencies["@types/node"],
  };
  const missing = Object.keys(wanted).filter((each) => !installed[each]);
  const others = Object.keys(wanted).filter((each) => installed[each] && isOther(installed[each], wanted[each] ?? ""));
  const { add, run } = Object.entries(COMMANDS).find(([manager]) => manager === workspace.manager)?.[1] ?? COMMANDS.npm;
  return [
    ...others.map((each) => `package.json has ${each} ${installed[each]}. What is written needs ${wanted[each]}`),
    ...(workspace.manager === "pnpm" ? pnpmSettings(workspace, wanted) : npmSettings(workspace, wanted, overrides)),
    ...(missing.length > 0 ? [`${add} ${missing.map((each) => `${each}@${wanted[each]}`).join(" ")}`] : []),
    ...compilerOptions(folder),
    `${run} prisma generate && ${run} prisma db push`,
    ...ignored(folder),
    "The server's environment: AUTH_SECRET (openssl rand -base64 33), AUTH_URL (http://localhost:3000), AUTH_GITHUB_ID and",
    "AUTH_GITHUB_SECRET (callback URL: <AUTH_URL>/api/auth/callback/github), EMAIL_SERVER (smtp://…), EMAIL_FROM",
    "Open /sign-in. A page for signed-in users calls getUser(its path), as src/routes/account.tsx does",
  ];
}

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
}

/**
 * @param {string} range of package.json, also "latest", which is no other version
 * @param {string} wanted
 */
function isOther(range, wanted) {
  // Before 1.0, the second number is that of changes that break.
  const breaking = /(\d+)\.(\d+)|(\d+)/;
  const [one, other] = [range, wanted].map((each) => {
    const [, major, minor, alone] = breaking.exec(each) ?? [];
    return major === "0" ? `0.${minor}` : (major ?? alone);
  });
  return one !== undefined && one !== other;
}

/**
 * Auth.js's own range of nodemailer ends with 8, and Prisma's adapter asks for a better-sqlite3 that has to be compiled.
 *
 * @param {import("./application.mjs").Workspace} workspace
 * @param {Record<string, string>} wanted
 * @param {Record<string, unknown>} example
 */
function npmSettings({ path, overrides }, wanted, example) {
  const missing = Object.entries(example).filter(([name]) => !(name in overrides));
  if (missing.length === 0) return [];
  // "$name" is the range in the same package.json, and a workspace's own names none of them.
  const text = JSON.stringify(Object.fromEntries(missing));
  const here = path ? text.replace(/"\$(.+?)"/g, (_, name) => JSON.stringify(wanted[name])) : text;
  return [`${join(path, "package.json")}: "overrides": ${here}`];
}

/**
 * @param {import("./application.mjs").Workspace} workspace
 * @param {Record<string, string>} wanted
 */
function pnpmSettings({ path, settings }, wanted) {
  const allowedVersions = { "@auth/core>nodemailer": wanted.nodemailer?.split(".")[0] };
  const lines = {
    "better-sqlite3": `overrides: ${JSON.stringify({ "better-sqlite3": wanted["better-sqlite3"] })}`,
    "@auth/core>nodemailer": `peerDependencyRules: ${JSON.stringify({ allowedVersions })}`,
  };
  return Object.entries(lines)
    .filter(([name]) => !new RegExp(`${name}["']?\\s*:`).test(settings))
    .map(([, line]) => `${join(path, "pnpm-workspace.yaml")}: ${line}`);
}

/** @param {string} folder */
function compilerOptions(folder) {
  const file = join(folder, "tsconfig.json");
  if (!existsSync(file) || /"skipLibCheck"\s*:\s*true/.test(readFileSync(file, "utf8"))) return [];
  return [`tsconfig.json: "skipLibCheck": true in "compilerOptions": declarations of @auth/core have errors`];
}

/** @param {string} folder */
function ignored(folder) {
  const file = join(folder, ".gitignore");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const missing = IGNORED.filter((line) => !text.includes(line));
  return missing.length > 0 ? [`.gitignore: ${missing.join(" and ")}, the database and Prisma's client`] : [];
}
