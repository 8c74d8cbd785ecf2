// The headers of static files, as Nitro's route rules: static files do not pass through src/middleware.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { STATIC_HEADERS } from "../src/server/http/security-headers.ts";
import { LICENCES } from "./licences.ts";

const PUBLIC_FILES_MAX_AGE_SECONDS = 60 * 60;

/**
 * Built files have a content hash in their names, so Nitro lets browsers cache them forever. The names of the files in
 * public/ have no hash.
 */
export function staticHeaders() {
  const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `/${join(parentPath, name).split(/[\\/]/).slice(1).join("/")}`);
  const publicHeaders = { ...STATIC_HEADERS, "cache-control": `public, max-age=${PUBLIC_FILES_MAX_AGE_SECONDS}` };
  return Object.fromEntries([
    ["/_build/**", { headers: STATIC_HEADERS }],
    ...[...paths, `/${LICENCES}`].map((path) => [path, { headers: publicHeaders }]),
  ]);
}
