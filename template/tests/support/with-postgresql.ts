// Runs scripts of Node, one after another, with a PostgreSQL server of their own. Each argument is a JSON list of a
// script and its arguments; the step "postgresql" of template/test.ts has them.

import { type ChildProcess, spawn } from "node:child_process";
import { root } from "../../../tests/support/app.ts";
import { POSTGRESQL_VARIABLE, startPostgreSql } from "../../../tests/support/postgresql/server.ts";

const { url, stop } = await startPostgreSql();
let child: ChildProcess | undefined;
// Another step has failed. Ending this process ends the server.
process.once("SIGINT", () => {
  child?.kill("SIGINT");
  process.exit(1);
});
for (const command of process.argv.slice(2)) {
  const env = { ...process.env, [POSTGRESQL_VARIABLE]: url };
  const started = spawn(process.execPath, JSON.parse(command), { cwd: root, stdio: "inherit", env });
  child = started;
  const code = await new Promise<number | null>((resolve) => started.once("exit", resolve));
  if (code !== 0) process.exit(1);
}
await stop();
