// Removing a part from a clone: deleting its files and lines leaves a project that works.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startApp } from "../support/app.ts";
import { copyProject, installPackages } from "../support/copies.ts";
import { insertSession } from "../support/test.ts";

/** The script with the steps of `npm test`. */
const CHECK = "scripts/test.ts";
const LIST = "src/server/auth/sign-in-methods.ts";

/** For each method: the lines to remove from the list, and its file. */
const METHODS = {
  GitHub: { entry: /\n {2}\{\n {4}id: "github",[^}]*\n {2}\},/, icon: /import gitHubIcon .*\n/, file: "github" },
  passkeys: { entry: /\n {2}\{ id: "passkey".*/, icon: /^$/, file: "passkey" },
  email: { entry: /\n {2}\{\n {4}id: "email",[^}]*\n {2}\},/, icon: /^$/, file: "email" },
};

for (const [name, { entry, icon, file }] of Object.entries(METHODS))
  test(`without ${name}, types, lint, unit tests and the build pass`, () => {
    const folder = copyProject(`without-${file}`);
    installPackages(folder);
    rmSync(join(folder, "tests/template"), { recursive: true });
    rmSync(join(folder, `src/server/auth/providers/${file}.ts`));
    const list = readFileSync(join(folder, LIST), "utf8");
    const shorter = list.replace(entry, "").replace(icon, "");
    expect(shorter).not.toMatch(new RegExp(`id: "${file}"|providers/${file}`));
    writeFileSync(join(folder, LIST), shorter);

    run(folder, [CHECK, "types", "lint", "unit", "build"]);
  });

test("without the demo pages, as docs/first-changes.md says, types, lint, unit tests and the build pass", () => {
  const folder = copyProject("without-demo");
  installPackages(folder);
  for (const path of ["tests/template", "src/routes/protected", "tests/e2e/protected.spec.ts"])
    rmSync(join(folder, path), { recursive: true });
  const without = (file: string, taken: RegExp) => {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).toMatch(taken);
    writeFileSync(join(folder, file), text.replace(taken, ""));
  };
  without("src/routes/index.tsx", / *<a href="\/protected\/client".*?<\/a>\n/s);
  without("src/routes/index.tsx", / *<a href="\/protected".*?<\/a>\n/s);
  without("scripts/screenshots.ts", / *protected: .*\n *"protected-client": .*\n/);

  run(folder, [CHECK, "types", "lint", "unit", "build"]);
});

test("without the short way to read a session, types, the tests of sessions and the build pass, and sessions are read", async () => {
  const folder = copyProject("without-held-session");
  installPackages(folder);
  rmSync(join(folder, "src/solid-auth/server/held-session.ts"));
  rmSync(join(folder, "tests/template/solid-auth/server/held-session.test.ts"));
  edit(
    folder,
    "src/solid-auth/handler.ts",
    /(import .*answerHeldSession.*\n)|\(await answerHeldSession\(.*\)\) \?\? /g,
  );
  edit(
    folder,
    "src/solid-auth/server/session.ts",
    /(import .*readHeldSession.*\n)| {2}const held = .*\n {2}if \(held\) .*\n/g,
  );
  run(folder, [CHECK, "types", "build"]);
  run(folder, [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "tests/template/vitest.config.ts",
    "session",
    "lifetime",
  ]);
  const app = await startApp(folder);
  try {
    const { email, sessionToken } = await insertSession(app);
    for (const path of ["/protected", "/api/auth/session"]) {
      const response = await fetch(app.origin + path, { headers: { cookie: `authjs.session-token=${sessionToken}` } });
      expect(await response.text(), path).toContain(email);
    }
  } finally {
    await app.stop();
  }
});

function edit(folder: string, file: string, taken: RegExp): void {
  const path = join(folder, file);
  const shorter = readFileSync(path, "utf8").replace(taken, "");
  expect(shorter).not.toContain("HeldSession");
  writeFileSync(path, shorter);
}

function run(cwd: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
}

test("only the list, the provider's own file and the simulated GitHub name a provider", () => {
  const { stdout } = spawnSync("git", ["grep", "-liE", "github", "--", "src", "app.config.ts"], { encoding: "utf8" });
  const named = stdout.split("\n").filter(Boolean);
  // The source of authenticators' names.
  expect(named).toEqual(["src/server/auth/device-names.ts", "src/server/auth/providers/github.ts", LIST]);
});
