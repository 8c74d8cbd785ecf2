// Signing in with credentials.

import { CredentialsSignin, UnsupportedStrategy } from "@auth/core/errors";
import Credentials, { type CredentialsConfig } from "@auth/core/providers/credentials";
import { expect, it, vi } from "vitest";
import { SolidAuth, type SolidAuthConfig } from "../../src";
import { causesOf } from "../../src/visitor-errors";
import { emailProvider, QUIET, useApplication } from "../support/application";
import { outcome } from "../support/visitor";

class AccountLocked extends CredentialsSignin {
  override code = "locked";
}

const USER = { id: "ada", name: "Ada", email: "ada@example.com" };
const RIGHT = { username: "ada", password: "right" };
const SIGN_IN = "/api/auth/signin";

const app = useApplication(() => ({ session: { strategy: "jwt" } }));

function credentials(authorize: CredentialsConfig["authorize"]): Partial<SolidAuthConfig> {
  return { providers: [Credentials({ credentials: { username: {}, password: { type: "password" } }, authorize })] };
}

function throwing(error: Error): () => null {
  return () => {
    throw error;
  };
}

it("credentials sign in whom `authorize` returns, posted by a form or as JSON, and no session is stored", async () => {
  const authorize = vi.fn<CredentialsConfig["authorize"]>(({ username }) => ({ ...USER, name: String(username) }));
  const visitor = app.visitor(credentials(authorize));
  const answer = await visitor.post("/callback/credentials", { ...RIGHT, callbackUrl: "/protected" });
  expect(outcome(answer)).toEqual(["/protected", null, null]);
  expect(authorize).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(RIGHT), expect.any(Request));
  expect(await visitor.session()).toMatchObject({ user: { name: "ada", email: "ada@example.com" } });
  const body = JSON.stringify({ csrfToken: await visitor.csrfToken(), username: "grace" });
  const headers = { "content-type": "application/json", "x-auth-return-redirect": "1" };
  const inJson = await visitor.visit("/callback/credentials", { method: "POST", headers, body });
  expect((await inJson.json()).url).not.toContain("error");
  expect(await visitor.session()).toMatchObject({ user: { name: "grace" } });
  expect(await app.prisma.session.count()).toBe(0);
});

it.each<[string, CredentialsConfig["authorize"], (string | null)[], string]>([
  ["that are wrong show no more than that", () => null, [SIGN_IN, "CredentialsSignin", "credentials"], ""],
  [
    "that the application's own error refuses show its code",
    throwing(new AccountLocked("Locked after five tries from 192.0.2.1.")),
    [SIGN_IN, "CredentialsSignin", "locked"],
    "Locked after five tries from 192.0.2.1.",
  ],
  [
    "that cannot be checked show no message",
    throwing(new Error("connect ECONNREFUSED 10.0.0.7:5432")),
    ["/api/auth/error", "Configuration", null],
    "connect ECONNREFUSED 10.0.0.7:5432",
  ],
])("credentials %s, and all of it is logged", async (_, authorize, expected, message) => {
  const error = vi.fn();
  const visitor = app.visitor({ ...credentials(authorize), logger: { ...QUIET, error } });
  const answer = await visitor.post("/callback/credentials", { ...RIGHT, callbackUrl: "/protected" });
  expect(outcome(answer)).toEqual(expected);
  expect(answer.location?.href).not.toMatch(/right|192\.0|10\.0/);
  if (!message) expect(answer.location?.searchParams.get("callbackUrl")).toBe("https://app.example.com/protected");
  expect(causesOf(error.mock.calls[0]?.[0]).join()).toContain(message);
  expect(error).toHaveBeenCalledOnce();
  expect(await visitor.session()).toBeNull();
});

it("credentials in a query never get as far as `authorize`", async () => {
  const authorize = vi.fn(() => USER);
  const visitor = app.visitor(credentials(authorize));
  const answer = await visitor.get(`/callback/credentials?${new URLSearchParams(RIGHT)}`);
  expect(outcome(answer)[1]).toBeTruthy();
  expect(answer.location?.href).not.toContain("right");
  expect(authorize).not.toHaveBeenCalled();
  expect(await visitor.session()).toBeNull();
});

// @auth/core would let the sign-in succeed with a JWT, which the database strategy cannot read.
it.each<[string, SolidAuthConfig["session"]]>([
  ["only the adapter implies", undefined],
  ["a session setting without a strategy leaves so", { maxAge: 60 }],
  ["the configuration asks for", { strategy: "database" }],
])("credentials with the database sessions that %s are refused before the first request", (_how, session) => {
  const { providers = [] } = credentials(() => USER);
  for (const more of [[], [emailProvider()]])
    expect(() => SolidAuth(app.configWith({ session, providers: [...more, ...providers] }))).toThrow(
      expect.objectContaining({
        type: UnsupportedStrategy.type,
        message: expect.stringMatching(/credentials.*strategy: "jwt"/),
      }),
    );
});
