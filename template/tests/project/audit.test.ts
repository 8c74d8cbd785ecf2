// `npm run audit`, as a clone's workflow runs it each week, at a registry of this test.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Peer, serveFetch } from "../../../tests/support/peer.ts";

const { version } = JSON.parse(readFileSync("packages/solid-authjs/package.json", "utf8"));
const FAULT = {
  id: 1,
  url: "https://github.com/advisories/GHSA-2222-3333-4444",
  title: "A link signs in twice",
  severity: "high",
};

/** Answers as npm does, about the packages that were asked for. @param range of the versions with the fault */
function registryWith(vulnerable: string, range = "*"): Promise<Peer> {
  return serveFetch(async (request) => {
    if (!request.url.endsWith("/advisories/bulk")) return new Response(null, { status: 404 });
    const body = Buffer.from(await request.arrayBuffer());
    const asked = JSON.parse(String(request.headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body));
    return Response.json(vulnerable in asked ? { [vulnerable]: [{ ...FAULT, vulnerable_versions: range }] } : {});
  });
}

async function audit(registry: string): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: "0" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/audit.mjs"], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: `${stdout}${stderr}` }),
    );
  });
}

it.each(["solid-authjs", "create-solid-auth-starter"])(
  "npm run audit names a fault of the template that its authors publish for %s, and how the fix comes",
  async (name) => {
    const registry = await registryWith(name, `<=${version}`);
    const { code, said } = await audit(registry.url);
    await registry.close();
    expect(code).toBe(1);
    expect(said).toContain(`${name}: A link signs in twice (high), ${FAULT.url}\n`);
    expect(said).toContain("npm run template:update");
  },
);

it("npm run audit fails for a package of the lockfile as npm audit does, and names no update of the template", async () => {
  const registry = await registryWith("solid-js");
  const vulnerable = await audit(registry.url);
  await registry.close();
  expect(vulnerable.code).toBe(1);
  expect(vulnerable.said).toContain(FAULT.url);
  expect(vulnerable.said).not.toContain("template:update");
});

it("npm run audit passes where the faults are those of earlier versions, and fails where the registry does not answer", async () => {
  const registry = await registryWith("solid-authjs", `<${version}`);
  expect((await audit(registry.url)).code).toBe(0);
  await registry.close();
  const { code, said } = await audit(registry.url);
  expect(code).toBe(1);
  expect(said).not.toMatch(/^\s+at /m);
});
