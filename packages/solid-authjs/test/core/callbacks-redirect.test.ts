// The `redirect` callback: where a sign-in or a sign-out may lead. Its default is the defence against open redirects.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, linkFields, useApplication } from "../support/application";
import { ORIGIN, type Visitor } from "../support/visitor";

type Redirect = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["redirect"]>;

const HOME = `${ORIGIN}/`;

const app = useApplication();

async function signIn(visitor: Visitor, callbackUrl: string) {
  await visitor.post("/signin/email", { email: EMAIL, callbackUrl });
  return visitor.post("/callback/email", linkFields(app.sent.at(-1)));
}

describe.each(["database", "jwt"] as const)("the redirect callback, under %s", (strategy) => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy } };
  });

  it.each([
    ["a path", "/protected?tab=2#notes", `${ORIGIN}/protected?tab=2#notes`],
    ["a URL on this origin", `${ORIGIN}/protected`, `${ORIGIN}/protected`],
    ["another origin", "https://evil.example/", HOME],
    ["another scheme", "http://app.example.com/", HOME],
    ["another port", "https://app.example.com:8443/", HOME],
    ["a subdomain", "https://x.app.example.com/", HOME],
    ["a name that begins like ours", `${ORIGIN}.evil.example/`, HOME],
    ["two slashes", "//evil.example/", HOME],
    ["a slash and a backslash", "/\\evil.example/", HOME],
    ["a tab between slashes", "/\t/evil.example/", HOME],
    ["credentials before our name", "https://app.example.com@evil.example/", HOME],
    ["a script", "javascript:alert(1)", HOME],
    ["not a URL", "nowhere", HOME],
  ])("the default keeps a sign-in and a sign-out on this origin: %s", async (_, url, expected) => {
    const visitor = app.visitor();
    const signedIn = await signIn(visitor, url);
    expect(signedIn.location?.href).toBe(expected);
    const signedOut = await visitor.post("/signout", { callbackUrl: url });
    expect(signedOut.location?.href).toBe(expected);
  });

  it("a sign-in and a sign-out call it with the wanted URL and the site's own", async () => {
    const redirect = vi.fn<Redirect>(({ url }) => url);
    const visitor = app.visitor({ callbacks: { redirect } });
    await signIn(visitor, "https://shop.example/basket");
    expect(redirect).toHaveBeenCalledWith({ url: "https://shop.example/basket", baseUrl: ORIGIN });
    redirect.mockClear();
    await visitor.post("/signout", { callbackUrl: "/bye" });
    expect(redirect).toHaveBeenCalledWith({ url: `${ORIGIN}/bye`, baseUrl: ORIGIN });
  });

  it("the callback's answer decides where the visitor goes, even to another origin", async () => {
    const redirect: Redirect = ({ url }) => url.replace("://old.", "://new.");
    const visitor = app.visitor({ callbacks: { redirect } });
    expect((await signIn(visitor, "https://old.example/a")).location?.href).toBe("https://new.example/a");
    const signedOut = await visitor.post("/signout", { callbackUrl: "https://old.example/b" });
    expect(signedOut.location?.href).toBe("https://new.example/b");
  });

  it("a callback that throws ends the sign-in on the error page: no mail, no session", async () => {
    const redirect: Redirect = () => Promise.reject(new Error("Nowhere to go."));
    const visitor = app.visitor({ callbacks: { redirect } });
    const answer = await visitor.post("/signin/email", { email: EMAIL, callbackUrl: "/a" });
    expect(answer.location?.href).toBe(`${ORIGIN}/api/auth/error?error=Configuration`);
    expect(app.sent).toEqual([]);
  });
});

it("the visitor lands on the origin where there is no callback URL", async () => {
  expect((await app.signIn(app.visitor())).location?.href).toBe(HOME);
});

it("a callback URL applies to the next sign-in, and one of another site in the cookie is not followed", async () => {
  const visitor = app.visitor();
  await visitor.get("/signin?callbackUrl=/protected");
  expect((await app.signIn(visitor)).location?.href).toBe(`${ORIGIN}/protected`);

  const poisoned = app.visitor();
  poisoned.cookies.set("__Secure-authjs.callback-url", encodeURIComponent("https://evil.example/"));
  expect((await app.signIn(poisoned)).location?.href).toBe(HOME);
});
