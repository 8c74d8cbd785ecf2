import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { beforeEach, describe, expect, it, vi } from "vitest";
import gitHub from "~/server/auth/providers/github";
import type { PrismaClient } from "~/server/database/generated/client";
import { AuthError, CredentialsSignin, getSession, type SolidAuthConfig, signIn, signOut, update } from "~/solid-auth";
import {
  emailProvider,
  ORIGIN,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../support/auth";

class WrongPassword extends CredentialsSignin {
  override code = "wrong_password";
}

let prisma: PrismaClient;
let sent: SentMail[];
let database: SolidAuthConfig;
let credentials: SolidAuthConfig;

beforeEach(async () => {
  const opened = await openDatabase();
  prisma = opened.prisma;
  sent = [];
  const common = { secret: SECRET, trustHost: true, logger: QUIET, pages: { signIn: "/sign-in" } };
  database = { ...common, adapter: opened.adapter, providers: [emailProvider(sent)] };
  credentials = {
    ...common,
    adapter: opened.adapter,
    session: { strategy: "jwt" },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: {},
        async authorize({ password, name }) {
          if (password === "broken") throw new Error("The directory is down.");
          if (password === "unknown") return null;
          if (password !== "right") throw new WrongPassword();
          return { id: "1", name: String(name) };
        },
      },
    ],
  };
});

/** Runs a form action as SolidStart does: with a request, and a response to put cookies on. */
async function inAction<T>(
  body: (request: Request) => Promise<T>,
  cookie = "",
): Promise<{ result: T; cookies: string[] }> {
  const request = new Request(`${ORIGIN}/_server?id=action`, { method: "POST", headers: { cookie } });
  const response = { headers: new Headers() };
  const event = { request, response, locals: {} } as unknown as RequestEvent;
  const result = await provideRequestEvent(event, () => body(request));
  return { result, cookies: response.headers.getSetCookie() };
}

describe("signIn in a form action", () => {
  it("passes on the Response that the signIn callback throws, for SolidStart to answer with", async () => {
    const limited: SolidAuthConfig = {
      ...database,
      callbacks: {
        signIn() {
          throw new Response("Later.", { status: 429 });
        },
      },
    };
    const asking = inAction((request) => signIn(request, limited, "email", { email: "user@example.com" }));
    await expect(asking).rejects.toMatchObject({ status: 429 });
    expect(sent).toEqual([]);
  });

  it("signs in with credentials: the cookie goes out with the action's response, the URL is returned", async () => {
    const fields = { password: "right", name: "Ada", callbackUrl: "/reports" };
    const { result, cookies } = await inAction((request) => signIn(request, credentials, "credentials", fields));
    expect(result).toBe(`${ORIGIN}/reports`);
    const cookie = cookies.find((line) => line.includes("authjs.session-token"))?.split(";")[0] ?? "";
    const next = new Request(ORIGIN, { headers: { cookie } });
    expect(await getSession(next, credentials)).toMatchObject({ user: { name: "Ada" } });
  });

  it("throws what `authorize` threw to the caller, its code included, and sets no session", async () => {
    const attempt = inAction((request) => signIn(request, credentials, "credentials", { password: "wrong" }));
    await expect(attempt).rejects.toBeInstanceOf(WrongPassword);
    await expect(attempt).rejects.toMatchObject({ type: "CredentialsSignin", code: "wrong_password" });
  });

  it("throws CredentialsSignin where `authorize` returned nobody", async () => {
    const attempt = inAction((request) => signIn(request, credentials, "credentials", { password: "unknown" }));
    await expect(attempt).rejects.toMatchObject({ type: "CredentialsSignin", code: "credentials" });
  });

  it("throws an AuthError with the cause for any other failure", async () => {
    const attempt = inAction((request) => signIn(request, credentials, "credentials", { password: "broken" }));
    await expect(attempt).rejects.toBeInstanceOf(AuthError);
    await expect(attempt).rejects.not.toBeInstanceOf(CredentialsSignin);
  });

  it("mails a link, and returns the page that says so", async () => {
    const { result } = await inAction((request) => signIn(request, database, "email", { email: "User@example.com" }));
    expect(new URL(result).pathname).toBe("/api/auth/verify-request");
    expect(sent.map(({ to }) => to)).toEqual(["user@example.com"]);
  });

  it("throws EmailSignInError for what is no address, and for a provider that is not there InvalidProvider", async () => {
    const mistyped = inAction((request) => signIn(request, database, "email", { email: "nonsense" }));
    await expect(mistyped).rejects.toMatchObject({ type: "EmailSignInError" });
    const unknown = inAction((request) => signIn(request, database, "nobody"));
    await expect(unknown).rejects.toMatchObject({ type: "InvalidProvider" });
    expect(sent).toHaveLength(0);
  });

  it("leads to the provider, with the authorization parameters in its URL", async () => {
    const client = { clientId: "client", clientSecret: "client-secret", baseUrl: "https://github.example.com" };
    const config: SolidAuthConfig = { ...database, providers: [gitHub(client)] };
    const parameters = { login: "ada", prompt: "select_account" };
    const { result, cookies } = await inAction((request) => signIn(request, config, "github", {}, parameters));
    const { origin, searchParams } = new URL(result);
    expect(origin).toBe("https://github.example.com");
    expect(Object.fromEntries(searchParams)).toMatchObject({ ...parameters, client_id: "client" });
    expect(cookies.join()).toContain("authjs.pkce.code_verifier=");
  });

  it("never leads off the site", async () => {
    const fields = { password: "right", callbackUrl: "https://evil.example/" };
    const { result } = await inAction((request) => signIn(request, credentials, "credentials", fields));
    expect(new URL(result).origin).toBe(ORIGIN);
  });
});

describe("signOut in a form action", () => {
  it("ends the session: row and cookie", async () => {
    const visitor = new Visitor(database);
    await signInByMail(visitor, sent, "user@example.com");
    const action = (request: Request) => signOut(request, database, { callbackUrl: "/bye" });
    const { result, cookies } = await inAction(action, visitor.cookieHeader());
    expect(result).toBe(`${ORIGIN}/bye`);
    expect(cookies.join()).toMatch(/authjs\.session-token=;.*Max-Age=0/);
    expect(await prisma.session.count()).toBe(0);
  });

  it("is silent for whoever is signed out already", async () => {
    const { result } = await inAction((request) => signOut(request, database));
    expect(result).toBe(`${ORIGIN}/`);
  });
});

describe("update in a form action", () => {
  it("under jwt hands the data to the jwt callback, and the new token goes out with the action's response", async () => {
    const jwt = vi.fn(({ token, trigger, session }) =>
      trigger === "update" ? { ...token, name: session.name } : token,
    );
    const config: SolidAuthConfig = { ...credentials, callbacks: { jwt } };
    const fields = { password: "right", name: "Ada" };
    const signed = await inAction((request) => signIn(request, config, "credentials", fields));
    const before = signed.cookies.map((line) => line.split(";")[0]).join("; ");
    jwt.mockClear();
    const updated = await inAction((request) => update(request, config, { name: "Countess" }), before);
    expect(updated.result).toMatchObject({ user: { name: "Countess" } });
    expect(jwt.mock.calls[0]?.[0]).toMatchObject({ trigger: "update", session: { name: "Countess" } });
    const cookie = updated.cookies.find((line) => line.includes("authjs.session-token"))?.split(";")[0] ?? "";
    const next = new Request(ORIGIN, { headers: { cookie } });
    expect(await getSession(next, config)).toMatchObject({ user: { name: "Countess" } });
  });

  it("under database hands the data to the session callback, and shows what has changed about the user", async () => {
    const session = vi.fn(({ user, session: { expires }, newSession }) => ({ user, expires, newSession }));
    const config: SolidAuthConfig = { ...database, callbacks: { session } };
    const visitor = new Visitor(config);
    await signInByMail(visitor, sent, "user@example.com");
    await prisma.user.updateMany({ data: { name: "Ada" } });
    const action = (request: Request) => update(request, config, { theme: "dark" });
    const { result } = await inAction(action, visitor.cookieHeader());
    expect(result).toMatchObject({ user: { name: "Ada" }, newSession: { theme: "dark" } });
    expect(session.mock.lastCall?.[0]).toMatchObject({ trigger: "update" });
  });
});
