// A fault of core that is not mitigated (packages/solid-authjs/REFERENCE.md, "several configurations in one process"):
// its module remembers that a provider needed an adapter. This needs a file of its own, because it affects every later
// configuration.

import Credentials from "@auth/core/providers/credentials";
import { expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { openApplication, QUIET, SECRET } from "../support/application";
import { Visitor } from "../support/visitor";

it("a configuration without an adapter answers 500 after one with email was used, and logs why", async () => {
  const error = vi.fn();
  const plain: SolidAuthConfig = {
    providers: [Credentials({ authorize: () => ({ id: "1", name: "Ada" }) })],
    session: { strategy: "jwt" },
    secret: SECRET,
    trustHost: true,
    logger: { ...QUIET, error },
  };
  const before = new Visitor(plain);
  await before.post("/callback/credentials");
  expect(await before.session()).toMatchObject({ user: { name: "Ada" } });

  const { config } = await openApplication();
  expect((await new Visitor(config).get("/session")).status).toBe(200);

  const after = new Visitor(plain);
  for (const path of ["/session", "/csrf", "/providers"]) expect((await after.get(path)).status, path).toBe(500);
  expect(error.mock.lastCall?.[0]).toMatchObject({ type: "MissingAdapter" });
  expect((await after.visit("/callback/credentials", { method: "POST" })).status).toBe(500);
  expect(after.sessionCookie).toBeUndefined();

  const withAdapter = new Visitor({ ...plain, adapter: config.adapter });
  await withAdapter.post("/callback/credentials");
  expect(await withAdapter.session()).toMatchObject({ user: { name: "Ada" } });
});
