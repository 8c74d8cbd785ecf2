// `npm run bench:scale -w template`: the plans of all statements with a million users, three million sessions and ten
// million events on PostgreSQL (tests/postgresql/plans.spec.ts has fewer).

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";

const playwright = join(root, "node_modules/@playwright/test/cli.js");
const args = ["test", "postgresql/plans", "--config", "template/playwright.config.ts", "--project", "postgresql"];
const env = { ...process.env, NIGHT: "1", SCALE_USERS: "1000000" };
process.exit(spawnSync(process.execPath, [playwright, ...args], { cwd: root, stdio: "inherit", env }).status ?? 1);
