// Commands that ask at a terminal, which `script` of util-linux provides.

import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { GIT_USER } from "./setup.ts";

/** What is typed once the terminal shows a text. */
export type Typing = [shown: string, typed: string];

export const [CTRL_C, CTRL_D] = ["\u0003", "\u0004"];

/** The limit for a command that waits for another answer than the test's. */
const LIMIT_MS = 10 * 60_000;

/**
 * Runs a command at a terminal.
 *
 * @param limit in milliseconds
 * @returns what the terminal has shown, without its control sequences, and the command's status
 */
export async function atTerminal(folder: string, command: string, typings: Typing[], limit = LIMIT_MS) {
  const env = { ...process.env, ...GIT_USER };
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    env,
    timeout: limit,
  });
  const waiting = [...typings];
  let [shown, read] = ["", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const [next] = waiting;
    const at = next ? shown.indexOf(next[0], read) : -1;
    if (!next || at < 0) return;
    read = at + next[0].length;
    waiting.shift();
    child.stdin.write(next[1]);
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const plain = stripVTControlCharacters(shown).replaceAll("\r", "");
  return { status, shown: plain, untyped: waiting.map(([text]) => text) };
}
