// The first edits to a clone, each on a copy of its own: `npm test` stays green. (Another name and other colours: another-look.spec.ts.
// Another provider, or one less: providers.spec.ts, removals.spec.ts.)

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { copyProject, installPackages } from "../support/copies.ts";

const CHECKS = ["types", "lint", "unit", "build"];

/** All texts of the home page. */
const HOME_PAGE = [
  /(?<=const DESCRIPTION =\s*").*(?=";)/,
  /Sign-in for SolidStart, done right\./,
  /is for signed-in users\..*\n.*/,
  /Go to sign-in/,
  /Get started/,
  /Protected page/,
  /Client-rendered page/,
  /Good to see you/,
  /You're signed in as/,
  /Where to\?/,
  /(?<=<Tile [^\n]*>\n *)\w.*/g,
  /(?<=title=")[^"]+/g,
];

interface Edit {
  what: string;
  /** The copy's folder. */
  folder: string;
  make: (folder: string) => void;
  /** The steps of `npm test` to run; all if the browser tests could notice the edit. */
  steps?: string[];
}

const EDITS: Edit[] = [
  {
    what: "JWT sessions",
    folder: "jwt-sessions",
    make: (folder) => replace(folder, "app.config.ts", /strategy: "database"/, 'strategy: "jwt"'),
  },
  {
    what: "other words on the home page",
    folder: "other-words",
    make: (folder) => {
      for (const words of HOME_PAGE) replace(folder, "src/routes/index.tsx", words, "Reports for everybody");
      format(folder);
    },
  },
  {
    what: "another database file",
    folder: "another-database",
    make: (folder) => replace(folder, "src/server/env.ts", /file:\.\/data\/app\.db/g, "file:./storage/users.db"),
    steps: CHECKS,
  },
  {
    what: "a folder with another name, deeper, with a space and a letter beyond ASCII in its path, and no locale",
    folder: "another place/with some/näme of its own",
    make: () => {},
  },
];

for (const { what, folder: name, make, steps = [] } of EDITS)
  test(`npm test passes with ${what}`, () => {
    const folder = copyProject(name);
    installPackages(folder);
    make(folder);
    expectToPass(folder, steps);
  });

test("without tests/template and bench, npm test passes, and npm run test:full says that there is nothing to run", () => {
  const folder = copyProject("without-template");
  installPackages(folder);
  for (const each of ["tests/template", "bench"]) rmSync(join(folder, each), { recursive: true });
  expectToPass(folder, CHECKS);
  expect(expectToPass(folder, ["--full"])).toContain("There is no tests/template");
});

function replace(folder: string, file: string, from: RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  expect(before, file).toMatch(from);
  writeFileSync(path, before.replace(from, to));
}

/** Shorter words may fit on a line. */
function format(folder: string): void {
  expect(spawnSync("npm run format", { cwd: folder, shell: true }).status).toBe(0);
}

/** @returns the output of the steps */
function expectToPass(folder: string, steps: string[]): string {
  // Playwright's own variables are those of this run. Many containers have no locale.
  const isOther = ([name]: [string, unknown]) => !/^(PW|PLAYWRIGHT|TEST_|LANG|LC_)/.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(isOther));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/test.ts", ...steps], {
    cwd: folder,
    env,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, `${stdout.slice(-5000)}\n${stderr.slice(-5000)}`).toBe(0);
  return stdout;
}
