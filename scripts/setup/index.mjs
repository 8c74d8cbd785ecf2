// `npm run setup` turns the template into your application. It asks for a name, a colour and the parts to keep, deletes
// files about the template itself, installs the packages, makes the first commit, and deletes itself. Flags answer the
// questions, and `--yes` takes the defaults. It is JavaScript that an old Node can read, and needs no package, so it
// can run first.

import { spawn } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { askFor, readArguments } from "./answers.mjs";
import { setUp } from "./application.mjs";
import { commitAll, commitsOf, makeRepository, stateOf } from "./repository.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
/** Steps that need the packages: the lockfile without the template's packages, and the format of changed lines. */
const COMMANDS = ["npm install --include=dev --prefer-offline --no-audit --no-fund", "npm run format"];
/** Each command has its own line, because an old PowerShell has no `&&`. */
const BY_HAND = 'git add --all .\ngit commit -m "Set up"';
const OUTER = "GitHub reads .github at that repository's root only: docs/updates.md says how to move it there.";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  const given = readArguments(process.argv.slice(2), basename(root));
  if (given.help) return console.log(given.help);
  const state = stateOf(root);
  if (state === "changed")
    throw new Error("Some changes are in no commit. Commit them first, so that `git reset --hard` can undo the setup.");
  const answers = await askFor(given);
  const edits = setUp(root, answers);
  if (state === "none") makeRepository(root);
  try {
    edits.save();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(
      `${reason}\nSome files are changed already. Undo it: git checkout -- .\nOr take the template anew. Then: npm run setup`,
    );
  }
  // Ctrl-C ends the running command. This process then names the remaining steps, even if Ctrl-C came between two
  // commands.
  let isStopped = false;
  process.on("SIGINT", () => {
    isStopped = true;
  });
  for (const [at, command] of COMMANDS.entries()) {
    console.log(`\n> ${command}`);
    const hasFailed = (await statusOf(command)) !== 0;
    if (!hasFailed && !isStopped) continue;
    const left = [...COMMANDS.slice(hasFailed ? at : at + 1), BY_HAND].join("\n");
    throw new Error(
      `\n${isStopped ? "Stopped." : "This command failed."} The files are set up. What is left:\n${left}`,
    );
  }
  const next = answers.database === "postgresql" ? "DATABASE_URL in .env, then npm run dev" : "npm run dev";
  console.log(`\n${answers.name} is set up. ${commit(answers.name, state)}\nNext: ${next}`);
}

/**
 * @param {string} command
 * @returns {Promise<number | null>}
 */
function statusOf(command) {
  const child = spawn(command, { cwd: root, shell: true, stdio: "inherit" });
  return new Promise((resolve) => child.once("close", resolve));
}

/**
 * A repository with commits belongs to its owner, who reads the change first.
 *
 * @param {string} name
 * @param {ReturnType<typeof stateOf>} state A repository with one commit comes from a forge's template button.
 */
function commit(name, state) {
  if (state === "missing") return "There is no git here, so there is no commit.";
  if (state === "outer") return `This folder is in another repository, so the commit is yours:\n${BY_HAND}\n${OUTER}`;
  if (state === "clean" && commitsOf(root) > 1) return `Read the changes, then commit them:\n${BY_HAND}`;
  const refused = commitAll(root, `Set up ${name}`);
  return refused ? `git made no commit:\n${refused}\nThen:\n${BY_HAND}` : "It is committed.";
}
