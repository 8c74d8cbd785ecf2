// Functions for the error page in development. `developmentErrors` of start-kit uses the same names.

/** Vite's event: a file has changed, and its compiled code is out of date. */
export const FILE_CHANGED = "development:file-changed";

const SOURCE_LINES = "/dev/source-lines";

/**
 * @returns a browser's stack with the lines of the source files, or why a module cannot be loaded; the stack itself, if
 *   the server has neither
 */
export async function sourceLines(stack: string): Promise<string> {
  const response = await fetch(SOURCE_LINES, { method: "POST", body: stack }).catch(() => undefined);
  return response?.ok ? response.text() : stack;
}
