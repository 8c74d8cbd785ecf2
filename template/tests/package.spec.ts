// solid-authjs as others get it: packed by npm, installed from the tarball into applications that were not made from
// this template, in a folder where nothing of this project is found. Their files are in packages/solid-authjs/example.
// registry.spec.ts has Solid 2, and a database.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import {
  addFiles,
  closePeers,
  EXAMPLE,
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

/** The bare application. It has the package, and no database. */
let app: string;
let peers: Peers;

test.beforeAll(async () => {
  app = temporaryFolder();
  addFiles(EXAMPLE, app);
  install(app, pack("package"));
  peers = await openPeers();
});

test.afterAll(() => closePeers(peers));

test("the tarball has JavaScript with declarations, the licence, the changelog and what assistants read, and no TypeScript source", () => {
  const installed = join(app, "node_modules/solid-authjs");
  const files = readdirSync(installed, { recursive: true }).map(String);
  const texts = ["LICENSE", "README.md", "CHANGELOG.md", "AGENTS.md", "REFERENCE.md", "SOLID-2.md"];
  expect(files).toEqual(expect.arrayContaining([...texts, join("dist", "index.js")]));
  // What `npx solid-authjs init` writes into an application is TypeScript.
  const own = files.filter((file) => !file.startsWith("example"));
  expect(own.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  expect(readFileSync(join(installed, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const targets = Object.values<Record<string, string>>(exports).flatMap((conditions) => Object.values(conditions));
  expect(targets).toHaveLength(2 * Object.keys(exports).length);
  for (const target of targets) expect(files).toContain(join(target));
});

/** Each line marked so has to be an error: with declarations that cannot be found, everything would be allowed. */
const TYPES = `import { bindAuth, getSession, type SolidAuthConfig } from "solid-authjs";
import { registerPasskey, useSession } from "solid-authjs/client";
const config: SolidAuthConfig = { providers: [], session: { absoluteMaxAge: 60 } };
const auth = bindAuth(config);
export const email: Promise<string | null | undefined> = getSession(new Request("http://localhost"), config).then(
  (session) => session?.user?.email,
);
export const route: string | undefined = auth.matchAuthRoute(new Request("http://localhost"))?.action;
export const isAdded: Promise<boolean> = registerPasskey().then(({ ok }) => ok);
export const name: string | null | undefined = useSession()()?.user?.name;
// @ts-expect-error
auth.getCsrfToken(1);
// @ts-expect-error
auth.matchAuthRoute(new Request("http://localhost"))?.nothing;
// @ts-expect-error
config.session = { absoluteMaxAge: "a minute" };
// @ts-expect-error
useSession()()?.nothing;
`;

test("a bare application with the README's four files checks its types, builds, and signs in with GitHub", async ({
  page,
}) => {
  writeFileSync(join(app, "src/types.ts"), TYPES);
  mustRun("npx tsc", app);
  mustRun("npm run build", app);
  await withServer("npm start", app, peers, async (origin) => {
    await signInWithGitHub(page, origin);
    await signOut(page);
  });
});
