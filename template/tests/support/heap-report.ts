// Loaded into the tested server with `--import`: at each request to HEAP_PORT it reports how many bytes only a full
// garbage collection frees.

import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: NodeJS.GCFunction = runInNewContext("gc");

function bytesAfter(type: "minor" | "major"): number {
  collect({ type, execution: "sync" });
  return process.memoryUsage().heapUsed;
}

createServer((_, response) => {
  // An object that survives twice counts as old.
  bytesAfter("minor");
  bytesAfter("minor");
  response.end(String(bytesAfter("minor") - bytesAfter("major")));
})
  .listen(Number(process.env.HEAP_PORT), "localhost")
  .unref();
