// A log entry as text for people. In production the log is JSON, one object per line; development and the tests show it
// in this form.

/**
 * @returns the entry from one line of JSON: time, level, message and fields on one line, then the indented lines of a
 *   stack
 */
export function readableEntry(line: string): string {
  const { time, level, msg, method, path, status, ms, ...fields } = JSON.parse(line);
  const message: string = method ? `${method} ${path} ${status} in ${ms} ms` : msg;
  const [first, ...stack] = message.split("\n");
  const named = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return [[time, level, first, ...named].join(" "), ...stack].join("\n");
}
