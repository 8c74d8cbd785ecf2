// Who may call a query or an action, and what all others get.

import { AdapterError } from "@auth/core/errors";
import { encode } from "@auth/core/jwt";
import { getRequestEvent } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lastResortText } from "~/messages/errors";
import type { Access } from "~/server/functions";
import appConfig from "../../app.config";
import { type Database, openDatabase } from "../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../support/request";

const HOUR_MS = 60 * 60_000;
const COOKIE = "authjs.session-token";

let database: Database;

beforeEach(async () => {
  database = await openDatabase();
  useApplication(database);
});
afterEach(() => vi.unstubAllEnvs());

/** @returns the `Cookie` header of the user's session */
async function signedIn({ minutesAgo = 0, inPerson = true } = {}): Promise<string> {
  const email = "ada@example.com";
  const { id: userId } = await database.prisma.user.upsert({ where: { email }, update: {}, create: { email } });
  const authenticatedAt = new Date(Date.now() - minutesAgo * 60_000);
  if (appConfig.session.strategy === "jwt") {
    const token = { sub: userId, email, auth_time: Math.floor(authenticatedAt.valueOf() / 1000), in_person: inPerson };
    return `${COOKIE}=${await encode({ token, secret: process.env.AUTH_SECRET ?? "", salt: COOKIE })}`;
  }
  await database.prisma.session.deleteMany();
  const expires = new Date(Date.now() + HOUR_MS);
  await database.adapter.createSession?.({ sessionToken: "token", userId, expires }, { inPerson });
  await database.prisma.session.updateMany({ data: { authenticatedAt } });
  return `${COOKIE}=token`;
}

interface Call {
  cookie?: string;
  method?: string;
  referer?: string;
}

/** @returns what a call of an action with this access gives, or what it throws */
async function call(access: (rules: typeof import("~/server/functions")) => Access<unknown>, how: Call = {}) {
  const rules = await import("~/server/functions");
  const { cookie = "", method = "POST", referer } = how;
  const headers = { cookie, accept: "text/html", ...(referer && { referer }) };
  const request = new Request(`${ORIGIN}/_server`, { method, headers });
  let found: unknown;
  const run = () =>
    rules.runAction(new FormData(), access(rules), (caller) => {
      found = caller;
    });
  return inRequest(request, async () => {
    const answer = await run().catch((thrown) => thrown);
    return found ?? answer;
  });
}

const locationOf = (answer: unknown) => answer instanceof Response && answer.headers.get("location");

it("user(page) is the signed-in user, and leads all others to the page by its path on this site", async () => {
  expect(await call(({ user }) => user("/account"), { cookie: await signedIn() })).toMatchObject({
    email: "ada@example.com",
  });
  for (const cookie of ["", "authjs.session-token=forged"]) {
    expect(locationOf(await call(({ user }) => user("/account"), { cookie }))).toBe(`${ORIGIN}/account`);
    expect(locationOf(await call(({ user }) => user("//evil.example/account/x"), { cookie }))).toBe(
      `${ORIGIN}/account/x`,
    );
  }
});

it.each([undefined, `${ORIGIN}/poll?ref=mail`, `${ORIGIN}/poll`])(
  "a form of a public page that is sent without a session, from %s, leads where the guard does, and back",
  async (referer) => {
    const { runAction, user } = await import("~/server/functions");
    const headers = { accept: "text/html", ...(referer && { referer }) };
    await inRequest(new Request(`${ORIGIN}/_server`, { method: "POST", headers }), async () => {
      const answer = await runAction(new FormData(), user("/poll"), () => {}).catch((thrown) => thrown);
      expect(locationOf(answer)).toBe(ORIGIN + appConfig.signedOutRedirect);
      const set = getRequestEvent()?.response.headers.getSetCookie();
      expect(set).toContainEqual(expect.stringContaining("return-to=/poll;"));
    });
  },
);

it("a signed-out visitor on the page itself goes where the guard sends them", async () => {
  const answer = await call(({ user }) => user("/account"), { referer: `${ORIGIN}/account` });
  expect(locationOf(answer)).toBe(ORIGIN + appConfig.signedOutRedirect);
});

it("a call of the router after the session has ended leads to the sign-in page, and from there to a page on this site", async () => {
  const { requireUser } = await import("~/server/functions");
  const ask = (headers: HeadersInit, method = "GET") => {
    const request = new Request(`${ORIGIN}/_server`, {
      method,
      headers: { "x-server-instance": "server-fn:0", ...headers },
    });
    return inRequest(request, () => requireUser("/account?tab=1").catch((thrown) => thrown)).then(locationOf);
  };
  const signIn = (callbackUrl: string) =>
    `/sign-in?${new URLSearchParams({ error: "SessionRequired", code: "signed_out", callbackUrl })}`;
  expect(await ask({ referer: `${ORIGIN}/protected` })).toBe(ORIGIN + signIn("/account?tab=1"));
  expect(await ask({ referer: `${ORIGIN}/`, cookie: "authjs.session-token=gone" })).toBe(
    ORIGIN + signIn("/account?tab=1"),
  );
  expect(await ask({ referer: "https://evil.example/x?y" }, "POST")).toBe(signIn("/x?y"));
  expect(await ask({}, "POST")).toBe(signIn("/account?tab=1"));
  // This visitor had no session, and this page only loads its data again: it goes where the guard sends it.
  expect(await ask({ referer: `${ORIGIN}/` })).toBe(`${ORIGIN}/account?tab=1`);
  expect(await ask({ referer: `${ORIGIN}/account?tab=1` })).toBe(ORIGIN + appConfig.signedOutRedirect);
});

describe("the guard's redirect", () => {
  async function cookiesFor(path: string, request = new Request(ORIGIN)) {
    const { redirectSignedOut } = await import("~/server/auth/redirect-signed-out");
    return inRequest(request, () => {
      expect(locationOf(redirectSignedOut(path))).toBe(ORIGIN + appConfig.signedOutRedirect);
      return getRequestEvent()?.response.headers.getSetCookie();
    });
  }

  it("remembers a page that takes 900 bytes of a cookie at most, and as long as its notice", async () => {
    expect(await cookiesFor("/account?x")).toEqual([
      expect.stringMatching(`=${ORIGIN}/account\\?x; Max-Age=300;`),
      // The notice shows the path without its query, which may contain a token.
      expect.stringContaining("return-to=/account; Max-Age=300;"),
    ]);
    for (const long of ["x".repeat(900), "/".repeat(300)]) expect(await cookiesFor(`/account?${long}`)).toEqual([]);
    expect((await cookiesFor(`/account/${"x".repeat(500)}`))?.[1]?.length).toBeLessThan(200);
  });

  it.each([
    ["a picture", "GET", { "sec-fetch-dest": "image" }],
    ["a fetch", "GET", { "sec-fetch-dest": "empty" }],
    ["a frame", "GET", { "sec-fetch-dest": "iframe" }],
    ["a form", "POST", { "sec-fetch-dest": "document" }],
    ["a HEAD", "HEAD", {}],
    ["a page ahead", "GET", { "sec-fetch-dest": "document", "sec-purpose": "prefetch" }],
  ])("remembers %s as no page to return to", async (_, method, headers) => {
    expect(await cookiesFor("/account", new Request(`${ORIGIN}/account`, { method, headers }))).toEqual([]);
  });
});

it("freshUser(page) is a user who has signed in recently, and others sign in again for that page on this site", async () => {
  const minutes = appConfig.session.freshAge / 60;
  const cookie = await signedIn({ minutesAgo: minutes - 1 });
  const fresh = { email: "ada@example.com" };
  expect(await call(({ freshUser }) => freshUser("/account"), { cookie })).toMatchObject(fresh);
  const old = await signedIn({ minutesAgo: minutes + 1 });
  expect(await call(({ user }) => user("/account"), { cookie: old })).toMatchObject(fresh);
  const location = new URL(
    String(locationOf(await call(({ freshUser }) => freshUser("//evil.example/x#y"), { cookie: old }))),
  );
  expect(location.origin + location.pathname).toBe(`${ORIGIN}/sign-in`);
  expect(Object.fromEntries(location.searchParams)).toEqual({ error: "FreshSignInRequired", callbackUrl: "/x#y" });
});

it("freshUser(page) refuses a sign-in that did not show that its user was there", async () => {
  const cookie = await signedIn({ inPerson: false });
  expect(await call(({ user }) => user("/account"), { cookie })).toMatchObject({ email: "ada@example.com" });
  expect(locationOf(await call(({ freshUser }) => freshUser("/account"), { cookie }))).toContain("FreshSignInRequired");
});

it("a session without a user is no user's, and a sign-in of unknown age is not recent", async () => {
  const { requireFreshUser, requireUser } = await import("~/server/functions");
  const { requestContext } = await import("~/server/http/request-context");
  const session = { expires: new Date(Date.now() + HOUR_MS).toISOString() };
  const user = { id: "ada", emailVerified: true };
  const ask = (require: typeof requireUser, details: object) =>
    inRequest(new Request(ORIGIN), () => {
      requestContext().session = async () => ({ token: "token", authenticatedAt: undefined, ...details }) as never;
      return require("/account").catch((thrown) => thrown);
    });
  expect(await ask(requireUser, { session })).toMatchObject({ status: 302 });
  expect(await ask(requireUser, { session: { ...session, user } })).toBe(user);
  expect(locationOf(await ask(requireFreshUser, { session: { ...session, user } }))).toContain("FreshSignInRequired");
});

it("a user without the permission is refused, by user and by freshUser, and the permission gets that user", async () => {
  const cookie = await signedIn();
  for (const rule of ["user", "freshUser"] as const) {
    const refused = await call((rules) => rules[rule]("/account", async ({ email }) => email !== "ada@example.com"), {
      cookie,
    });
    expect(locationOf(refused), rule).toContain("error=Forbidden");
    const allowed = await call((rules) => rules[rule]("/account", ({ email }) => email === "ada@example.com"), {
      cookie,
    });
    expect(allowed, rule).toMatchObject({ email: "ada@example.com" });
  }
});

it("an action runs only for a form that is posted, and for an access that was called", async () => {
  const { anyone, runAction, user } = await import("~/server/functions");
  vi.spyOn(console, "error").mockReturnValue();
  const body = vi.fn(() => "done");
  const run = (method: string, form: unknown, access: Access<unknown> = anyone, headers?: HeadersInit) =>
    inRequest(new Request(`${ORIGIN}/_server`, { method, headers }), () =>
      runAction(form as FormData, access, body, "test").catch((thrown) => thrown),
    );
  const ofRouter = { "x-server-instance": "server-fn:0" };
  for (const method of ["GET", "HEAD"]) expect(await run(method, new FormData())).toMatchObject({ status: 405 });
  for (const form of [undefined, null, {}, "name=x", ["x"]]) {
    expect(await run("POST", form)).toMatchObject({ status: 400 });
    // The call rejects, and says why.
    const message = "The action test takes a form as its last argument, and was called without one.";
    expect(await run("POST", form, anyone, ofRouter)).toMatchObject({ name: "Refusal:400", message });
  }
  expect(await run("POST", new FormData(), user as never)).toMatchObject({ status: 500 });
  expect(body).not.toHaveBeenCalled();
  for (const form of [new FormData(), new URLSearchParams()])
    expect(await run("POST", form, anyone, ofRouter)).toBe("done");
  vi.restoreAllMocks();
});

it("forbidden() in an action is a 403 for API clients, and a page for browsers", async () => {
  const { anyone, runAction } = await import("~/server/functions");
  const { forbidden } = await import("~/lib/forbidden");
  const run = (headers: Record<string, string>) =>
    inRequest(new Request(ORIGIN, { method: "POST", headers }), () =>
      runAction(new FormData(), anyone, () => Promise.reject(forbidden()), "mine").catch((error) => error),
    );
  for (const accept of ["", "*/*", "application/json"]) {
    const response: Response = await run({ accept });
    expect([response.status, response.headers.get("location")]).toEqual([403, null]);
  }
  const shown: Response = await run({ accept: "text/html" });
  expect(shown.headers.get("location")).toBe(`${ORIGIN}/error?error=Forbidden`);
});

it("an action's result is the same if it is thrown, and a redirect stays one", async () => {
  const { anyone, runAction } = await import("~/server/functions");
  const { refused } = await import("~/server/forms");
  const { json, redirect } = await import("@solidjs/router");
  const request = new Request(ORIGIN, { method: "POST", headers: { "x-server-instance": "server-fn:0" } });
  const run = (thrown: unknown) =>
    inRequest(request, () => runAction(new FormData(), anyone, () => Promise.reject(thrown), "mine"));
  for (const thrown of [refused({ name: "Too long." }, new FormData()), json({ count: 1 })])
    expect(await run(thrown)).toBe(thrown);
  await expect(run(redirect("/account"))).rejects.toMatchObject({ status: 302 });
});

it("an action that fails is a failure for the router, and a 500 for another client", async () => {
  const { anyone, runAction } = await import("~/server/functions");
  const { failureOf } = await import("~/lib/failures");
  const { pressText, unknownPressText } = await import("~/messages/errors");
  vi.spyOn(console, "error").mockReturnValue();
  const run = (headers: Record<string, string>) =>
    inRequest(new Request(ORIGIN, { method: "POST", headers }), () =>
      runAction(new FormData(), anyone, () => Promise.reject(new Error("The disk is full.")), "mine").catch(
        (thrown) => thrown,
      ),
    );
  const failure = await run({ "x-server-instance": "server-fn:0" });
  expect(pressText(failureOf(failure))).toEqual(unknownPressText(true));
  expect(await run({ accept: "application/json" })).toMatchObject({ status: 500 });
  vi.restoreAllMocks();
});

it("an answer that cannot be sent is named with its path, by a query and by an action", async () => {
  const { anyone, runAction, runQuery } = await import("~/server/functions");
  const logged = vi.spyOn(console, "error").mockReturnValue();
  class Decimal {}
  const orders = () => [{ id: "1", price: new Decimal() }] as never;
  const headers = { "x-server-instance": "server-fn:0" };
  await inRequest(new Request(ORIGIN, { method: "POST", headers }), async () => {
    await expect(runQuery(anyone, orders, "orders")).rejects.toThrow();
    await expect(runAction(new FormData(), anyone, orders, "order")).rejects.toThrow();
  });
  const problem = "TypeError: The answer cannot be sent to the page: [0].price is a Decimal";
  expect(logged.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringContaining(`query orders: ${problem}`),
    expect.stringContaining(`action order: ${problem}`),
  ]);
  logged.mockRestore();
});

it("an answer may have 500 objects above one in it, and a deeper one is named", async () => {
  const { assertSendable } = await import("~/server/sendable");
  const nested = (depth: number): object => (depth === 0 ? { end: {} } : { in: nested(depth - 1) });
  expect(() => assertSendable(nested(499))).not.toThrow();
  expect(() => assertSendable(nested(500))).toThrow("is too deep");
});

it("a query's failure is logged under its name; a redirect and forbidden() are not logged", async () => {
  const { anyone, runQuery } = await import("~/server/functions");
  const { forbidden } = await import("~/lib/forbidden");
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const run = (thrown: unknown) =>
    inRequest(new Request(ORIGIN), () =>
      runQuery(anyone, () => Promise.reject(thrown), "mine").catch((error) => error),
    );
  for (const thrown of [forbidden(), new Response(null, { status: 404 })]) expect(await run(thrown)).toBe(thrown);
  expect(logged).not.toHaveBeenCalled();
  await run(new Error("The disk is full."));
  expect(logged.mock.calls).toEqual([[expect.stringContaining("query mine: Error: The disk is full.")]]);
  logged.mockRestore();
});

it("a failure is logged once per request, by whichever of its causes it is known", async () => {
  const { anyone, runQuery } = await import("~/server/functions");
  const { log } = await import("~/server/log");
  const { authLogger } = await import("~/server/auth/log");
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const inner = new TypeError("inner");
  const fail = async () => {
    authLogger?.error?.(new AdapterError("", { cause: { err: inner } }));
    await runQuery(anyone, () => Promise.reject(inner), "mine").catch(() => {});
    log.error("page", new Error("outer", { cause: inner }));
  };
  for (const count of [1, 2]) {
    await inRequest(new Request(ORIGIN), fail);
    expect(logged).toHaveBeenCalledTimes(count);
  }
  logged.mockRestore();
});

it("a limit that a query throws is for the page to show, with its status, and no fault", async () => {
  const { anyone, runQuery } = await import("~/server/functions");
  const { limit } = await import("~/server/http/rate-limit");
  const { failureOf } = await import("~/lib/failures");
  const { withhold } = await import("~/lib/withheld-errors");
  const { log } = await import("~/server/log");
  const { failureResponse } = await import("~/server/http/error-responses");
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const request = new Request(`${ORIGIN}/search`, { headers: { accept: "text/html" } });
  const search = () =>
    inRequest(request, async () => {
      const thrown = await runQuery(anyone, () => limit("changesOfUser", "ada")).catch((error) => error);
      if (thrown) log.error("page", thrown);
      return thrown;
    });
  for (let searches = 0; searches < 10; searches++) expect(await search()).toBeUndefined();
  const refusal = await search();
  expect([failureOf(refusal).status, withhold(refusal).message]).toEqual([429, lastResortText.wait(10)]);
  const answer = await inRequest(request, () => failureResponse(request, refusal));
  expect([answer.status, (await answer.text()).includes(refusal.message)]).toEqual([429, true]);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

it("a limit that an action throws is the message of its form, and 429 for another client", async () => {
  const { anyone, runAction, runQuery } = await import("~/server/functions");
  const { limit } = await import("~/server/http/rate-limit");
  const once = () => limit("changesOfUser", "ada");
  const attempt = (headers: Record<string, string>, body: () => Promise<void> = once) =>
    inRequest(new Request(`${ORIGIN}/_server`, { method: "POST", headers }), () =>
      runAction(new FormData(), anyone, body).catch((thrown) => thrown),
    );
  const ofRouter = { "x-server-instance": "server-fn:0" };
  for (let attempts = 0; attempts < 10; attempts++) expect(await attempt(ofRouter)).toBeUndefined();
  // An action may ask a query, which is over its limit.
  for (const body of [once, () => runQuery(anyone, once)]) {
    const refusal = await attempt(ofRouter, body);
    const errors = { "": lastResortText.wait(10) };
    expect([refusal.status, await refusal.json()]).toEqual([429, { errors }]);
  }
  const answer = await attempt({ accept: "application/json" });
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

it("a press on a page that shows another user changes nothing, and says who is signed in", async () => {
  const { runAction, user } = await import("~/server/functions");
  const { ORIGIN: FIELD } = await import("~/lib/form-result");
  const { otherUserText } = await import("~/messages/forms");
  const cookie = await signedIn();
  const own = (await database.prisma.user.findFirst())?.id;
  const body = vi.fn(() => "done");
  const press = (shown: string | undefined, headers: Record<string, string>) => {
    const form = new FormData();
    form.set(FIELD, JSON.stringify({ page: "/account", user: shown, form: "x" }));
    return inRequest(new Request(`${ORIGIN}/_server`, { method: "POST", headers }), () =>
      runAction(form, user("/account"), body),
    );
  };
  const headers = { cookie, "x-server-instance": "server-fn:0" };
  const refusal = (await press("another", headers)) as unknown as Response;
  expect(await refusal.json()).toEqual({ errors: { "": otherUserText("ada@example.com") } });
  // The page asks for its data again, which is that of the user who is signed in.
  expect(refusal.headers.get("x-revalidate")).toBeNull();
  expect(body).not.toHaveBeenCalled();
  for (const shown of [own, undefined]) expect(await press(shown, headers)).toBe("done");
});
