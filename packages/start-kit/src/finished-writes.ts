// In development, a change is reported when its file is written. Many editors, and Node, empty a file before they write
// it. Upstream: Vite 8 watches with chokidar, which reports the empty file, and no second change within 50 ms: a page
// is compiled from the empty file, or the edit is lost. `awaitWriteFinish` is chokidar's own setting for this, and off
// by default.

import type { Plugin } from "vite";

/** How long a file's size has to stay the same, and how often to look, in milliseconds. */
const UNCHANGED_MS = 100;
const POLL_MS = 10;

export function finishedWrites(): Plugin {
  return {
    name: "finished-writes",
    apply: "serve",
    config: () => ({
      server: { watch: { awaitWriteFinish: { stabilityThreshold: UNCHANGED_MS, pollInterval: POLL_MS } } },
    }),
  };
}
