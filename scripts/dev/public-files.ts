// The folders that the development server serves (`server.fs.allow` of Vite), besides the modules that their files
// import. Owners keep other files beside them, by any name: copies of their data, dumps and keys. If pages or the
// server import text by `?raw` from another folder, such as "content", add its name.

import { join, resolve } from "node:path";
import { searchForWorkspaceRoot } from "vite";

export const PUBLIC_FILES = [
  ...["app.config.ts", "node_modules", "packages", "prisma/migrations", "public", "src"].map((name) => resolve(name)),
  // In a repository with several applications, the packages are in this folder.
  join(searchForWorkspaceRoot(resolve()), "node_modules"),
];
