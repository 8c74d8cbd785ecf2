// Vite and Vitest do not watch the copies of the whole project that tests leave in `.copies`. With them, a start takes
// seconds longer, and tests beside the development server reload its pages.

import { join } from "node:path";
import { normalizePath } from "vite";

/** A copy is itself in such a folder, and watches its own files. */
const COPIES = normalizePath(join(import.meta.dirname, "../.copies/"));

export const watch = { ignored: (path: string) => path.startsWith(COPIES) };
