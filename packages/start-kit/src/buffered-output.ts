// Writes the lines of a log to standard output, many of them with one system call.
//
// Upstream: nitro 3.0.260903-beta, the bundles of its plugins and of the pages: each has a copy of the application's
// log. The buffers of a logging library write beside the main thread, one for each copy: their lines run into each
// other when the reader is slow.
// Reported: not yet.
// Gain: whole lines, and no system call for each.
// It can go: when Nitro bundles its plugins with the pages, so that there is one log.

/** Lines wait at most this long. */
const MAX_DELAY_MS = 10;
/** The maximum length of the waiting lines, in characters. Longer text is written at once. */
const MAX_BUFFER_LENGTH = 16 * 1024;

export interface BufferedOutput {
  /** @param line with its line break */
  write: (line: string) => void;
  /** Writes what waits. */
  flush: () => void;
}

export function bufferedOutput(): BufferedOutput {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === "") return;
    const lines = waiting;
    waiting = "";
    // Node's standard output has errors that the application can handle: its reader may have ended.
    process.stdout.write(lines);
  }

  process.on("exit", flush);
  return {
    write(line) {
      waiting += line;
      if (waiting.length > MAX_BUFFER_LENGTH) flush();
      else timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
    flush,
  };
}
