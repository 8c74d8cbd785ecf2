// In development, a change is reported only after its file is completely written. `awaitWriteFinish` is chokidar's own
// setting for this.
//
// Upstream: vite 8.3.8, the watcher (chokidar): many editors, and Node, empty a file before they write it. The empty
// file is reported, and no second change within 50 ms.
// Reported: vitejs/vite#610, paulmillr/chokidar#365.
// Gain: no page is compiled from an empty file, and no edit is lost.
// It can go: when Vite waits for the end of a write by itself.

import type { Plugin } from "vite";

/** How long a file's size has to stay the same, and how often it is checked, in milliseconds. */
const UNCHANGED_MS = 100;
const POLL_MS = 10;

export function awaitWriteFinish(): Plugin {
  return {
    name: "await-write-finish",
    apply: "serve",
    config: () => ({
      server: { watch: { awaitWriteFinish: { stabilityThreshold: UNCHANGED_MS, pollInterval: POLL_MS } } },
    }),
  };
}
