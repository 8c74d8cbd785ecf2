// The build of docs/deploy/serverless.md, and its function as the platform calls it: sign-in works, and nothing is
// published that should not.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openMailbox } from "../../../scripts/dev/mailbox.ts";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { ended, freePort, root, SECRET } from "../../../tests/support/app.ts";
import { clientOf, signInByMailAs, textsOf } from "../../../tests/support/client.ts";
import { installedCopy } from "../../../tests/support/copies.ts";
import { expect, newEmail, test } from "../../../tests/support/test.ts";
import { sharedDatabase } from "../support/server.ts";

test("the build for Vercel publishes no manifest, and its function signs a user in on PostgreSQL", async () => {
  const folder = installedCopy("serverless");
  const [block] = blocksOf(join(root, "docs/deploy/serverless.md"));
  const built = spawnSync(block?.lines.join("\n") ?? "", { cwd: folder, shell: true, encoding: "utf8" });
  expect(built.status, built.stderr).toBe(0);
  const published = readdirSync(join(folder, ".vercel/output/static"), { recursive: true }).map(String);
  expect(published).toContain("favicon.svg");
  expect(published.filter((file) => /manifest\.json|\.map$/.test(file))).toEqual([]);
  expect(existsSync(join(folder, ".output"))).toBe(false);

  const mailbox = await openMailbox();
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    AUTH_SECRET: SECRET,
    AUTH_URL: origin,
    DATABASE_URL: await sharedDatabase(),
    EMAIL_SERVER: mailbox.url,
    EMAIL_FROM: "sign-in@example.org",
    TRUST_PROXY: "1",
  };
  const module = pathToFileURL(join(folder, ".vercel/output/functions/__server.func/index.mjs")).href;
  const child = spawn(process.execPath, [join(root, "template/tests/support/function.ts"), module, port], { env });
  try {
    await expect.poll(() => fetch(`${origin}/api/health`).then(({ status }) => status, String)).toBe(200);
    const client = clientOf({ origin });
    expect((await client.get("/protected")).location?.pathname).toBe("/");
    const email = newEmail();
    await signInByMailAs(client, { mailbox }, email);
    expect(textsOf(await client.get("/protected"), "h1")).toEqual([`Hello, ${email}`]);
  } finally {
    await ended(child);
    await mailbox.close();
  }
});
