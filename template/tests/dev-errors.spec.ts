// Development, where the visitor is the developer: an edit shows in an open page without a reload, and an error shows
// its message, its stack and its file, until it is mended. The policy is that of a build.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startApp } from "../../tests/support/app.ts";
import { installedCopy } from "../../tests/support/copies.ts";
import { followLink } from "../../tests/support/test.ts";
import { compiled, type DevServer, freePort, startDev } from "./support/dev-server.ts";

/** The development server compiles a page when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

/** A page with one server function, whose result it shows. */
const queryPage = (body: string, imports = "") => `
import { createAsync, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";${imports}

const found = query(async () => {
  "use server";
  ${body}
}, "found");

export default function Found() {
  const value = createAsync(() => found());
  return <p>{JSON.stringify(value())}</p>;
}
`;

const ACTION = `
import { action } from "@solidjs/router";
import { Form } from "~/components/Form";
import { anyone, runAction } from "~/server/functions";

const fail = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    throw new Error("fault in an action");
  });
}, "fail");

export default function Action() {
  return <Form action={fail}><button type="submit">Fail</button></Form>;
}
`;

/** Files below src. Two pages have modules below them that the browser cannot load. */
const FILES: Record<string, string> = {
  "lib/of-server.ts": 'import "server-only";\n\nexport const SECRET = "a secret";\n',
  "components/Secret.tsx": `import { SECRET } from "~/lib/of-server";\n\nexport const Secret = () => <p>{SECRET}</p>;\n`,
  "routes/server-code.tsx": `import { Secret } from "~/components/Secret";\n\nexport default () => <Secret />;\n`,
  "lib/typed.ts": `import { query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";
import { SECRET } from "./of-server";

type Shown = (typeof SECRET)["length"];

export const shown = query(async (): Promise<Shown> => {
  "use server";
  return runQuery(anyone, () => SECRET.length);
}, "shown");
`,
  "routes/typed.tsx": `import { createAsync } from "@solidjs/router";
import { shown } from "~/lib/typed";

export default function Typed() {
  const value = createAsync(() => shown());
  return <h1>{value()} letters</h1>;
}
`,
  // It fails in the browser only, in the sixth line.
  "routes/in-browser.tsx": `import { isServer } from "solid-js/web";



export default function InBrowser() {
  if (!isServer) throw new Error("fault in the browser");
  return <p>From the server</p>;
}
`,
  "routes/styled.tsx": `export default () => <h1 style="color: rgb(1, 2, 3)">Styled</h1>;\n`,
  "routes/half-written.tsx": "export default function HalfWritten() {\n  return <p>Half;\n}\n",
  "routes/component.tsx": `export default function Fault(): never {\n  throw new Error("fault in a component");\n}\n`,
  "routes/query.tsx": queryPage(`return runQuery(anyone, async () => { throw new Error("fault in a query"); });`),
  "routes/money.tsx": queryPage(
    `return runQuery(anyone, () => [{ price: new Prisma.Decimal("12.5") }] as never);`,
    `\nimport { Prisma } from "~/server/database/generated/sqlite/client";`,
  ),
  "routes/action.tsx": ACTION,
  "routes/field.tsx": `import { Field } from "~/components/ui/Field";\n\nexport default () => <Field name="method" label="Method" />;\n`,
  "routes/unguarded.tsx": queryPage(`return ["Ada", "Grace"];`),
};

let folder: string;
let origin: string;
let server: DevServer;

test.beforeAll(async () => {
  folder = installedCopy("dev-errors");
  for (const [file, source] of Object.entries(FILES)) writeFileSync(join(folder, "src", file), source);
  server = await startDev(folder, { env: { PORT: String(await freePort()) } });
  [origin = ""] = server.origins;
});

test.afterAll(() => server.stop());

test("edits to a page and to a component of all pages show, one after the other, also if the editor empties a file before it writes", async ({
  page,
}) => {
  await page.goto(`${origin}/sign-in`, { timeout: COMPILE_TIMEOUT_MS });
  await compiled(page);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page).toHaveURL(/welcome/, { timeout: COMPILE_TIMEOUT_MS });
  for (const file of ["src/routes/account/index.tsx", "src/components/Layout.tsx"]) {
    await page.goto(`${origin}/account`, { timeout: COMPILE_TIMEOUT_MS });
    await compiled(page);
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    for (const words of [`A line of ${file}`, `Another line of ${file}`]) {
      const source = readFileSync(join(folder, file), "utf8");
      // At the end of the first component.
      const edited = source.replace(/\n *<\/[\w.]+>\n *\)+;/, (end) => `<p>${words}</p>${end}`);
      expect(edited, file).not.toBe(source);
      // Some editors empty a file before they write it. A slow disk takes this long, in which the server is told of it.
      writeFileSync(join(folder, file), "");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      writeFileSync(join(folder, file), edited);
      await expect(page.getByText(words, { exact: true })).toHaveCount(1);
      expect(await page.evaluate(() => "isFirst" in window), "still the page that was loaded").toBe(true);
    }
  }
});

const PAGES: [string, RegExp, string?][] = [
  ["half-written", /Expected|Unexpected|unterminated/i, "half-written.tsx"],
  ["component", /fault in a component/, "component.tsx"],
  ["query", /fault in a query/, "query.tsx"],
  ["money", /The answer cannot be sent to the page: \[0\]\.price is a Decimal:/],
  ["field", /A field cannot be called "method"/],
  ["unguarded", /src\/routes\/unguarded\.tsx, line 5: this server function does not say who may call it/],
];

for (const javaScriptEnabled of [false, true])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a page that fails is a 500 that shows the message and the file", async ({ page }) => {
      for (const [path, message, file] of PAGES) {
        const response = await page.goto(`${origin}/${path}`, { timeout: COMPILE_TIMEOUT_MS });
        expect(response?.status(), path).toBe(500);
        const main = page.getByRole("main");
        await expect(main.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
        await expect(main).toContainText(message);
        expect(await page.content()).not.toContain("Grace");
        if (file) await expect(main).toContainText(`src/routes/${file}`);
        expect(server.output()).toMatch(message);
      }
    });
  });

test("a failing action shows the message and the file on its page", async ({ page }) => {
  await page.goto(`${origin}/action`);
  await compiled(page);
  // The button is pressed by key, because Vite's box with an earlier error may be in front of it.
  await page.getByRole("button", { name: "Fail" }).press("Enter");
  await expect(page.getByRole("alert")).toContainText("fault in an action");
  await expect(page.getByRole("alert")).toContainText("src/routes/action.tsx");
});

test("a type of server code, beside server functions, loads none of that code into the browser", async ({ page }) => {
  await page.goto(origin);
  await compiled(page);
  await followLink(page, "/typed");
  await expect(page.getByRole("heading", { name: "8 letters" })).toBeVisible();
});

test("a new page that cannot be parsed shows an error instead of a 404, and works once it is fixed", async () => {
  const ask = async () => {
    const response = await fetch(`${origin}/added`, { headers: { accept: "text/html" } });
    return `${response.status} ${await response.text()}`;
  };
  expect(await ask()).toMatch(/^404 /);
  const write = (source: string) => writeFileSync(join(folder, "src/routes/added.tsx"), source);
  write("export default () => <h1>Finished;\n");
  await expect.poll(ask, { timeout: 30_000 }).toMatch(/^500 .*src\/routes\/added\.tsx/s);
  write("export default () => <h1>Finished</h1>;\n");
  await expect.poll(ask, { timeout: 30_000 }).toMatch(/^200 .*Finished/s);
});

test("an error in the browser shows the file and the line of the source", async ({ page }) => {
  await page.goto(`${origin}/in-browser`);
  const details = page.getByRole("main").locator("pre");
  await expect(details).toContainText(/fault in the browser\n.*src\/routes\/in-browser\.tsx:6:/);
});

test("an import of server code names the fault and the modules between, and no connection", async ({ page }) => {
  await page.goto(origin);
  await compiled(page);
  await followLink(page, "/server-code");
  const main = page.getByRole("main");
  await expect(main.locator("pre")).toHaveText(
    /import 'server-only'.*in src\/lib\/of-server\.ts\s+imported by src\/components\/Secret\.tsx\s+imported by src\/routes\/server-code\.tsx/s,
  );
  await expect(main.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
});

for (const [what, file] of [
  ["a module of the start", "src/server/env.ts"],
  ["a component of all pages", "src/components/Layout.tsx"],
] as const)
  test(`every page shows it if ${what} cannot be parsed, and loads again by itself once it is mended`, async ({
    page,
  }) => {
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    writeFileSync(path, `${before}\nconst half = ;\n`);
    // The server is asked without the page, which would load itself again and end a navigation under way.
    await expect.poll(() => fetch(origin).then(({ status }) => status, String)).toBe(500);
    await page.goto(origin);
    await compiled(page);
    writeFileSync(path, before);
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  });

test("the policy is a build's: inline styles have no effect, and changed stylesheets have", async ({ page }) => {
  const policyOf = async (url: string) => {
    const policy = (await fetch(url)).headers.get("content-security-policy") ?? "";
    return policy.replace(/nonce-[^']+/g, "nonce").replace(/http:\/\/127\.0\.0\.1:\d+/, "provider");
  };
  const build = await startApp();
  expect(await policyOf(`${origin}/styled`)).toBe(await policyOf(build.origin));
  await build.stop();

  await page.goto(`${origin}/styled`);
  await compiled(page);
  const heading = page.getByRole("heading", { name: "Styled" });
  // A stylesheet of the application has an effect.
  await expect(page.getByRole("banner")).toHaveCSS("border-bottom-style", "solid");
  await expect(heading).not.toHaveCSS("color", "rgb(1, 2, 3)");
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  const css = join(folder, "src/app.css");
  writeFileSync(css, `${readFileSync(css, "utf8")}\nh1 { color: rgb(4, 5, 6) !important; }\n`);
  await expect(heading).toHaveCSS("color", "rgb(4, 5, 6)");
  expect(await page.evaluate(() => "isFirst" in window), "still the page that was loaded").toBe(true);
});
