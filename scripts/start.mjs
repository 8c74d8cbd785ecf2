// `npm start`: runs the build, with the variables of `.env`. It is JavaScript that an old Node can read, so that a
// message can name a missing part. The build itself needs nothing from this folder.

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
// The build has filled this folder (scripts/compile-cache.mjs). Older versions of Node do not know this setting, or
// have no cache.
process.env.NODE_COMPILE_CACHE_PORTABLE = "1";
module.enableCompileCache?.(".output/cache");
if (existsSync(".env") && process.loadEnvFile) process.loadEnvFile();
// The server refuses a Node that is too old, and says so.
await import(pathToFileURL(SERVER).href);
