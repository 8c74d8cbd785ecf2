// Signing in with credentials.

import { CredentialsSignin } from "@auth/core/errors";
import type { CredentialsConfig } from "@auth/core/providers/credentials";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SolidAuth, type SolidAuthConfig } from "../../src";
import { QUIET, SECRET } from "../support/application";
import { openStore } from "../support/store";
import { outcome, Visitor } from "../support/visitor";

class AccountLocked extends CredentialsSignin {
  override code = "locked";
}

const USER = { id: "ada", name: "Ada", email: "ada@example.com" };
const RIGHT = { username: "ada", password: "right" };
const SIGN_IN = "/api/auth/signin";

let error: ReturnType<typeof vi.fn<(error: Error) => void>>;

beforeEach(() => {
  error = vi.fn();
});

function configure(authorize: CredentialsConfig["authorize"], more?: Partial<SolidAuthConfig>): SolidAuthConfig {
  const fields = { username: {}, password: { type: "password" } };
  return {
    providers: [Credentials({ credentials: fields, authorize })],
    secret: SECRET,
    trustHost: true,
    session: { strategy: "jwt" },
    logger: { ...QUIET, error },
    ...more,
  };
}

const visitorOf = (...parameters: Parameters<typeof configure>) => new Visitor(configure(...parameters));

async function expectNobody(visitor: Visitor) {
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await visitor.session()).toBeNull();
}

describe("credentials", () => {
  it("sign in whom `authorize` returns", async () => {
    const authorize = vi.fn(async () => USER);
    const visitor = visitorOf(authorize);
    const answer = await visitor.post("/callback/credentials", { ...RIGHT, callbackUrl: "/protected" });
    expect(answer.status).toBe(302);
    expect(outcome(answer)).toEqual(["/protected", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada", email: "ada@example.com" } });
    expect(authorize).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(RIGHT), expect.any(Request));
  });

  it("credentials may be posted as JSON", async () => {
    const visitor = visitorOf(({ password }) => (password === "right" ? USER : null));
    const { csrfToken } = await (await visitor.get("/csrf")).json();
    const body = JSON.stringify({ csrfToken, ...RIGHT });
    const headers = { "content-type": "application/json", "x-auth-return-redirect": "1" };
    const answer = await visitor.visit("/callback/credentials", { method: "POST", body, headers });
    expect(answer.status).toBe(200);
    expect((await answer.json()).url).not.toContain("error");
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("credentials that `authorize` refuses lead back to the sign-in page, which keeps the callback URL", async () => {
    const visitor = visitorOf(() => null);
    const answer = await visitor.post("/callback/credentials", { ...RIGHT, callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual([SIGN_IN, "CredentialsSignin", "credentials"]);
    expect(answer.location?.searchParams.get("callbackUrl")).toBe("https://app.example.com/protected");
    expect(answer.location?.href).not.toContain("right");
    await expectNobody(visitor);
  });

  it("the application's own error shows its code to the visitor, and all of it is logged", async () => {
    const visitor = visitorOf(() => {
      throw new AccountLocked("Locked after five tries from 192.0.2.1.");
    });
    const answer = await visitor.post("/callback/credentials", RIGHT);
    expect(outcome(answer)).toEqual([SIGN_IN, "CredentialsSignin", "locked"]);
    expect(answer.location?.href).not.toContain("192.0.2.1");
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(AccountLocked));
    expect(error.mock.calls[0]?.[0].message).toContain("Locked after five tries from 192.0.2.1.");
    await expectNobody(visitor);
  });

  it("an unexpected error shows no message to the visitor", async () => {
    const visitor = visitorOf(() => {
      throw new Error("connect ECONNREFUSED 10.0.0.7:5432");
    });
    const answer = await visitor.post("/callback/credentials", RIGHT);
    expect(outcome(answer)).toEqual(["/api/auth/error", "Configuration", null]);
    expect(answer.location?.href).not.toContain("10.0.0.7");
    expect(error).toHaveBeenCalledOnce();
    expect(error.mock.calls[0]?.[0].cause).toMatchObject({ err: { message: "connect ECONNREFUSED 10.0.0.7:5432" } });
    await expectNobody(visitor);
  });

  it("a form without a CSRF token never gets as far as `authorize`", async () => {
    const authorize = vi.fn(async () => USER);
    const visitor = visitorOf(authorize);
    const answer = await visitor.visit("/callback/credentials", { method: "POST", body: new URLSearchParams(RIGHT) });
    expect(outcome(answer)).toEqual([SIGN_IN, "MissingCSRF", null]);
    expect(authorize).not.toHaveBeenCalled();
    await expectNobody(visitor);
  });

  it("credentials in a query are not accepted", async () => {
    const authorize = vi.fn(async () => USER);
    const visitor = visitorOf(authorize);
    const answer = await visitor.get(`/callback/credentials?${new URLSearchParams(RIGHT)}`);
    expect(outcome(answer)[1]).toBeTruthy();
    expect(answer.location?.href).not.toContain("right");
    expect(authorize).not.toHaveBeenCalled();
    await expectNobody(visitor);
  });

  it.each([
    ["says no", () => false, ["/api/auth/error", "AccessDenied", null]],
    ["throws", () => Promise.reject(new Error("banned")), ["/api/auth/error", "AccessDenied", null]],
    ["names a page", () => "/welcome?step=2", ["/welcome", null, null]],
  ])("right credentials are not enough when the signIn callback %s", async (_, signIn, expected) => {
    const visitor = visitorOf(() => USER, { callbacks: { signIn } });
    expect(outcome(await visitor.post("/callback/credentials", RIGHT))).toEqual(expected);
    await expectNobody(visitor);
  });

  it("end the session of the user who was signed in before in the same browser", async () => {
    const visitor = visitorOf(({ username }) => ({ id: String(username), name: String(username) }));
    await visitor.post("/callback/credentials", { username: "ada" });
    await visitor.post("/callback/credentials", { username: "grace" });
    expect(await visitor.session()).toMatchObject({ user: { name: "grace" } });
  });

  it("tell the events who signed in", async () => {
    const signIn = vi.fn();
    await visitorOf(() => USER, { events: { signIn } }).post("/callback/credentials", RIGHT);
    const account = { type: "credentials", provider: "credentials", providerAccountId: "ada" };
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ user: USER, account, isAdded: false });
  });
});

describe("credentials and database sessions", () => {
  it.each([undefined, { strategy: "database" as const }])(
    "the configuration `session: %o` is refused immediately: the sign-in would succeed and the session would be lost",
    async (session) => {
      const { adapter } = await openStore();
      const config = configure(() => USER, { adapter, session });
      expect(() => SolidAuth(config)).toThrow(expect.objectContaining({ type: "UnsupportedStrategy" }));
    },
  );

  it("work with an adapter if the strategy is set to `jwt`", async () => {
    const { adapter, prisma } = await openStore();
    const visitor = visitorOf(() => USER, { adapter });
    await visitor.post("/callback/credentials", RIGHT);
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada" } });
    expect(await prisma.session.count()).toBe(0);
  });
});
