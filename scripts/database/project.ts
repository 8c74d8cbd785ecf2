// The facts about this project for the commands of packages/database-engines.

import { join } from "node:path";
import type { Project } from "database-engines/tools";
import { engines } from "../../src/server/engines.ts";

const root = join(import.meta.dirname, "../..");

export const project: Project = { engines, root, generated: join(root, "src/server/database/generated") };
