// The layers of src/server, from below: a file imports from its own layer and from those below it. So the facts of a
// request can be read without sign-in, and the log without either.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { expect, it } from "vitest";

/** Files and folders of src/server. Those that are not named, such as your own, stand above them all. */
const LAYERS = [
  ["time-limits", "email-settings", "engines", "forms", "request-event", "config-problems", "devices"],
  ["variables"],
  ["env"],
  ["log"],
  ["database"],
  ["http"],
  ["mail"],
  ["auth"],
  ["functions"],
  ["middleware"],
];

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*"((?:~|\.)[^"]+)"/g;

const files = readdirSync("src/server", { recursive: true, encoding: "utf8" })
  .map((file) => `src/server/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".ts") && !file.includes("/generated/"));

const imports = files.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(SPECIFIER)].map(([, specifier = ""]) => ({
    file,
    target: pathOf(file, specifier),
  })),
);

function pathOf(file: string, specifier: string): string {
  return specifier.startsWith("~") ? specifier.replace("~", "src") : normalize(join(dirname(file), specifier));
}

/** @returns the number of its layer, from below; undefined outside of src/server */
function layerOf(path: string): number | undefined {
  const [, name] = /^src\/server\/([\w-]+)/.exec(path) ?? [];
  if (name === undefined) return undefined;
  const layer = LAYERS.findIndex((names) => names.includes(name));
  return layer === -1 ? LAYERS.length : layer;
}

it("a file of the server imports nothing of a layer above its own", () => {
  const upwards = imports.filter(({ file, target }) => Number(layerOf(target)) > Number(layerOf(file)));
  expect(
    upwards.map(({ file, target }) => `${file} imports ${target}`),
    "An import runs up. Hand the value in as an argument, or move what both need below both: the order is in this file.",
  ).toEqual([]);
});

it("each layer has files, and each imports from below", () => {
  expect(
    [...new Set(files.map(layerOf))].filter((layer) => layer !== LAYERS.length).sort((a, b) => Number(a) - Number(b)),
  ).toEqual([...LAYERS.keys()]);
  expect(imports.length).toBeGreaterThan(150);
});
