// The last step of `npm run build`: it fills Node's compile cache for the server, so that a start need not compile the
// modules. Node reads cached code only for the same version, flags and user, and for unchanged files. It compiles all
// other modules. So the flags are those of `npm start`, the folder may be deleted, and a failure here does not fail the
// build.

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
  // Node compiles all imports before it looks for the last name, which does not exist. So none of the imports runs.
  const code = [...imports, 'import { none } from "node:module";'].join("\n");
  await import(`data:text/javascript,${encodeURIComponent(code)}`).catch(() => {});
  flushCompileCache();
  // Node writes files that only their owner can read. In a container they belong to root, like the rest of the build.
  const written = existsSync(CACHE) ? readdirSync(CACHE, { encoding: "utf8", recursive: true }) : [];
  for (const path of written) chmodSync(join(CACHE, path), 0o755);
}
