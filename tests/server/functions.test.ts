// Who may call a query or an action, and what all others get.

import { AdapterError } from "@auth/core/errors";
import { getRequestEvent } from "solid-js/web";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lastResortText } from "~/messages/errors";
import type { Access } from "~/server/functions";
import appConfig from "../../app.config";
import { type Database, openDatabase } from "../support/adapter";
import { inRequest, ORIGIN, sessionOf, useApplication } from "../support/request";

const EMAIL = "ada@example.com";
const ADA = { email: EMAIL };
/** What the page's router sends with each call. */
const ROUTER = { "x-server-instance": "server-fn:0" };

let database: Database;
let rules: typeof import("~/server/functions");
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  database = await openDatabase();
  useApplication(database);
  rules = await import("~/server/functions");
  logged = vi.spyOn(console, "error").mockReturnValue();
});

/** @returns the `Cookie` header of the user's session */
async function signedIn(options?: { minutesAgo?: number; inPerson?: boolean }): Promise<string> {
  const user = await database.prisma.user.upsert({ where: ADA, update: {}, create: ADA });
  await database.prisma.session.deleteMany();
  return sessionOf(database, user, options);
}

interface Call {
  headers?: Record<string, string>;
  method?: string;
  form?: unknown;
}

/** @returns what an action with this access and this body gives, or what it throws */
async function act(access: Access<unknown>, body: (caller: unknown) => unknown, call: Call = {}) {
  const { headers, method = "POST", form = new FormData() } = call;
  const request = new Request(`${ORIGIN}/_server`, { method, headers });
  const run = () => rules.runAction(form as FormData, access, body as () => never, "mine");
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at answers of each kind.
  return inRequest(request, () => run().catch((thrown) => thrown)) as Promise<any>;
}

/** @returns the caller whom an access finds, or what the others get */
function callerOf(access: Access<unknown>, cookie: string): Promise<unknown> {
  const request = new Request(`${ORIGIN}/_server`, { method: "POST", headers: { cookie, accept: "text/html" } });
  return inRequest(request, () => access().catch((thrown) => thrown));
}

const locationOf = (answer: unknown) => answer instanceof Response && answer.headers.get("location");

it("user(page) is the signed-in user, and leads all others to the page by its path on this site", async () => {
  const { user } = rules;
  expect(await callerOf(user("/account"), await signedIn())).toMatchObject(ADA);
  for (const cookie of ["", "authjs.session-token=forged"]) {
    expect(locationOf(await callerOf(user("/account"), cookie))).toBe(`${ORIGIN}/account`);
    expect(locationOf(await callerOf(user("//evil.example/account/x"), cookie))).toBe(`${ORIGIN}/account/x`);
  }
});

it.each([undefined, `${ORIGIN}/poll?ref=mail`, `${ORIGIN}/poll`])(
  "a form of a public page that is sent without a session, from %s, leads where the guard does, and back",
  async (referer) => {
    const headers = { accept: "text/html", ...(referer && { referer }) };
    await inRequest(new Request(`${ORIGIN}/_server`, { method: "POST", headers }), async () => {
      const { runAction, user } = rules;
      const answer = await runAction(new FormData(), user("/poll"), () => {}).catch((thrown) => thrown);
      expect(locationOf(answer)).toBe(ORIGIN + appConfig.signedOutRedirect);
      const set = getRequestEvent()?.response.headers.getSetCookie();
      expect(set).toContainEqual(expect.stringContaining("return-to=/poll;"));
    });
  },
);

it("a call of the router after the session has ended leads to the sign-in page, and from there to a page on this site", async () => {
  const ask = (headers: HeadersInit, method = "GET") =>
    inRequest(new Request(`${ORIGIN}/_server`, { method, headers: { ...ROUTER, ...headers } }), () =>
      rules.requireUser("/account?tab=1").catch((thrown) => thrown),
    ).then(locationOf);
  const signIn = (callbackUrl: string) =>
    `/sign-in?${new URLSearchParams({ error: "SessionRequired", code: "signed_out", callbackUrl })}`;
  const cookie = "authjs.session-token=gone";
  expect(await ask({ referer: `${ORIGIN}/protected` })).toBe(ORIGIN + signIn("/account?tab=1"));
  expect(await ask({ referer: `${ORIGIN}/`, cookie })).toBe(ORIGIN + signIn("/account?tab=1"));
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
  const { freshUser, user } = rules;
  const minutes = appConfig.session.freshAge / 60;
  expect(await callerOf(freshUser("/account"), await signedIn({ minutesAgo: minutes - 1 }))).toMatchObject(ADA);
  const old = await signedIn({ minutesAgo: minutes + 1 });
  expect(await callerOf(user("/account"), old)).toMatchObject(ADA);
  const location = new URL(String(locationOf(await callerOf(freshUser("//evil.example/x#y"), old))));
  expect(location.origin + location.pathname).toBe(`${ORIGIN}/sign-in`);
  expect(Object.fromEntries(location.searchParams)).toEqual({ error: "FreshSignInRequired", callbackUrl: "/x#y" });
});

it("freshUser(page) refuses a sign-in that did not show that its user was there", async () => {
  const cookie = await signedIn({ inPerson: false });
  expect(await callerOf(rules.user("/account"), cookie)).toMatchObject(ADA);
  expect(locationOf(await callerOf(rules.freshUser("/account"), cookie))).toContain("FreshSignInRequired");
});

it("a session without a user is no user's, and a sign-in of unknown age is not recent", async () => {
  const { requestContext } = await import("~/server/http/request-context");
  const session = { expires: new Date(Date.now() + 60_000).toISOString() };
  const user = { id: "ada", emailVerified: true };
  const ask = (require: typeof rules.requireUser, details: object) =>
    inRequest(new Request(ORIGIN), () => {
      requestContext().session = async () => ({ token: "token", authenticatedAt: undefined, ...details }) as never;
      return require("/account").catch((thrown) => thrown);
    });
  expect(await ask(rules.requireUser, { session })).toMatchObject({ status: 302 });
  const whole = { session: { ...session, user } };
  expect(await ask(rules.requireUser, whole)).toBe(user);
  expect(locationOf(await ask(rules.requireFreshUser, whole))).toContain("FreshSignInRequired");
});

it("a user without the permission is refused, by user and by freshUser, and the permission gets that user", async () => {
  const cookie = await signedIn();
  for (const rule of [rules.user, rules.freshUser]) {
    const others = rule("/account", async ({ email }) => email !== EMAIL);
    expect(await callerOf(others, cookie), rule.name).toMatchObject({ name: "Refusal:403" });
    const owners = rule("/account", ({ email }) => email === EMAIL);
    expect(await callerOf(owners, cookie), rule.name).toMatchObject(ADA);
  }
});

it("an action runs only for a form that is posted, and for an access that was called", async () => {
  const { anyone, user } = rules;
  const body = vi.fn(() => "done");
  for (const method of ["GET", "HEAD"]) expect(await act(anyone, body, { method })).toMatchObject({ status: 405 });
  for (const form of [null, {}, "name=x", ["x"]]) {
    expect(await act(anyone, body, { form })).toMatchObject({ status: 400 });
    // The call rejects, and says why.
    const message = "The action mine takes a form as its last argument, and was called without one.";
    expect(await act(anyone, body, { form, headers: ROUTER })).toMatchObject({ name: "Refusal:400", message });
  }
  expect(await act(user as never, body)).toMatchObject({ status: 500 });
  expect(body).not.toHaveBeenCalled();
  for (const form of [new FormData(), new URLSearchParams()])
    expect(await act(anyone, body, { form, headers: ROUTER })).toBe("done");
});

it("forbidden() in an action refuses its form with status 403, and an API client learns why", async () => {
  const { forbidden } = await import("~/lib/forbidden");
  const { forbiddenText } = await import("~/messages/errors");
  for (const accept of ["", "*/*", "application/json"]) {
    const response: Response = await act(rules.anyone, () => Promise.reject(forbidden()), { headers: { accept } });
    expect([response.status, response.headers.get("location")]).toEqual([403, null]);
    expect((await response.json()).errors[""]).toContain(forbiddenText.title);
  }
});

it("forbidden() outside of queries and actions is a page for browsers, and a 403 for API clients", async () => {
  const { forbidden } = await import("~/lib/forbidden");
  const { failureResponse } = await import("~/server/http/error-responses");
  const run = (accept: string) => {
    const request = new Request(ORIGIN, { headers: { accept } });
    return inRequest(request, () => failureResponse(request, forbidden()));
  };
  expect(locationOf(await run("text/html"))).toBe(`${ORIGIN}/error?error=Forbidden`);
  expect((await run("application/json")).status).toBe(403);
});

it("an action's result is the same if it is thrown, and a redirect stays one", async () => {
  const { refused } = await import("~/server/forms");
  const { json, redirect } = await import("@solidjs/router");
  const run = (thrown: unknown) =>
    inRequest(new Request(ORIGIN, { method: "POST", headers: ROUTER }), () =>
      rules.runAction(new FormData(), rules.anyone, () => Promise.reject(thrown), "mine"),
    );
  for (const thrown of [refused({ name: "Too long." }, new FormData()), json({ count: 1 })])
    expect(await run(thrown)).toBe(thrown);
  await expect(run(redirect("/account"))).rejects.toMatchObject({ status: 302 });
});

it("an action that answers with an error's status has failed for a form, and the log says how a form is refused", async () => {
  const answer = () => new Response("No such row.", { status: 404 });
  for (const body of [async () => answer() as never, () => Promise.reject(answer())]) {
    expect(await act(rules.anyone, body, { headers: ROUTER })).toBeInstanceOf(Error);
    expect(logged.mock.calls.map(String).at(-1)).toContain("It answered with status 404.");
    expect(await (await act(rules.anyone, body)).text()).toBe("No such row.");
  }
});

it("an action that fails is a failure for the router, and a 500 for another client", async () => {
  const { failureOf } = await import("~/lib/failures");
  const { pressText, unknownPressText } = await import("~/messages/errors");
  const run = (headers: Record<string, string>) =>
    act(rules.anyone, () => Promise.reject(new Error("The disk is full.")), { headers });
  expect(pressText(failureOf(await run(ROUTER)))).toEqual(unknownPressText(true));
  expect(await run({ accept: "application/json" })).toMatchObject({ status: 500 });
});

it("an answer that cannot be sent is refused by its type, and named with its path, by a query and by an action", async () => {
  const { anyone, runAction, runQuery } = rules;
  class Decimal {
    toFixed = () => "1.00";
  }
  const orders = () => [{ id: "1", price: new Decimal() }];
  await inRequest(new Request(ORIGIN, { method: "POST", headers: ROUTER }), async () => {
    // @ts-expect-error A Decimal has methods.
    await expect(runQuery(anyone, orders, "orders")).rejects.toThrow();
    // @ts-expect-error
    await expect(runAction(new FormData(), anyone, orders, "order")).rejects.toThrow();
  });
  const problem = "TypeError: The answer cannot be sent to the page: [0].price is a Decimal";
  expect(logged.mock.calls.map(String)).toEqual(
    ["query orders", "action order"].map((name) => expect.stringContaining(`${name}: ${problem}`)),
  );
});

it("a query's failure is logged under its name; a redirect and forbidden() are not logged", async () => {
  const { forbidden } = await import("~/lib/forbidden");
  const run = (thrown: unknown) =>
    inRequest(new Request(ORIGIN), () =>
      rules.runQuery(rules.anyone, () => Promise.reject(thrown), "mine").catch((error) => error),
    );
  for (const thrown of [forbidden(), new Response(null, { status: 404 })]) expect(await run(thrown)).toBe(thrown);
  expect(logged).not.toHaveBeenCalled();
  await run(new Error("The disk is full."));
  expect(logged.mock.calls).toEqual([[expect.stringContaining("query mine: Error: The disk is full.")]]);
});

it("a failure is logged once per request, by whichever of its causes it is known", async () => {
  const { log } = await import("~/server/log");
  const { authLogger } = await import("~/server/auth/log");
  const inner = new TypeError("inner");
  for (const count of [1, 2]) {
    await inRequest(new Request(ORIGIN), async () => {
      authLogger?.error?.(new AdapterError("", { cause: { err: inner } }));
      await rules.runQuery(rules.anyone, () => Promise.reject(inner), "mine").catch(() => {});
      log.error("page", new Error("outer", { cause: inner }));
    });
    expect(logged).toHaveBeenCalledTimes(count);
  }
});

it("a limit that a query throws is for the page to show, with its status, and no fault", async () => {
  const { limit } = await import("~/server/http/rate-limit");
  const { failureOf } = await import("~/lib/failures");
  const { withhold } = await import("~/lib/withheld-errors");
  const { log } = await import("~/server/log");
  const { failureResponse } = await import("~/server/http/error-responses");
  const request = new Request(`${ORIGIN}/search`, { headers: { accept: "text/html" } });
  const search = () =>
    inRequest(request, async () => {
      const found = rules.runQuery(rules.anyone, () => limit("changesOfUser", "ada"));
      const thrown = await found.catch((error) => error);
      if (thrown) log.error("page", thrown);
      return thrown;
    });
  for (let searches = 0; searches < 10; searches++) expect(await search()).toBeUndefined();
  const refusal = await search();
  expect([failureOf(refusal).status, withhold(refusal).message]).toEqual([429, lastResortText.wait(10)]);
  const answer = await inRequest(request, () => failureResponse(request, refusal));
  expect([answer.status, (await answer.text()).includes(refusal.message)]).toEqual([429, true]);
  expect(logged).not.toHaveBeenCalled();
});

it("a press on a page that shows another user changes nothing, and says who is signed in", async () => {
  const { ORIGIN: FIELD } = await import("~/lib/form-result");
  const { otherUserText } = await import("~/messages/forms");
  const cookie = await signedIn();
  const body = vi.fn(() => "done");
  const press = (shown: string | undefined) => {
    const form = new FormData();
    form.set(FIELD, JSON.stringify({ page: "/account", user: shown, form: "x" }));
    return act(rules.user("/account"), body, { form, headers: { cookie, ...ROUTER } });
  };
  const refusal: Response = await press("another");
  expect(await refusal.json()).toEqual({ errors: { "": otherUserText(EMAIL) } });
  // The page asks for its data again, which is that of the user who is signed in.
  expect(refusal.headers.get("x-revalidate")).toBeNull();
  expect(body).not.toHaveBeenCalled();
  const own = (await database.prisma.user.findFirst())?.id;
  for (const shown of [own, undefined]) expect(await press(shown)).toBe("done");
});
