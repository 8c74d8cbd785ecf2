// `npm run audit`, at a registry of the test.

import { execFile } from "node:child_process";
import { gunzipSync } from "node:zlib";
import { type Peer, serveFetch } from "../../../tests/support/peer.ts";

export const FAULT = {
  id: 1,
  url: "https://github.com/advisories/GHSA-2222-3333-4444",
  title: "A link signs in twice",
  severity: "high",
};

/** Answers as npm does, about the packages that were asked for. @param range of the versions with the fault */
export function registryWith(vulnerable: string[], range = "*"): Promise<Peer> {
  return serveFetch(async (request) => {
    if (!request.url.endsWith("/advisories/bulk")) return new Response(null, { status: 404 });
    const body = Buffer.from(await request.arrayBuffer());
    const asked = JSON.parse(String(request.headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body));
    const found = vulnerable.filter((name) => name in asked);
    return Response.json(Object.fromEntries(found.map((name) => [name, [{ ...FAULT, vulnerable_versions: range }]])));
  });
}

/** @param folder by default, the project's */
export async function audit(registry: string, folder = "."): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: "0" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/audit.mjs"], { cwd: folder, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: `${stdout}${stderr}` }),
    );
  });
}
