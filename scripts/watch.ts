// Vite and Vitest do not watch the copies of the whole project that tests leave in `.copies`. If these copies are
// watched, a start takes seconds longer, and tests beside the development server reload its pages.

import { join } from "node:path";
import { normalizePath } from "vite";

/** A copy of the project is itself in such a folder, and watches its own files. */
const COPIES = normalizePath(join(import.meta.dirname, "../.copies/"));

export const watch = { ignored: (path: string) => path.startsWith(COPIES) };
