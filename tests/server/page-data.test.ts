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

/** @returns a value that a page reads while it renders, and the cookies that are set with it */
async function read(name: "notice" | "returnTo" | "cameFrom" | "linkEmail", headers: HeadersInit, path = "/") {
  const { loadPageData } = await import("~/server/page-data");
  const req = new Request(ORIGIN + path, { headers });
  return inRequest(req, () =>
    loadPageData({ req } as never, () => {
      const event = getRequestEvent();
      const value = event?.locals.context?.pageData?.read(name);
      return { value, set: event?.response.headers.getSetCookie() };
    }),
  ) as Promise<{ value: unknown; set: string[] }>;
}

/** What the browser gets on a navigation to a page, or the redirect. */
async function load(page: unknown, headers: HeadersInit = {}, needsUser = false) {
  const { readPageData } = await import("~/server/page-data");
  return inRequest(new Request(`${ORIGIN}/_server?id=x`, { headers }), async () => {
    const data = await readPageData(page as string, needsUser).catch((thrown: Response) => thrown);
    return { data, set: getRequestEvent()?.response.headers.getSetCookie() };
  });
}

it("a signed-out visitor is redirected on a navigation to a page that needs a user, and to no other page", async () => {
  for (const page of ["/protected", "/Account/?x", "https://evil.example/welcome", "//evil.example/protected"]) {
    const { data } = await load(page);
    expect(data).toBeInstanceOf(Response);
    expect((data as Response).headers.get("location"), page).toMatch(new RegExp(`^${ORIGIN}/(?!/)`));
  }
  expect((await load("/", {}, true)).data).toBeInstanceOf(Response);
  for (const page of ["/", "/sign-in?callbackUrl=/protected", "//[", "", null, 7, {}, ["/protected"]])
    expect((await load(page)).data, String(page)).toMatchObject({ user: null, account: null });
});

it("a navigation leaves one-time values of whole pages unread", async () => {
  const cookie = "return-to=%2Fprotected; typed-email=a%40example.com; sent-again=1";
  const { data, set } = await load("/", { cookie });
  expect(data).toMatchObject({ returnTo: null, typedEmail: null, isSentAgain: false });
  expect(set?.filter((line) => /^(return-to|typed-email|sent-again)=/.test(line))).toEqual([]);
});

it("linkEmail is the address in the page's link, and no other text", async () => {
  const inLink = async (query: string) => (await read("linkEmail", {}, `/account/email?${query}`)).value;
  expect(await inLink("email=Ada@Example.com&email=b@example.com")).toBe("ada@example.com");
  expect(await inLink("email=+Ada@Example.com")).toBe("ada@example.com");
  for (const query of ["", "email=", "email=Call+us", "email=a@example.com,b@example.com"])
    expect(await inLink(query), query).toBeNull();
});

it("notice is read once, and a malformed cookie is no notice", async () => {
  const notice = encodeURIComponent(JSON.stringify({ code: "providerGone", details: 1, about: { x: 1 } }));
  const { value, set } = await read("notice", { cookie: `notice=${notice}` });
  expect(value).toEqual({ code: "providerGone", tone: "bad", text: "It was already disconnected." });
  expect(set).toEqual([expect.stringMatching(/^notice=; Max-Age=0; .*HttpOnly/)]);
  for (const forged of ["", "{", "null", "7", '{"code":{}}', '{"details":"Ada"}'])
    expect((await read("notice", { cookie: `notice=${encodeURIComponent(forged)}` })).value, forged).toBeNull();
});

it("returnTo is read once, and only if it is a path", async () => {
  const { value, set } = await read("returnTo", { cookie: "return-to=%2Fprotected%3Fx" });
  expect(value).toBe("/protected?x");
  expect(set).toEqual([expect.stringContaining("return-to=; Max-Age=0")]);
  for (const forged of ["https://evil.example", "javascript:alert(1)", "x"])
    expect((await read("returnTo", { cookie: `return-to=${encodeURIComponent(forged)}` })).value, forged).toBeNull();
});

it("cameFrom is the page of this site that led here, and the home page otherwise", async () => {
  const from = async (referer: string) => (await read("cameFrom", { referer })).value;
  expect(await from(`${ORIGIN}/account?x`)).toBe("/account?x");
  for (const other of ["https://evil.example/x", `${ORIGIN}1/x`, `${ORIGIN}/sign-out`, ""])
    expect(await from(other), other).toBe("/");
});

it("the user who pressed is asked to press again, and no other user, whatever the cookie holds", async () => {
  const { readPressed } = await import("~/server/http/pressed");
  const pressed = (cookie: unknown) => {
    const text = typeof cookie === "string" ? cookie : JSON.stringify(cookie);
    const headers = { cookie: `pressed=${encodeURIComponent(text)}` };
    return inRequest(new Request(`${ORIGIN}/account`, { headers }), () => readPressed("ada"));
  };
  const given = { place: "sign-in-methods", fields: { open: "Remove", id: "1" } };
  expect(await pressed({ userId: "ada", ...given })).toEqual(given);
  expect(await pressed({ userId: "eve", ...given })).toBeNull();
  for (const other of ["", "{", "null", 7, {}, { userId: "ada" }, { userId: "ada", place: "x", fields: { open: {} } }])
    expect(await pressed(other), JSON.stringify(other)).toBeNull();
});
