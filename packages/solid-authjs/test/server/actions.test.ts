// Signing in, signing out and updating the session from form actions.

import Credentials from "@auth/core/providers/credentials";
import GitHub from "@auth/core/providers/github";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AuthError, CredentialsSignin, getSession, type SolidAuthConfig, signIn, signOut, update } from "../../src";
import { useApplication } from "../support/application";
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

describe("signIn in a form action", () => {
  it("passes on the Response that the signIn callback throws, for SolidStart to answer with", async () => {
    const limited: SolidAuthConfig = {
      ...app.config,
      callbacks: {
        signIn() {
          throw new Response("Later.", { status: 429 });
        },
      },
    };
    const asking = visitor.answering((request) => signIn(request, limited, "email", { email: "user@example.com" }));
    await expect(asking).rejects.toMatchObject({ status: 429 });
    expect(app.sent).toEqual([]);
  });

  it("signs in with credentials: the cookie is sent with the action's response, the URL is returned", async () => {
    const fields = { password: "right", name: "Ada", callbackUrl: "/reports" };
    const { result } = await visitor.answering((request) => signIn(request, credentials, "credentials", fields));
    expect(result).toBe(`${ORIGIN}/reports`);
    expect(await getSession(visitor.request(), credentials)).toMatchObject({ user: { name: "Ada" } });
  });

  it("authorize gets the visitor's user agent if there is one, and otherwise none", async () => {
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

  it("throws the error of `authorize` with its code to the caller, and sets no session", async () => {
    const attempt = visitor.answering((request) => signIn(request, credentials, "credentials", { password: "wrong" }));
    await expect(attempt).rejects.toBeInstanceOf(WrongPassword);
    await expect(attempt).rejects.toMatchObject({ type: "CredentialsSignin", code: "wrong_password" });
  });

  it("throws CredentialsSignin if `authorize` returns null", async () => {
    const attempt = visitor.answering((request) =>
      signIn(request, credentials, "credentials", { password: "unknown" }),
    );
    await expect(attempt).rejects.toMatchObject({ type: "CredentialsSignin", code: "credentials" });
  });

  it("throws an AuthError with the cause for any other failure", async () => {
    const attempt = visitor.answering((request) => signIn(request, credentials, "credentials", { password: "broken" }));
    await expect(attempt).rejects.toBeInstanceOf(AuthError);
    await expect(attempt).rejects.not.toBeInstanceOf(CredentialsSignin);
  });

  it("mails a link, and returns the page that says so", async () => {
    const { result } = await visitor.answering((request) =>
      signIn(request, app.config, "email", { email: "User@example.com" }),
    );
    expect(new URL(result).pathname).toBe("/api/auth/verify-request");
    expect(app.sent.map(({ to }) => to)).toEqual(["user@example.com"]);
  });

  it("throws EmailSignInError for an invalid address, and InvalidProvider for an unknown provider", async () => {
    const mistyped = visitor.answering((request) => signIn(request, app.config, "email", { email: "nonsense" }));
    await expect(mistyped).rejects.toMatchObject({ type: "EmailSignInError" });
    const unknown = visitor.answering((request) => signIn(request, app.config, "nobody"));
    await expect(unknown).rejects.toMatchObject({ type: "InvalidProvider" });
    expect(app.sent).toHaveLength(0);
  });

  it("leads to the provider, with the authorization parameters in its URL", async () => {
    const provider = GitHub({ clientId: "client", enterprise: { baseUrl: "https://github.example.com" } });
    const config: SolidAuthConfig = { ...app.config, providers: [provider] };
    const parameters = { login: "ada", prompt: "select_account" };
    const { result, set } = await visitor.answering((request) => signIn(request, config, "github", {}, parameters));
    const { origin, searchParams } = new URL(result);
    expect(origin).toBe("https://github.example.com");
    expect(Object.fromEntries(searchParams)).toMatchObject({ ...parameters, client_id: "client" });
    expect(set.has("__Secure-authjs.pkce.code_verifier")).toBe(true);
  });

  it("the action never leads to another site", async () => {
    const fields = { password: "right", callbackUrl: "https://evil.example/" };
    const { result } = await visitor.answering((request) => signIn(request, credentials, "credentials", fields));
    expect(new URL(result).origin).toBe(ORIGIN);
  });
});

describe("signOut in a form action", () => {
  it("ends the session: row and cookie", async () => {
    await app.signIn(visitor);
    const { result } = await visitor.answering((request) => signOut(request, app.config, { callbackUrl: "/bye" }));
    expect(result).toBe(`${ORIGIN}/bye`);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.session.count()).toBe(0);
  });

  it("the action is silent for a visitor who is signed out already", async () => {
    const { result } = await visitor.answering((request) => signOut(request, app.config));
    expect(result).toBe(`${ORIGIN}/`);
  });
});

describe("update in a form action", () => {
  it("the jwt callback gets the data under jwt, and the action's response has the new token", async () => {
    const jwt = vi.fn(({ token, trigger, session }) =>
      trigger === "update" ? { ...token, name: session.name } : token,
    );
    const config: SolidAuthConfig = { ...credentials, callbacks: { jwt } };
    const fields = { password: "right", name: "Ada" };
    await visitor.answering((request) => signIn(request, config, "credentials", fields));
    jwt.mockClear();
    const { result } = await visitor.answering((request) => update(request, config, { name: "Countess" }));
    expect(result).toMatchObject({ user: { name: "Countess" } });
    expect(jwt.mock.calls[0]?.[0]).toMatchObject({ trigger: "update", session: { name: "Countess" } });
    expect(await getSession(visitor.request(), config)).toMatchObject({ user: { name: "Countess" } });
  });

  it("the session callback gets the data under database, and the session shows the user's new fields", async () => {
    const session = vi.fn(({ user, session: { expires }, newSession }) => ({ user, expires, newSession }));
    const config: SolidAuthConfig = { ...app.config, callbacks: { session } };
    await app.signIn(visitor);
    await app.prisma.user.updateMany({ data: { name: "Ada" } });
    const { result } = await visitor.answering((request) => update(request, config, { theme: "dark" }));
    expect(result).toMatchObject({ user: { name: "Ada" }, newSession: { theme: "dark" } });
    expect(session.mock.lastCall?.[0]).toMatchObject({ trigger: "update" });
  });
});
