// The data of pages, some of which comes from cookies that the browser, or another site on the same host, may have set
// to anything.

import { getRequestEvent } from "solid-js/web";
import { beforeAll, expect, it, vi } from "vitest";
import { newDatabase } from "../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../support/request";

beforeAll(async () => {
  useApplication({ url: await newDatabase() });
  return () => vi.unstubAllEnvs();
});

/** @returns a value of the page data, and the cookies that are set with it */
async function read(name: "notice" | "returnTo" | "cameFrom", headers: Record<string, string>) {
  const { readPageData } = await import("~/server/page-data");
  return inRequest(new Request(ORIGIN, { headers }), async () => {
    const value = await readPageData(name);
    return { value, set: getRequestEvent()?.response.headers.getSetCookie() };
  });
}

it("has the known names only", async () => {
  const { isPageData } = await import("~/server/page-data");
  expect(isPageData("user")).toBe(true);
  for (const name of ["", "constructor", "__proto__", "toString", ["user"], null, 1])
    expect(isPageData(name)).toBe(false);
});

it("has a notice once, and none for a cookie that is not one", async () => {
  const notice = encodeURIComponent(JSON.stringify({ code: "nameSaved", page: "/account", about: { x: 1 } }));
  const { value, set } = await read("notice", { cookie: `notice=${notice}` });
  expect(value).toEqual({ code: "nameSaved", page: "/account" });
  expect(set).toEqual([expect.stringMatching(/^notice=; Max-Age=0; .*HttpOnly/)]);
  for (const forged of ["", "{", "null", "7", '{"code":{}}', '{"page":"/"}'])
    expect((await read("notice", { cookie: `notice=${encodeURIComponent(forged)}` })).value, forged).toBeNull();
});

it("has the page to return to once, if it is a path", async () => {
  const { value, set } = await read("returnTo", { cookie: "return-to=%2Fprotected%3Fx" });
  expect(value).toBe("/protected?x");
  expect(set).toEqual([expect.stringContaining("return-to=; Max-Age=0")]);
  for (const forged of ["https://evil.example", "javascript:alert(1)", "x"])
    expect((await read("returnTo", { cookie: `return-to=${encodeURIComponent(forged)}` })).value, forged).toBeNull();
});

it("has the page that the visitor came from on this site, and the home page for any other", async () => {
  const from = async (referer: string) => (await read("cameFrom", { referer })).value;
  expect(await from(`${ORIGIN}/account?x`)).toBe("/account?x");
  for (const other of ["https://evil.example/x", `${ORIGIN}1/x`, `${ORIGIN}/sign-out`, ""])
    expect(await from(other), other).toBe("/");
});
