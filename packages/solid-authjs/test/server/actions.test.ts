// Signing in, signing out and updating the session from form actions.

import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AuthError, CredentialsSignin, getSession, type SolidAuthConfig, signIn, signOut, update } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { ORIGIN, type Visitor } from "../support/visitor";

class WrongPassword extends CredentialsSignin {
  override code = "wrong_password";
}

const app = useApplication(() => ({ pages: { signIn: "/sign-in" } }));
let credentials: SolidAuthConfig;
let visitor: Visitor;

beforeEach(() => {
  visitor = app.visitor();
  credentials = app.configWith({
    session: { strategy: "jwt" },
    providers: [
      Credentials({
        credentials: { name: {}, password: {} },
        async authorize({ password, name }) {
          if (password === "broken") throw new Error("The directory is down.");
          if (password === "unknown") return null;
          if (password !== "right") throw new WrongPassword();
          return { id: "1", name: String(name) };
        },
      }),
    ],
  });
});

const submit = (fields: Record<string, string>, config = credentials) =>
  visitor.answering((request) => signIn(request, config, "credentials", fields));

describe("signIn in a form action", () => {
  it("signs in with credentials: the cookie is sent with the action's response, and the URL is returned", async () => {
    const { result } = await submit({ password: "right", name: "Ada", callbackUrl: "/reports" });
    expect(result).toBe(`${ORIGIN}/reports`);
    expect(await getSession(visitor.request(), credentials)).toMatchObject({ user: { name: "Ada" } });
  });

  it("hands the visitor's user agent to authorize if there is one, and otherwise none", async () => {
    const seen: (string | null)[] = [];
    const authorize = async (_: unknown, { headers }: Request) => {
      seen.push(headers.get("user-agent"));
      return null;
    };
    const own = { ...credentials, providers: [Credentials({ credentials: {}, authorize })] };
    for (const headers of [{ "user-agent": "Browser/1" }, undefined]) {
      const request = visitor.request("/page", { headers });
      await expect(visitor.answering(() => signIn(request, own, "credentials"), request)).rejects.toThrow();
    }
    expect(seen).toEqual(["Browser/1", null]);
  });

  it.each([
    ["the error of `authorize` with its code", "wrong", WrongPassword, "wrong_password"],
    ["CredentialsSignin if `authorize` returns null", "unknown", CredentialsSignin, "credentials"],
    ["an AuthError for any other failure", "broken", AuthError, undefined],
  ])("throws %s to the caller, and sets no session", async (_, password, Class, code) => {
    const attempt = submit({ password });
    await expect(attempt).rejects.toBeInstanceOf(Class);
    await expect(attempt).rejects.toMatchObject({
      type: code ? "CredentialsSignin" : "Configuration",
      ...(code && { code }),
    });
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("throws the Response that the signIn callback throws, for SolidStart to answer with", async () => {
    const config = app.configWith({ callbacks: { signIn: () => Promise.reject(new Response(null, { status: 429 })) } });
    const asking = visitor.answering((request) => signIn(request, config, "email", { email: EMAIL }));
    await expect(asking).rejects.toMatchObject({ status: 429 });
    expect(app.sent).toEqual([]);
  });
});

it("signOut in a form action ends the session, row and cookie, and is silent for a visitor who is signed out", async () => {
  await app.signIn(visitor);
  const leave = (options = {}) => visitor.answering((request) => signOut(request, app.config, options));
  expect((await leave({ callbackUrl: "/bye" })).result).toBe(`${ORIGIN}/bye`);
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await app.prisma.session.count()).toBe(0);
  expect((await leave()).result).toBe(`${ORIGIN}/`);
});

it("update in a form action hands its data to the session callback under database", async () => {
  const session = vi.fn(({ user, session: { expires }, newSession }) => ({ user, expires, newSession }));
  const config = app.configWith({ callbacks: { session } });
  await app.signIn(visitor);
  const { result } = await visitor.answering((request) => update(request, config, { theme: "dark" }));
  expect(result).toMatchObject({ user: { email: EMAIL }, newSession: { theme: "dark" } });
  expect(session.mock.lastCall?.[0]).toMatchObject({ trigger: "update" });
});
