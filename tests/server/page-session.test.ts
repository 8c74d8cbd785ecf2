// The session, as pages get it. Some of it comes from cookies that the browser, or another site on the same host, may
// have set to anything.

import { getRequestEvent, type RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { beforeAll, expect, it } from "vitest";
import { describeNotice } from "~/messages/notices";
import { newDatabase } from "../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../support/request";

beforeAll(async () => {
  useApplication({ url: await newDatabase() });
});

/** @returns the session for a page, or the redirect, and the cookies that are set with it */
async function load(page: unknown, headers: HeadersInit = {}, url = "/_server?id=x") {
  const { readSession } = await import("~/server/page-session");
  return inRequest(new Request(ORIGIN + url, { headers }), async () => {
    const data = await readSession(page as string).catch((thrown: Response) => thrown);
    return { data, set: getRequestEvent()?.response.headers.getSetCookie() };
  });
}

/** The same, for a page that loads as a whole. */
async function open(cookie: string) {
  const { data, set } = await load("/", { cookie }, "/");
  if (data instanceof Response) throw new Error("A redirect.");
  return { ...data, set };
}

it("a signed-out visitor is redirected on a navigation to a protected page, and to no other page", async () => {
  for (const page of ["/protected", "/Account/?x", "https://evil.example/welcome", "//evil.example/protected"]) {
    const { data, set } = await load(page);
    // Links are preloaded when the pointer comes near: a cookie set here would change where the next sign-in goes.
    expect(set).toEqual([]);
    expect(data).toBeInstanceOf(Response);
    expect((data as Response).headers.get("location"), page).toMatch(new RegExp(`^${ORIGIN}/(?!/)`));
  }
  for (const page of ["/", "/sign-in?callbackUrl=/protected", "//[", "", null, 7, {}, ["/protected"]])
    expect((await load(page)).data, String(page)).toMatchObject({ user: null, csrfToken: null });
});

it("a navigation leaves one-time values of whole pages unread", async () => {
  const { data, set } = await load("/", { cookie: "return-to=%2Fprotected" });
  expect(data).toMatchObject({ returnTo: null });
  expect(set).toEqual([]);
});

it("notice is read once, and a malformed cookie is no notice", async () => {
  const text = encodeURIComponent(JSON.stringify({ code: "providerGone", about: { x: 1 } }));
  const { notice, set } = await open(`notice=${text}`);
  expect(notice).toEqual({ code: "providerGone", ...describeNotice("providerGone") });
  expect(set).toEqual([expect.stringMatching(/^notice=; Max-Age=0; .*HttpOnly/)]);
  for (const forged of ["", "{", "null", "7", '{"code":{}}', '{"about":"Ada"}'])
    expect((await open(`notice=${encodeURIComponent(forged)}`)).notice, forged).toBeNull();
});

it("a notice that a request leaves is read in the same request, and not again", async () => {
  const { leaveNotice } = await import("~/server/http/notice");
  const { readSession } = await import("~/server/page-session");
  await inRequest(new Request(`${ORIGIN}/_server`, { method: "POST" }), async () => {
    leaveNotice("nameSaved");
    expect((await readSession("/")).notice).toMatchObject({ code: "nameSaved" });
    expect((await readSession("/")).notice).toBeNull();
    expect(getRequestEvent()?.response.headers.getSetCookie().at(-1)).toMatch(/^notice=; Max-Age=0;/);
  });
});

it("returnTo is read once, and only if it is a path", async () => {
  const { returnTo, set } = await open("return-to=%2Fprotected%3Fx");
  expect(returnTo).toBe("/protected?x");
  expect(set).toEqual([expect.stringContaining("return-to=; Max-Age=0")]);
  for (const forged of ["https://evil.example", "javascript:alert(1)", "x"])
    expect((await open(`return-to=${encodeURIComponent(forged)}`)).returnTo, forged).toBeNull();
});

it("the next page's data in an action's answer is read for that page's request, not for the action's", async () => {
  const { requestContext } = await import("~/server/http/request-context");
  await inRequest(new Request(`${ORIGIN}/_server`, { method: "POST" }), async () => {
    // As SolidStart does it (handleSingleFlight): a copy of the event, with the cookies as the action has left them.
    const next = { ...getRequestEvent(), request: new Request(`${ORIGIN}/account`) };
    await provideRequestEvent(next as RequestEvent, async () => {
      expect(requestContext().request()).toBe(next.request);
    });
  });
});
