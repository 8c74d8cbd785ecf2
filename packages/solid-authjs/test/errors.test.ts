// Errors: AuthError and CredentialsSignin, and the page and query that each failure leads to. And signing in with
// credentials.

import { OAuthAccountNotLinked } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AuthError, CredentialsSignin, SolidAuth } from "../src";
import { toAuthError } from "../src/errors";
import { EMAIL, emailProvider, QUIET, useApplication } from "./support/application";
import { errorOf, ORIGIN, type Visitor } from "./support/visitor";

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
  pages: { signIn: "/sign-in", error: "/oops" },
  logger: { ...QUIET, error: logged },
}));
beforeEach(() => {
  visitor = app.visitor();
});

const thrown = new TypeError("inner");

it.each([
  ["OAuthAccountNotLinked", OAuthAccountNotLinked],
  ["SessionRequired", AuthError],
])("toAuthError makes an error of the failure's own class, if Auth.js has one: %s", (error, Class) => {
  const made = toAuthError({ error, code: "why", page: "error" }, thrown);
  expect(made.constructor).toBe(Class);
  expect(made).toMatchObject({ type: error, code: "why", cause: { err: thrown } });
  // An error that core threw stays as it is.
  expect(toAuthError({ error, page: "error" }, made)).toBe(made);
});

const wrong = () => Promise.reject(new Error("Out of order."));
const withBroken = (name: string) => app.visitor({ adapter: { ...app.config.adapter, [name]: wrong } });
// A rejection that stays unhandled would fail the run.
const unsent = (sendVerificationRequest = wrong) =>
  app.visitor({ providers: [emailProvider([], { sendVerificationRequest })] });
const greylisted = Object.assign(new Error("Greylisted"), { response: "450 4.2.0 Greylisted", command: "RCPT TO" });
const deferred = () => Promise.reject(new Error("no mail", { cause: greylisted }));
const askForLink = (own = visitor, email = EMAIL) => own.post("/signin/email", { email });
const spend = (own = visitor) => own.post("/callback/email", { token: "x", email: EMAIL });
const submit = (answer: () => Promise<null>) => {
  authorize.mockImplementation(answer);
  return visitor.post("/callback/credentials", { password: "hunter2" });
};

it.each<[string, () => Promise<Response>, string]>([
  ["a form without its token", () => visitor.visit("/signin/email", { method: "POST" }), "/sign-in?error=MissingCSRF"],
  ["no email address", () => askForLink(visitor, "nobody"), "/sign-in?error=EmailSignInError&code=address"],
  ["a mail that cannot be sent", () => askForLink(unsent()), "/sign-in?error=EmailSignInError&code=unsent"],
  ["a mail for later", () => askForLink(unsent(deferred)), "/sign-in?error=EmailSignInError&code=deferred"],
  ["a mail link that is not good", () => spend(), "/oops?error=Verification"],
  ["an unknown provider, to sign in with", () => visitor.post("/signin/nobody"), "/oops?error=InvalidProvider"],
  ["an unknown provider's answer", () => visitor.get("/callback/nobody?code=1"), "/oops?error=InvalidProvider"],
  ["no user", () => submit(async () => null), "/sign-in?error=CredentialsSignin&code=credentials"],
  ["an authorize that breaks", () => submit(wrong), "/oops?error=Configuration"],
  ["a token that cannot be kept", () => askForLink(withBroken("createVerificationToken")), "/oops?error=Configuration"],
  [
    "a refusing signIn callback",
    () => askForLink(app.visitor({ callbacks: { signIn: () => false } })),
    "/oops?error=AccessDenied",
  ],
])("each failure has its page and its error: %s", async (_, ask, page) => {
  const answer = await ask();
  expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([302, ORIGIN + page, ""]);
  expect(answer.headers.getSetCookie().filter((line) => /session-token|mail-request/.test(line))).toEqual([]);
  expect(answer.headers.get("cache-control")).toContain("no-store");
});

it("a client that asks for JSON gets an error as 200 with the URL, and the log alone gets its message", async () => {
  const error = new LockedOut("Wrong password for ada, third time.");
  authorize.mockRejectedValue(error);
  const answer = await visitor.post("/callback/credentials", {}, JSON_PLEASE);
  const url = `${ORIGIN}/sign-in?error=CredentialsSignin&code=locked+%26+bolted`;
  expect([answer.status, answer.location, await answer.json()]).toEqual([200, undefined, { url }]);
  expect(logged).toHaveBeenLastCalledWith(error);
});

it("credentials in a query sign no user in, and are in no redirect", async () => {
  authorize.mockResolvedValue({ id: "ada" });
  const answer = await visitor.get("/callback/credentials?username=ada&password=right");
  expect(errorOf(answer)).not.toBeNull();
  expect(answer.location?.href).not.toContain("right");
  expect(authorize).not.toHaveBeenCalled();
});

// @auth/core would let the sign-in succeed with a JWT, which the database strategy cannot read.
it.each([undefined, { strategy: "database" } as const])(
  "credentials with database sessions are refused before the first request: %j",
  (session) => {
    const providers = [emailProvider(), ...app.config.providers];
    expect(() => SolidAuth(app.configWith({ session, providers }))).toThrow(/credentials.*strategy: "jwt"/);
  },
);

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
      expect(answer.location?.pathname).toBe("/sign-in");
      expect(answer.location?.searchParams.get("callbackUrl")).toBe(ORIGIN + callbackUrl);
    }
  });

  it("is dropped if it is no http URL, or the page, the error's, has no sign-in form", async () => {
    const answer = await visitor.post("/signin/email", { email: "nobody", callbackUrl: "javascript:alert(1)" });
    expect(answer.location?.searchParams.has("callbackUrl")).toBe(false);
    const nobody = await visitor.post("/signin/nobody", { callbackUrl });
    expect(nobody.location?.href).toBe(`${ORIGIN}/oops?error=InvalidProvider`);
  });
});
