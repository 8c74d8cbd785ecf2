// Babel compiles what has JSX or a server function, and no other module.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { fewerPasses } from "../src/fewer-passes.ts";

const { solidStart } = await import("@solidjs/start/config");

const FILES: Record<string, string> = {
  "app.tsx": "export default function App() {\n  return <p>Hello</p>;\n}\n",
  "words.ts": 'export const words: string = "Hello";\n',
  "words.js": 'export const words = "Hello";\n',
  "element.js": "export const element = () => <b>Hello</b>;\n",
  "closed.js": "export const closed = () => <br />;\n",
  "typed.ts": "export const typed = new Map<string, number>();\n",
  "broken.ts": "export const half = ;\n",
  "function.ts": 'export const f = async () => {\n  "use server";\n  return "a secret";\n};\n',
};

let server: ViteDevServer;
/** The files that Babel has looked through for JSX. */
const passes: string[] = [];

beforeAll(async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "src/routes"), { recursive: true });
  for (const [file, code] of Object.entries(FILES)) writeFileSync(join(folder, "src", file), code);
  const before = process.cwd();
  symlinkSync(join(before, "node_modules"), join(folder, "node_modules"), "junction");
  process.chdir(folder);
  try {
    const babel = (_: string, id: string) => {
      passes.push(id.replace(/^.*\//, ""));
      return {};
    };
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: "silent",
      server: { middlewareMode: true, ws: false, watch: null },
      plugins: [
        fewerPasses(),
        solidStart({ solid: { babel }, serverFunctions: { filter: { include: "**/src/*.ts" } } }),
      ],
    });
  } finally {
    process.chdir(before);
  }
});

afterAll(() => server.close());

/** @returns the module as the browser gets it */
async function compiled(file: string): Promise<string> {
  const result = await server.environments.client.transformRequest(`/src/${file}`);
  return result?.code ?? "";
}

it("JSX is compiled in files of any ending, and a module without JSX does not go through Babel", async () => {
  for (const file of ["app.tsx", "element.js", "closed.js"]) {
    expect(await compiled(file), file).toContain("template");
    expect(passes, file).toContain(file);
  }
  for (const file of ["words.ts", "words.js", "typed.ts"]) {
    expect(await compiled(file), file).toMatch(/"Hello"|new Map/);
    expect(passes, file).not.toContain(file);
  }
});

it("a module without a server function is not parsed for one", async () => {
  await expect(compiled("broken.ts")).rejects.toMatchObject({ plugin: "vite:oxc" });
});

it("a server function's body stays out of the browser's module", async () => {
  expect(await compiled("function.ts")).toMatch(/cloneServerReference/);
  expect(await compiled("function.ts")).not.toMatch(/a secret/);
});
