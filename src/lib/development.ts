// What the development server (scripts/dev/errors.ts) and the pages of errors agree on.

/** Vite's event: a file has changed, and what was compiled from it is out of date. */
export const FILE_CHANGED = "development:file-changed";

/** Answers a browser's stack with the lines of the source files. */
export const SOURCE_LINES = "/dev/source-lines";
