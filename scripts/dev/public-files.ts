// What the development server serves (`server.fs.allow` of Vite), besides the modules that these files import. Owners
// keep copies of their data, dumps and keys beside it, by any name. A folder of yours from which pages or the server
// import text by `?raw`, such as "content", is a further name.

import { join, resolve } from "node:path";
import { searchForWorkspaceRoot } from "vite";

export const PUBLIC_FILES = [
  ...["app.config.ts", "node_modules", "packages", "prisma/migrations", "public", "src"].map((name) => resolve(name)),
  // In a repository with several applications, the packages are there.
  join(searchForWorkspaceRoot(resolve()), "node_modules"),
];
