// Each sign-in method is one word of src/server/auth/sign-in-methods.ts, and its import. Without these, the build has
// nothing of the method's own on the server, and no page, request, variable or address is left of it. (The browser's
// part of passkeys stays in the files of the build: it runs where the server says that there are passkeys.)

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, newClient, signedIn, test } from "../../tests/support/test.ts";

interface Word {
  id: string;
  word: string;
  /** What only this method's code contains. */
  trace: RegExp;
  /** On pages. */
  shown: RegExp;
  variables: string[];
}

const WORDS: Word[] = [
  {
    id: "email",
    word: "email({ codes: true })",
    trace: /providers\/email\.ts|codesToEmail", address/,
    shown: /Email me a link/,
    variables: ["EMAIL_SERVER", "EMAIL_FROM"],
  },
  { id: "passkey", word: "passkey()", trace: /providers\/passkey\.ts/, shown: /passkey/i, variables: [] },
  {
    id: "github",
    word: "github()",
    trace: /AUTH_GITHUB|api\.github\.com/,
    shown: /GitHub/,
    variables: ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET", "AUTH_GITHUB_URL"],
  },
];

for (const { id, word, trace, shown, variables } of WORDS)
  test(`${id} is on no page, in no variable and not in the server's build without its word`, async ({ browser }) => {
    const server = (folder: string) => readFileSync(join(folder, ".output/server/index.mjs"), "utf8");
    const file = "src/server/auth/sign-in-methods.ts";
    const also = [{ file, from: `import { ${id} } from "./providers/${id}";\n`, to: "" }];
    const folder = buildVariant({ name: `without-${id}`, file, from: `  ${word},\n`, to: "", also });
    expect(server(folder)).not.toMatch(trace);
    expect(server(process.cwd())).toMatch(trace);
    const app = await startApp(folder, Object.fromEntries(variables.map((name) => [name, undefined])));
    const context = await browser.newContext({ baseURL: app.origin });
    try {
      const page = await context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto("/");
      await page.getByRole("link", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(shown);
      expect(await refusalOf(app, id)).toContain("error=InvalidProvider");
      await signedIn(app, context);
      for (const path of ["/welcome", "/account", "/sign-in/undo?token=x"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("main"), path).not.toContainText(shown);
      }
      expect(asked.filter((url) => url.includes(`/${id}`))).toEqual([]);
    } finally {
      await context.close();
      await app.stop();
    }
  });

/** @returns where an attempt leads to sign in with a method that is gone */
async function refusalOf({ origin }: App, id: string): Promise<string> {
  const client = new Client(origin, newClient());
  const { location } = await client.post(`/api/auth/signin/${id}`, { csrfToken: await client.csrfToken() });
  return String(location);
}
