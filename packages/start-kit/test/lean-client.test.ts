// Which settings a module of the browser has in itself.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { leanClient } from "../src/lean-client.ts";

const SETTINGS = `export default {
  name: "My App",
  limits: { rows: [1, 2] },
  plans: [{ limit: Number.POSITIVE_INFINITY }],
  opens: new Date(0),
  slug: /^[a-z]+$/,
  price: 10n,
  format: (amount) => amount,
};`;

interface Hooks {
  buildStart: () => Promise<void>;
  transform: { handler: (code: string, id: string) => { code: string } | undefined };
}

/** @returns a module's expression, as the browser gets it */
async function inBrowser(expression: string): Promise<string> {
  const settings = join(temporaryFolder(), "settings.mjs");
  writeFileSync(settings, SETTINGS);
  const plugin = leanClient({ chunks: {}, settings }) as unknown as Hooks;
  await plugin.buildStart();
  const code = `import appConfig from "../app.config";\nexport const it = ${expression};`;
  const changed = plugin.transform.handler(code, "/src/page.tsx")?.code ?? "";
  return changed.split("export const it = ")[1]?.replace(/;[^;]*$/, "") ?? "";
}

it("a setting of texts, numbers and lists is written in its place", async () => {
  expect(await inBrowser("appConfig.name")).toBe('("My App")');
  expect(await inBrowser("appConfig.limits.rows[0]")).toBe('({"rows":[1,2]}).rows[0]');
});

it.each(["plans", "opens", "slug", "price", "format"])(
  "%s, which JSON cannot hold, is read from the module",
  async (name) => {
    expect(await inBrowser(`appConfig.${name}`)).toBe(`appConfig.${name}`);
  },
);
