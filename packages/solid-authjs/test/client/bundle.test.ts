// The code that a page loads of the layer's client.

import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";

const CLIENT = JSON.stringify(join(import.meta.dirname, "../../src/client/index.ts"));

/** Bundles a page that uses these names of the client. @returns the code that it loads with the page, and later */
async function load(names: string): Promise<{ atOnce: string; later: string }> {
  const page = `import { ${names} } from ${CLIENT};\nwindow.used = { ${names} };`;
  const built = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      { name: "page", resolveId: (id) => (id === "page" ? id : null), load: (id) => (id === "page" ? page : null) },
    ],
    build: { write: false, rolldownOptions: { input: "page" } },
  });
  const chunks = (built as Rolldown.RolldownOutput).output.filter((chunk) => chunk.type === "chunk");
  const codeOf = (isEntry: boolean) => chunks.flatMap((chunk) => (chunk.isEntry === isEntry ? chunk.code : [])).join();
  return { atOnce: codeOf(true), later: codeOf(false) };
}

/** Called by passkey ceremonies only. */
const CEREMONY = /navigator\.credentials\.(create|get)/;

it("signOut, update, useSession, getProviders and announceSession load no passkey code", async () => {
  const { atOnce, later } = await load("signOut, update, useSession, getProviders, announceSession");
  expect(`${atOnce}${later}`).not.toMatch(CEREMONY);
});

it("signIn loads the passkey code once it is needed", async () => {
  const { atOnce, later } = await load("signIn");
  expect(atOnce).not.toMatch(CEREMONY);
  expect(later).toMatch(CEREMONY);
});
