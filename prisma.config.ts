// Prisma's own settings, for `npx prisma studio`, `migrate` and the like. The running application does not read this
// file.

import { prismaConfig } from "database-engines/tools";
import { project } from "./scripts/database/project.ts";

export default prismaConfig(project);
