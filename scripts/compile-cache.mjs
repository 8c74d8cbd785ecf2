// The end of `npm run build`: fills Node's compile cache for the server, so that a start need not compile its modules.
// Node reads what it has written for its own version, flags and user, and for unchanged files, and compiles all else.
// So the flags are those of `npm start`, the folder may be deleted, and a failure here is none of the build's.

import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const SERVER = resolve(".output/server");
const CACHE = resolve(".output/cache");

// The presets of some platforms write another folder.
if (existsSync(SERVER)) {
  rmSync(CACHE, { recursive: true, force: true });
  enableCompileCache({ directory: CACHE, portable: true });
  const files = readdirSync(SERVER, { encoding: "utf8", recursive: true });
  const own = files.filter((file) => /^(?!node_modules\b).*\.mjs$/.test(file));
  const imports = own.map((file) => `import ${JSON.stringify(pathToFileURL(join(SERVER, file)))};`);
  // Node compiles all that is imported before it looks for the last name, which does not exist. So none of it runs.
  const code = [...imports, 'import { none } from "node:module";'].join("\n");
  await import(`data:text/javascript,${encodeURIComponent(code)}`).catch(() => {});
  flushCompileCache();
  // Only their owner can read the files that Node writes. In a container they are root's, like all of the build.
  const written = existsSync(CACHE) ? readdirSync(CACHE, { encoding: "utf8", recursive: true }) : [];
  for (const path of written) chmodSync(join(CACHE, path), 0o755);
}
