// Each sign-in method is one word of src/server/auth/sign-in-methods.ts, and its import. Without these, the build has
// nothing of the method's own on the server, and no page, request, variable or address is left of it. (The browser's
// part of passkeys stays in the files of the build: it runs where the server says that there are passkeys.)

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startApp } from "../../tests/support/app.ts";
import { clientOf, textsOf } from "../../tests/support/client.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { claimed, expect, insertSession, test } from "../../tests/support/test.ts";

interface Word {
  word: string;
  /** What only this method's code contains. */
  trace: RegExp;
  /** On pages. */
  shown: RegExp;
  variables: string[];
}

const WORDS = {
  email: {
    word: "email({ codes: true })",
    trace: /providers\/email\.ts|codesToEmail", address/,
    shown: /Email me a link/,
    variables: ["EMAIL_SERVER", "EMAIL_FROM"],
  },
  passkey: { word: "passkey()", trace: /providers\/passkey\.ts/, shown: /passkey/i, variables: [] },
  github: {
    word: "github()",
    trace: /AUTH_GITHUB|api\.github\.com/,
    shown: /GitHub/,
    variables: ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET", "AUTH_GITHUB_URL"],
  },
} satisfies Record<string, Word>;

const FILE = "src/server/auth/sign-in-methods.ts";

// One method has to stay. A build without two words shows as much as two builds.
for (const ids of [["email"], ["passkey", "github"]] as const)
  test(`${ids.join(" and ")}: on no page, in no variable and not in the server's build without the word`, async ({
    browser,
  }) => {
    const words: Word[] = ids.map((id) => WORDS[id]);
    const take = (from: string) => ({ file: FILE, from, to: "" });
    const [first = take(""), ...also] = ids.flatMap((id) => [
      take(`  ${WORDS[id].word},\n`),
      take(`import { ${id} } from "./providers/${id}";\n`),
    ]);
    const folder = buildVariant({ name: `without-${ids.join("-")}`, ...first, also });
    const server = (root: string) => readFileSync(join(root, ".output/server/index.mjs"), "utf8");
    const variables = words.flatMap((word) => word.variables);
    const app = await startApp(folder, Object.fromEntries(variables.map((name) => [name, undefined])));
    const page = await browser.newPage({ baseURL: app.origin });
    try {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto("/sign-in");
      await claimed(page);
      const pages = [String(await page.getByRole("main").textContent())];
      const client = clientOf(app, await insertSession(app));
      for (const path of ["/welcome", "/account", "/sign-in/undo?token=x"]) {
        const opened = await client.open(path);
        expect(textsOf(opened, "h1"), path).toHaveLength(1);
        pages.push(...textsOf(opened, "main"));
      }
      for (const { trace, shown } of words) {
        expect(server(folder)).not.toMatch(trace);
        expect(server(process.cwd())).toMatch(trace);
        expect(pages.filter((text) => shown.test(text))).toEqual([]);
      }
      for (const id of ids) {
        const visitor = clientOf(app);
        const { location } = await visitor.post(`/api/auth/signin/${id}`, { csrfToken: await visitor.csrfToken() });
        expect(location?.searchParams.get("error")).toBe("InvalidProvider");
        expect(asked.filter((url) => url.includes(`/${id}`))).toEqual([]);
      }
    } finally {
      await page.close();
      await app.stop();
    }
  });
