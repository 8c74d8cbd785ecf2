// What Vite and Vitest watch: not the copies of the whole project that tests leave in `.copies`. With them a start
// would take seconds longer, and tests that run beside the development server would reload its pages.

import { join } from "node:path";
import { normalizePath } from "vite";

/** A copy, which lies in such a folder itself, watches its own files. */
const COPIES = normalizePath(join(import.meta.dirname, "../.copies/"));

export const watch = { ignored: (path: string) => path.startsWith(COPIES) };
