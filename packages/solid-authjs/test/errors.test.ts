// Errors: AuthError and CredentialsSignin, and the page and query that each failure leads to.

import {
  AccessDenied,
  CallbackRouteError,
  EmailSignInError,
  InvalidCheck,
  MissingCSRF,
  OAuthAccountNotLinked,
  SignInError,
  Verification,
} from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { AuthError, CredentialsSignin } from "../src";
import { toAuthError } from "../src/errors";
import { EMAIL, emailProvider, QUIET, useApplication } from "./support/application";
import { ORIGIN, type Visitor } from "./support/visitor";

const BASE = `${ORIGIN}/api/auth`;
const PAGES = { signIn: "/sign-in", error: "/oops" };
const JSON_PLEASE = { "x-auth-return-redirect": "1" };

class LockedOut extends CredentialsSignin {
  override code = "locked & bolted";
}

let logged: ReturnType<typeof vi.fn<(error: Error) => void>>;
let authorize: ReturnType<typeof vi.fn<() => Promise<{ id: string } | null>>>;
let visitor: Visitor;

beforeEach(() => {
  logged = vi.fn();
  authorize = vi.fn(async () => null);
});
const app = useApplication(() => ({
  providers: [Credentials({ authorize: () => authorize() })],
  session: { strategy: "jwt" },
  pages: PAGES,
  logger: { ...QUIET, error: logged },
}));
beforeEach(() => {
  visitor = app.visitor();
});

describe("AuthError", () => {
  it("an AuthError is an Error with a type, a name and a message that says where to read more", () => {
    const error = new AuthError("It broke");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "AuthError", type: "AuthError", stack: expect.any(String) });
    expect(error.message).toBe("It broke. Read more at https://errors.authjs.dev#autherror");
    expectTypeOf<AuthError["cause"]>().toExtend<{ err?: Error } | undefined>();
  });

  it("keeps what caused it in cause.err", () => {
    const err = new Error("The original.");
    expect(new AuthError("It broke", { cause: { err } }).cause).toEqual({ err });
  });
});

describe("CredentialsSignin", () => {
  it("a CredentialsSignin is an AuthError with a public code, a static type and a static kind", () => {
    const error = new CredentialsSignin();
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({ name: "CredentialsSignin", type: "CredentialsSignin", code: "credentials" });
    // `kind` exists, but not in the types of @auth/core.
    expect([CredentialsSignin.type, Reflect.get(CredentialsSignin, "kind")]).toEqual(["CredentialsSignin", "signIn"]);
  });

  it.each([
    ["thrown by authorize", () => Promise.reject(new CredentialsSignin()), "credentials"],
    ["with a code of its own", () => Promise.reject(new LockedOut()), "locked & bolted"],
    ["instead of a user that is null", async () => null, "credentials"],
  ])("%s leads to the sign-in page with error and code", async (_, refuse, code) => {
    authorize.mockImplementation(refuse);
    const answer = await visitor.post("/callback/credentials", { password: "hunter2" });
    expect(`${answer.location?.origin}${answer.location?.pathname}`).toBe(`${ORIGIN}/sign-in`);
    expect(Object.fromEntries(answer.location?.searchParams ?? [])).toEqual({ error: "CredentialsSignin", code });
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("a CredentialsSignin is logged completely on the server, and its message stays there", async () => {
    const error = new LockedOut("Wrong password for ada, third time.");
    authorize.mockRejectedValue(error);
    const answer = await visitor.post("/callback/credentials", {}, JSON_PLEASE);
    expect(logged).toHaveBeenCalledExactlyOnceWith(error);
    expect(await answer.text()).not.toMatch(/password|ada/);
  });

  it("a client that asks for JSON gets a CredentialsSignin as 200 with the URL", async () => {
    authorize.mockRejectedValue(new LockedOut());
    const answer = await visitor.post("/callback/credentials", {}, JSON_PLEASE);
    expect(answer.status).toBe(200);
    expect(answer.location).toBeUndefined();
    expect(await answer.json()).toEqual({ url: `${ORIGIN}/sign-in?error=CredentialsSignin&code=locked+%26+bolted` });
  });
});

describe("toAuthError", () => {
  const thrown = new TypeError("inner");

  it.each([
    ["AccessDenied", AccessDenied],
    ["CallbackRouteError", CallbackRouteError],
    ["EmailSignInError", EmailSignInError],
    ["InvalidCheck", InvalidCheck],
    ["MissingCSRF", MissingCSRF],
    ["OAuthAccountNotLinked", OAuthAccountNotLinked],
    ["Verification", Verification],
  ])("makes an error of the failure's own class: %s", (error, Class) => {
    const made = toAuthError({ error, code: "why", page: "error" }, thrown);
    expect(made).toBeInstanceOf(Class);
    expect(made).toMatchObject({ type: error, code: "why", cause: { err: thrown } });
    // An error that core threw stays as it is.
    expect(toAuthError({ error, page: "error" }, made)).toBe(made);
  });

  it("makes a plain AuthError of that type where Auth.js has no such class", () => {
    const made = toAuthError({ error: "SessionRequired", page: "signIn" }, undefined);
    expect(made.constructor).toBe(AuthError);
    expect(made.type).toBe("SessionRequired");
  });
});

interface Case {
  /** What goes wrong. */
  what: string;
  ask: () => Promise<Response>;
  page: string;
  error: string;
  code?: string;
}

const wrong = async () => {
  throw new Error("Out of order.");
};
const brokenAdapter = (names: string[]) => {
  const broken = Object.fromEntries(names.map((name) => [name, wrong]));
  return app.visitor({ adapter: { ...app.config.adapter, ...broken } });
};
const unsent = () => app.visitor({ providers: [emailProvider([], { sendVerificationRequest: wrong })] });

const CASES: Case[] = [
  {
    what: "a form without its token",
    ask: () => visitor.visit("/signin/email", { method: "POST", body: new URLSearchParams({ email: EMAIL }) }),
    page: PAGES.signIn,
    error: "MissingCSRF",
  },
  {
    what: "a text that is not an email address",
    ask: () => visitor.post("/signin/email", { email: "nobody" }),
    page: PAGES.signIn,
    error: "EmailSignInError",
    code: "address",
  },
  {
    what: "no address at all",
    ask: () => visitor.post("/signin/email"),
    page: PAGES.signIn,
    error: "EmailSignInError",
    code: "address",
  },
  {
    what: "a mail that cannot be sent",
    ask: () => unsent().post("/signin/email", { email: EMAIL }),
    page: PAGES.signIn,
    error: "EmailSignInError",
    code: "unsent",
  },
  {
    what: "a mail link that is not good",
    ask: () => visitor.post("/callback/email", { token: "x", email: EMAIL }),
    page: PAGES.error,
    error: "Verification",
  },
  {
    what: "a provider that does not exist, to sign in with",
    ask: () => visitor.post("/signin/nobody"),
    page: PAGES.error,
    error: "InvalidProvider",
  },
  {
    what: "a provider that does not exist, opened",
    ask: () => visitor.get("/signin/nobody"),
    page: PAGES.error,
    error: "InvalidProvider",
  },
  {
    what: "a provider that does not exist, to come back from",
    ask: () => visitor.get("/callback/nobody?code=1"),
    page: PAGES.error,
    error: "InvalidProvider",
  },
  {
    what: "a callback without a provider",
    ask: () => visitor.get("/callback"),
    page: PAGES.error,
    error: "InvalidProvider",
  },
  {
    what: "credentials by GET",
    ask: () => visitor.get("/callback/credentials?password=hunter2"),
    page: PAGES.error,
    error: "InvalidProvider",
  },
  {
    what: "an authorize that breaks",
    ask: () => {
      authorize.mockImplementation(wrong);
      return visitor.post("/callback/credentials");
    },
    page: PAGES.error,
    error: "Configuration",
  },
  {
    what: "a database that fails while a link is asked for",
    ask: () => brokenAdapter(["getUserByEmail"]).post("/signin/email", { email: EMAIL }),
    page: PAGES.error,
    error: "Configuration",
  },
  {
    what: "a database that cannot keep the link's token",
    ask: () => brokenAdapter(["createVerificationToken"]).post("/signin/email", { email: EMAIL }),
    page: PAGES.error,
    error: "Configuration",
  },
  {
    what: "a database that fails while a link is spent",
    ask: () => brokenAdapter(["useVerificationToken"]).post("/callback/email", { token: "x", email: EMAIL }),
    page: PAGES.error,
    error: "Configuration",
  },
  {
    what: "an action that is not for POST",
    ask: () => visitor.post("/providers"),
    page: PAGES.error,
    error: "UnknownAction",
  },
  {
    what: "a refusing signIn callback",
    ask: () => app.visitor({ callbacks: { signIn: () => false } }).post("/signin/email", { email: EMAIL }),
    page: PAGES.error,
    error: "AccessDenied",
  },
];

describe("each failure has its page and its error", () => {
  it.each(CASES)("$what: $error", async ({ ask, page, error, code }) => {
    const answer = await ask();
    expect(answer.status).toBe(302);
    const { origin, pathname, searchParams } = new URL(answer.headers.get("location") ?? "");
    expect(origin + pathname).toBe(ORIGIN + page);
    expect(Object.fromEntries(searchParams)).toEqual(code ? { error, code } : { error });
    expect(answer.headers.getSetCookie().filter((line) => line.includes("session-token"))).toEqual([]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await answer.text()).toBe("");
  });

  it("the built-in pages show an error where the application has no pages of its own", async () => {
    const own = app.visitor({ pages: undefined });
    expect((await own.post("/signin/email", { email: "x" })).location?.href).toBe(
      `${BASE}/signin?error=EmailSignInError&code=address`,
    );
    expect((await own.get("/callback/nobody")).location?.href).toBe(`${BASE}/error?error=InvalidProvider`);
  });

  it("a client that asks for JSON gets an error as JSON with the URL", async () => {
    const answer = await visitor.post("/signin/email", { email: "x" }, JSON_PLEASE);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ url: `${ORIGIN}/sign-in?error=EmailSignInError&code=address` });
    const denied = await visitor.get("/callback/nobody", JSON_PLEASE);
    expect(await denied.json()).toEqual({ url: `${ORIGIN}/oops?error=InvalidProvider` });
  });
});

describe("the callback URL", () => {
  const callbackUrl = "/protected?tab=2";

  it("survives an error that the sign-in page shows, from the form and from the query", async () => {
    authorize.mockRejectedValue(new CredentialsSignin());
    for (const answer of [
      await visitor.post("/callback/credentials", { callbackUrl }),
      await visitor.post("/signin/email", { email: "nobody", callbackUrl }),
      await visitor.post(`/signin/email?${new URLSearchParams({ callbackUrl })}`, { email: "nobody" }),
      await visitor.visit("/signin/email", { method: "POST", body: new URLSearchParams({ callbackUrl }) }),
      await unsent().post("/signin/email", { email: EMAIL, callbackUrl }),
    ]) {
      expect(answer.location?.pathname).toBe(PAGES.signIn);
      expect(answer.location?.searchParams.get("callbackUrl")).toBe(ORIGIN + callbackUrl);
    }
  });

  it("a callback URL that is not an http URL is dropped", async () => {
    const answer = await visitor.post("/signin/email", { email: "nobody", callbackUrl: "javascript:alert(1)" });
    expect(answer.location?.searchParams.has("callbackUrl")).toBe(false);
  });

  it("the URL of the error page, which has no sign-in form, has no callback URL", async () => {
    const answer = await visitor.post("/signin/nobody", { callbackUrl });
    expect(answer.location?.href).toBe(`${ORIGIN}/oops?error=InvalidProvider`);
  });
});

it("errors for the sign-in page are SignInErrors, the logger gets the very error", async () => {
  await visitor.visit("/signin/email", { method: "POST", body: new URLSearchParams({ email: EMAIL }) });
  const [error] = logged.mock.calls[0] ?? [];
  expect(error).toBeInstanceOf(MissingCSRF);
  expect(error).toBeInstanceOf(SignInError);
});
