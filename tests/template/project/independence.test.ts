// Which way imports point: routes → components → account → session → server → solid-auth → @auth/core. The integration layer
// could be lifted out as a package; components know the session and nothing of the server.

import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const source = join(root, "src");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Static, type-only, re-exporting, dynamic and side-effect imports, and Vite's globs. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`]+)["'`]|\bimport\.meta\.glob[^(]*\(\s*["'`]([^"'`]+)["'`]/g;

interface Import {
  file: string;
  /** Of this project: the path from its root. Of a package: the specifier. */
  target: string;
  isOwn: boolean;
}

function importsOf(folder: string): Import[] {
  return filesIn(folder).flatMap((file) =>
    [...readFileSync(join(source, file), "utf8").matchAll(SPECIFIER)].map(([, plain, glob]) =>
      toImport(file, plain ?? glob ?? ""),
    ),
  );
}

/** The source files below a folder of src, or the one file, generated ones left out; as paths within src. */
function filesIn(folder: string): string[] {
  if (/\.tsx?$/.test(folder)) return [folder];
  return readdirSync(join(source, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => toPosix(relative(source, join(entry.parentPath, entry.name))))
    .filter((file) => !file.includes("/generated/"));
}

function toImport(file: string, specifier: string): Import {
  if (specifier.startsWith("~")) return { file, target: specifier.replace("~", "src"), isOwn: true };
  if (!specifier.startsWith(".")) return { file, target: specifier, isOwn: false };
  const path = resolve(source, dirname(file), specifier);
  return { file, target: toPosix(relative(root, path)), isOwn: true };
}

const toPosix = (path: string) => path.split(sep).join("/");

const packageOf = (specifier: string) => specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier;

/** Imports that lead elsewhere than allowed, as "file → target". Empty is right. */
function strays(folder: string, isAllowed: (target: string) => boolean): string[] {
  return importsOf(folder)
    .filter(({ target, isOwn }) => isOwn && !isAllowed(target))
    .map(({ file, target }) => `${file} → ${target}`);
}

const isWithin = (target: string, ...places: string[]) =>
  places.some((place) => target === place || target.startsWith(`${place}/`) || target.startsWith(`${place}.`));

it("reads imports of every kind", () => {
  const lines = [
    `import { a } from "~/a";`,
    `import type { B } from './b';`,
    `export { c } from "../c";`,
    "await import(`d`)",
    `import "e";`,
    `import {\n  f,\n} from "f";`,
    `import.meta.glob<string>("./g/*.ts")`,
  ];
  const found = [...lines.join("\n").matchAll(SPECIFIER)].map(([, plain, glob]) => plain ?? glob);
  expect(found).toEqual(["~/a", "./b", "../c", "d", "e", "f", "./g/*.ts"]);
  expect(importsOf("solid-auth").length).toBeGreaterThan(20);
});

describe("src/solid-auth", () => {
  it("imports nothing from this application", () => {
    expect(strays("solid-auth", (target) => isWithin(target, "src/solid-auth"))).toEqual([]);
    // The alias is the application's own: a package could not carry it along.
    expect(
      importsOf("solid-auth").filter(({ file }) => readFileSync(join(source, file), "utf8").includes('"~/')),
    ).toEqual([]);
  });

  it("imports only packages that package.json names, and no database", () => {
    const packages = new Set(importsOf("solid-auth").flatMap(({ isOwn, target }) => (isOwn ? [] : packageOf(target))));
    const isNode = (name: string) => name.startsWith("node:") || builtinModules.includes(name);
    expect([...packages].filter((name) => !isNode(name) && !(name in dependencies))).toEqual([]);
    expect([...packages].filter((name) => /prisma|sqlite|nodemailer/.test(name))).toEqual([]);
  });

  it("brings nothing of the server into the browser with its client", () => {
    const forBrowsers =
      /^(@auth\/core\/types|@simplewebauthn\/browser|solid-js(\/web)?|src\/solid-auth\/live-session)$/;
    const targets = ["client.ts", "live-session.ts"].flatMap((file) => importsOf(`solid-auth/${file}`));
    expect(targets.map(({ target }) => target).filter((target) => !forBrowsers.test(target))).toEqual([]);
  });
});

describe("src/server", () => {
  it("imports neither routes nor components, nor the session and account pages' queries that stand on it", () => {
    const shared = ["src/lib", "src/messages", "app.config"];
    const files = ["src/app.css?raw", "src/mark.svg?raw"];
    const isBelow = (target: string) => isWithin(target, "src/server", "src/solid-auth", ...shared, ...files);
    expect(strays("server", isBelow)).toEqual([]);
  });

  it("cannot reach the browser: each module says `server-only`", () => {
    // The page for errors is plain HTML, and the headers are sent to everybody. The build or the development server needs them outside
    // of Vite's reach.
    const harmless = ["server/http/error-page.ts", "server/http/security-headers.ts"];
    const open = filesIn("server").filter(
      (file) => !readFileSync(join(source, file), "utf8").includes('import "server-only"'),
    );
    expect(open.sort()).toEqual(harmless);
  });
});

describe("the arrows", () => {
  it("from components lead to the session and the client, and from the account page's to the account; never to the server or the routes", () => {
    const isAbove = (target: string) => isWithin(target, "src/server", "src/routes") || target === "src/solid-auth";
    expect(strays("components", (target) => !isAbove(target))).toEqual([]);
    const ofAccount = importsOf("components").filter(({ target }) => isWithin(target, "src/account"));
    expect(ofAccount.filter(({ file }) => !file.startsWith("components/account/"))).toEqual([]);
  });

  it("from the session lead to the server, never to the account, the routes or the components", () => {
    const isAbove = (target: string) => isWithin(target, "src/account", "src/routes", "src/components");
    expect(strays("session.ts", (target) => !isAbove(target))).toEqual([]);
  });

  it("from the account lead to the session and below, never to routes or components", () => {
    const isAbove = (target: string) => isWithin(target, "src/routes", "src/components");
    expect(strays("account", (target) => !isAbove(target))).toEqual([]);
  });

  it("from pages lead to no database and no provider: those are the server's", () => {
    const pages = importsOf("routes").filter(({ file }) => file.endsWith(".tsx"));
    expect(pages.filter(({ target }) => isWithin(target, "src/server"))).toEqual([]);
  });
});
