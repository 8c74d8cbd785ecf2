// What pages ask the server for. Links and cookies may hold anything.

import { getRequestEvent } from "solid-js/web";
import { beforeAll, expect, it } from "vitest";
import { newDatabase } from "../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../support/request";

beforeAll(async () => {
  useApplication({ url: await newDatabase() });
});

const cookiesSet = () => getRequestEvent()?.response.headers.getSetCookie();

it("the pages behind mail links show the address in the link, and no other text", async () => {
  const { confirmPage } = await import("~/sign-in/queries");
  const { linkedEmail } = await import("~/account/queries");
  const both = (text: string | undefined) =>
    inRequest(new Request(`${ORIGIN}/`), async () => [(await confirmPage(text)).email, await linkedEmail(text)]);
  expect(await both(" Ada@Example.com")).toEqual(["ada@example.com", "ada@example.com"]);
  for (const other of [undefined, "", "Call us", "a@example.com,b@example.com"])
    expect(await both(other), other).toEqual([null, null]);
  expect(await both(["a@example.com"] as never)).toEqual([null, null]);
});

it("the page for signing out leads back to the page of this site that led there, or to the home page", async () => {
  const { signOutPage } = await import("~/sign-in/queries");
  const from = async (referer: string) =>
    (await inRequest(new Request(`${ORIGIN}/sign-out`, { headers: { referer } }), () => signOutPage())).cameFrom;
  expect(await from(`${ORIGIN}/account?x`)).toBe("/account?x");
  for (const other of ["https://evil.example/x", `${ORIGIN}1/x`, `${ORIGIN}/sign-out`, ""])
    expect(await from(other), other).toBe("/");
});

it("the sign-in page names, in development, each method that is off, with its variables", async () => {
  const { signInPage } = await import("~/sign-in/queries");
  const { SIGN_IN_METHODS } = await import("~/server/auth/sign-in-methods");
  const off = SIGN_IN_METHODS.filter(({ variables }) => variables.some((name) => !process.env[name]));
  const { missing } = await inRequest(new Request(`${ORIGIN}/sign-in`), () => signInPage());
  expect(missing).toEqual(off.map(({ name, variables }) => ({ name, variables })));
});

it("a page that renders twice in a request shows the same, and sets each cookie once", async () => {
  const { signInPage, confirmPage, inbox, signOutPage } = await import("~/sign-in/queries");
  const { session } = await import("~/session");
  const cookie = "notice=%7B%22code%22%3A%22nameSaved%22%7D; return-to=%2Fprotected; typed-email=a%40b.c; sent-again=1";
  const pages = { "/": [], "/sign-in": [signInPage], "/verify-request": [inbox], "/sign-out": [signOutPage] };
  for (const [page, queries] of Object.entries(pages))
    await inRequest(new Request(ORIGIN + page, { headers: { cookie } }), async () => {
      const render = () => Promise.all([session(page), confirmPage("a@b.c"), ...queries.map((query) => query())]);
      const shown = await render();
      const set = cookiesSet();
      expect(shown[0]).toMatchObject({ notice: { code: "nameSaved" }, returnTo: "/protected" });
      expect(await render()).toEqual(shown);
      expect(cookiesSet(), page).toEqual(set);
    });
});

it("a call from an open page leaves what is shown once for the page that loads", async () => {
  const { signInPage, inbox } = await import("~/sign-in/queries");
  const headers = { cookie: "typed-email=a%40example.com; sent-again=1" };
  await inRequest(new Request(`${ORIGIN}/_server?id=x`, { headers }), async () => {
    expect(await signInPage()).toMatchObject({ typedEmail: null });
    expect(await inbox()).toMatchObject({ isSentAgain: false });
    expect(cookiesSet()?.filter((line) => /^(typed-email|sent-again)=/.test(line))).toEqual([]);
  });
});
