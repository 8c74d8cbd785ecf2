// The layers of src/server, from below: a file imports from its own layer and from those below it. So the facts of a
// request can be read without sign-in, and the log without either.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { expect, it } from "vitest";

/**
 * Files and folders of src/server. Those that are not named, such as your own, have no layer: name them to hold them.
 */
const LAYERS = [
  ["time-limits", "email-settings", "engines", "forms", "request-event", "devices", "refuse"],
  ["variables"],
  ["env"],
  ["log"],
  ["database"],
  ["http"],
  ["mail", "config-problems"],
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

/** @returns the number of its layer, from below; NaN without one */
function layerOf(path: string): number {
  const [, name = ""] = /^src\/server\/([\w-]+)/.exec(path) ?? [];
  const layer = LAYERS.findIndex((names) => names.includes(name));
  return layer === -1 ? Number.NaN : layer;
}

it("a file of the server imports nothing of a layer above its own", () => {
  const upwards = imports.filter(({ file, target }) => layerOf(target) > layerOf(file));
  expect(
    upwards.map(({ file, target }) => `${file} imports ${target}`),
    "An import runs up. Hand the value in as an argument, or move what both need below both: the order is in this file.",
  ).toEqual([]);
});

it("each layer has files, and their imports are found", () => {
  for (const name of LAYERS.flat())
    expect(
      files.some((file) => `${file}/`.startsWith(`src/server/${name}`)),
      name,
    ).toBe(true);
  expect(imports.length).toBeGreaterThan(150);
});
