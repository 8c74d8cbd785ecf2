// Which failures of a page are the consequence of a deployment.

import { beforeEach, expect, it, vi } from "vitest";

type Answer = { status: number } | "none";

/** @returns whether an error is the consequence of a deployment, for a page of this build */
async function isOfNewerBuild(error: Error, server: Answer, hasSeenNewer = false, name = "old"): Promise<boolean> {
  vi.stubEnv("BUILD_NAME", name);
  vi.stubEnv("DEV", false);
  vi.stubGlobal("location", { href: "http://localhost/account" });
  vi.stubGlobal("fetch", async () => {
    if (server === "none") throw new TypeError("Load failed");
    return new Response(null, server);
  });
  const build = await import("../src/build.ts");
  if (hasSeenNewer) build.checkBuild(new Response(null, { headers: { [build.BUILD_HEADER]: "new" } }));
  return build.isOfNewerBuild(error);
}

beforeEach(() => {
  vi.resetModules();
  return () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  };
});

it.each(["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"])(
  "a request without an answer is no failure of an older page, in any browser and on any page: %s",
  async (message) => {
    const error = new TypeError(message);
    expect(await isOfNewerBuild(error, { status: 200 })).toBe(false);
    expect(await isOfNewerBuild(error, { status: 200 }, true)).toBe(false);
    const { isUnanswered } = await import("../src/build.ts");
    expect(isUnanswered(error)).toBe(true);
  },
);

it.each([
  "Failed to fetch dynamically imported module: http://localhost/_build/page-1.js",
  "error loading dynamically imported module: http://localhost/_build/page-1.js",
  "Importing a module script failed.",
])(
  "a script that the server no longer has fails an older page, and that of a server without an answer does not: %s",
  async (message) => {
    const error = new TypeError(message);
    const isNamed = message.includes("http");
    expect(await isOfNewerBuild(error, { status: isNamed ? 404 : 200 })).toBe(true);
    if (isNamed) expect(await isOfNewerBuild(error, { status: 200 })).toBe(false);
    for (const hasSeenNewer of [false, true]) {
      expect(await isOfNewerBuild(error, "none", hasSeenNewer)).toBe(false);
      expect(await isOfNewerBuild(error, { status: 502 }, hasSeenNewer)).toBe(false);
    }
  },
);

it("a fault of rendering is a failure of an older page only if the page knows of a newer build, whatever its words", async () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'payload')");
  expect(await isOfNewerBuild(error, { status: 200 })).toBe(false);
  expect(await isOfNewerBuild(error, { status: 200 }, true)).toBe(true);
});

it("a call that another build has refused fails an older page, also where a linked package is twice in the page", async () => {
  vi.stubEnv("BUILD_NAME", "old");
  const { checkBuild, BUILD_HEADER } = await import("../src/build.ts");
  const failed = new Response(null, { status: 404, headers: { [BUILD_HEADER]: "new" } });
  const error = await Promise.resolve(failed)
    .then(checkBuild)
    .catch((thrown) => thrown);
  vi.resetModules();
  expect(await isOfNewerBuild(error, { status: 404 })).toBe(true);
});

it("no failure is one of an older page in development, where a build has no name", async () => {
  expect(await isOfNewerBuild(new TypeError("Importing a module script failed."), { status: 200 }, false, "")).toBe(
    false,
  );
});
