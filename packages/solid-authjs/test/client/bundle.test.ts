// The code that a page loads of the layer's client.

import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";

const CLIENT = JSON.stringify(join(import.meta.dirname, "../../src/client/index.ts"));

/** Bundles a page that uses one name of the client. @returns the code that it loads with the page, and later */
async function load(name: string): Promise<{ atOnce: string; later: string }> {
  const page = `import { ${name} } from ${CLIENT};\nwindow.used = ${name};`;
  const built = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      { name: "page", resolveId: (id) => (id === "page" ? id : null), load: (id) => (id === "page" ? page : null) },
    ],
    build: { write: false, rolldownOptions: { input: "page" } },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((chunk) => chunk.type === "chunk");
  const codeOf = (isEntry: boolean) => chunks.flatMap((chunk) => (chunk.isEntry === isEntry ? chunk.code : [])).join();
  return { atOnce: codeOf(true), later: codeOf(false) };
}

/** Called by passkey ceremonies only. */
const CEREMONY = /navigator\.credentials\.(create|get)/;

it.each(["signOut", "update", "useSession", "getProviders", "announceSession"])(
  "%s loads no passkey code",
  async (name) => {
    const { atOnce, later } = await load(name);
    expect(`${atOnce}${later}`).not.toMatch(CEREMONY);
  },
);

it("signIn loads the passkey code once it is needed", async () => {
  const { atOnce, later } = await load("signIn");
  expect(atOnce).not.toMatch(CEREMONY);
  expect(later).toMatch(CEREMONY);
});
