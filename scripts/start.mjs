// `npm start`: the build, with the variables of `.env`. It is JavaScript that an old Node can read, so that what is
// missing is said in words. The build itself needs nothing of this folder.

import { existsSync } from "node:fs";
import module from "node:module";
import { pathToFileURL } from "node:url";
import { envFileProblem } from "./env-file.mjs";

const SERVER = ".output/server/index.mjs";

const problem = existsSync(SERVER) ? envFileProblem() : "There is no build yet. Run `npm run build`.";
if (problem) {
  console.error(`\n${problem}\n`);
  process.exit(1);
}
// The build has filled it (scripts/compile-cache.mjs). Older versions of Node take the folder alone, or have no cache.
process.env.NODE_COMPILE_CACHE_PORTABLE = "1";
module.enableCompileCache?.(".output/cache");
if (existsSync(".env") && process.loadEnvFile) process.loadEnvFile();
// The server refuses a Node that is too old, and says so.
await import(pathToFileURL(SERVER).href);
