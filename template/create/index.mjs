#!/usr/bin/env node
// `npm create solid-auth-starter my-app`. An old Node reads this file too, and gets a sentence instead of an error.

const NEEDED = 20;
if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  console.error(`Solid Auth Starter needs Node ${NEEDED} or newer, and this is ${process.version}: https://nodejs.org`);
  process.exitCode = 1;
} else {
  import("./create.mjs");
}
