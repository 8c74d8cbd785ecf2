// The tarball of solid-authjs in applications for the release candidates of Solid 2. Their files are in
// packages/solid-authjs/example/solid-2; SolidStart has package.spec.ts.

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { addAuthenticator, linkIn, mailTo } from "../../tests/support/test.ts";
import {
  addFiles,
  closePeers,
  createTables,
  EXAMPLE,
  edit,
  install,
  mustRun,
  openPeers,
  type Peers,
  pack,
  signInWithGitHub,
  signOut,
  withServer,
} from "./support/bare-application.ts";
import { test } from "./support/removed-folders.ts";

const SOLID_2 = join(EXAMPLE, "solid-2");
const SCRIPTS = [true, false] as const;
const STRATEGIES = ["database", "jwt"] as const;
/** The strategy of the sessions, so that one build serves for both. */
const STRATEGY = [
  "getRequestEvent,\n",
  'getRequestEvent,\n  session: { strategy: process.env.STRATEGY === "jwt" ? "jwt" : "database" },\n',
] as const;

/** A page with the client's functions, and with an action that leads nowhere. */
const LIVE = `import { formAction } from "@solidjs/router";
import { signIn, signOut, useSession } from "solid-authjs/client";

const save = formAction(async () => {
  "use server";
}, "save");

export default function Live() {
  const session = useSession();
  return (
    <main>
      <p>Now {session()?.user?.email ?? "nobody"}</p>
      <button onClick={() => void signIn("github", { callbackUrl: "/live" })}>Sign in</button>
      <button onClick={() => void signOut({ callbackUrl: "/live" })}>Sign out</button>
      <form method="post" action={save} />
    </main>
  );
}
`;

let tarball: string;
/** The bare application. It has the package, and no database. */
let app: string;
let peers: Peers;

test.beforeAll(async () => {
  tarball = pack("solid-2");
  app = temporaryFolder();
  addFiles(SOLID_2, app);
  install(app, tarball);
  writeFileSync(join(app, "src/routes/live.tsx"), LIVE);
  edit(join(app, "src/App.tsx"), ["import Home", 'import Live from "~/routes/live";\nimport Home']);
  edit(join(app, "src/App.tsx"), ["routes: [", 'routes: [{ path: "/live", component: Live },']);
  mustRun("npx tsc", app);
  mustRun("npm run build", app);
  peers = await openPeers();
});

test.afterAll(() => closePeers(peers));

/** Opens a page in a new browser. */
async function withPage(browser: Browser, javaScriptEnabled: boolean, use: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ javaScriptEnabled });
  await use(await context.newPage());
  await context.close();
}

test("the example's pages follow a sign-in and a sign-out of the client's functions, in each tab", async ({
  page,
  context,
}) => {
  await withServer("npm start", app, peers, async (origin) => {
    const other = await context.newPage();
    await other.goto(`${origin}/live`);
    await expect(other.getByText("Now nobody")).toBeVisible();
    await page.goto(`${origin}/live`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
    await expect(page.getByText("Now ada@example.com")).toBeVisible();

    await other.reload();
    await expect(other.getByText("Now ada@example.com")).toBeVisible();
    await other.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("Now nobody")).toBeVisible();
  });
});

test("the example's development server signs in too, without JavaScript", async ({ browser }) => {
  const command = "npm run dev -- --port $PORT --strictPort";
  await withServer(command, app, peers, (origin) =>
    withPage(browser, false, async (page) => {
      await signInWithGitHub(page, origin);
      await signOut(page);
    }),
  );
});

test("GitHub, a mail's link and a passkey sign in with Auth.js's own adapter for Prisma, with rows and under jwt", async ({
  browser,
}) => {
  const folder = temporaryFolder();
  addFiles(SOLID_2, folder);
  addFiles(join(EXAMPLE, "with-prisma"), folder);
  addFiles(join(SOLID_2, "with-prisma"), folder);
  edit(join(folder, "src/auth.ts"), STRATEGY);
  install(folder, tarball);
  mustRun("npm run build", folder);
  mustRun("npx tsc", folder);

  const { database, count } = await createTables(folder);
  for (const strategy of STRATEGIES)
    await withServer(
      "npm start",
      folder,
      peers,
      async (origin) => {
        const sessions = strategy === "jwt" ? 0 : 1;
        for (const hasScripts of SCRIPTS)
          await withPage(browser, hasScripts, async (page) => {
            await signInWithGitHub(page, origin);
            expect(count("Session")).toBe(sessions);
            await signOut(page);

            const address = `grace.${strategy}.${hasScripts}@example.com`;
            await page.getByRole("textbox", { name: "Email" }).fill(address);
            await page.getByRole("button", { name: "Send a link" }).click();
            await expect(page.getByText("A sign in link has been sent")).toBeVisible();
            await page.goto(linkIn(await mailTo(peers, address)));
            await expect(page.getByText(`Signed in as ${address}`)).toBeVisible();

            // Browsers ask for passkeys by JavaScript only.
            if (hasScripts) {
              await addAuthenticator(page);
              await page.getByRole("button", { name: "Add a passkey" }).click();
              await expect(page.getByRole("status")).toHaveText("The passkey was added");
              await signOut(page);
              await page.getByRole("button", { name: "Sign in with a passkey" }).click();
              await expect(page.getByText(`Signed in as ${address}`)).toBeVisible();
            }
            expect(count("Session")).toBe(sessions);
            await signOut(page);
            expect([count("Session"), count("VerificationToken")]).toEqual([0, 0]);
          });
      },
      { STRATEGY: strategy },
    );
  expect([count("User"), count("Authenticator")]).toEqual([5, 2]);
  database.close();
});

/** What a form without JavaScript and a visit of an unknown path are answered with. */
async function weakerPlaces(folder: string, request: APIRequestContext): Promise<unknown[]> {
  const answers: unknown[] = [];
  await withServer("npm start", folder, peers, async (origin) => {
    const page = await (await request.get(`${origin}/live`)).text();
    const [, action = ""] = /<form[^>]* action="([^"]*)"/.exec(page) ?? [];
    for (const site of [origin, "https://evil.example"]) {
      const options = { headers: { origin, referer: `${site}/live` }, form: { note: "" }, maxRedirects: 0 };
      const form = await request.post(new URL(action, origin).href, options);
      answers.push([form.status(), form.headers().location?.replace(origin, "")]);
    }
    const unknown = await request.get(`${origin}/nowhere`);
    answers.push([unknown.status(), (await unknown.text()).replaceAll(/<script.*?<\/script>|<[^>]*>/gs, "")]);
  });
  return answers;
}

test("the example answers 403 to a form with another site's Referer, and 404 to an unknown path", async ({
  request,
}) => {
  expect(await weakerPlaces(app, request)).toEqual([
    [303, "/live"],
    [403, undefined],
    [404, "Page not found"],
  ]);
});

test("Solid 2 without these lines of the example redirects to the other site, and answers 200 without text", async ({
  request,
}) => {
  // Once this fails, the lines can go from the example.
  const folder = temporaryFolder();
  cpSync(app, folder, { recursive: true, verbatimSymlinks: true });
  edit(join(folder, "src/middleware.ts"), ["[authRoute, ownForms]", "[authRoute]"]);
  edit(join(folder, "src/App.tsx"), ['{ path: "*", component: NotFound },', ""]);
  mustRun("npm run build", folder);
  expect(await weakerPlaces(folder, request)).toEqual([
    [303, "/live"],
    [303, "https://evil.example/live"],
    [200, ""],
  ]);
});
