// Without an adapter, nothing is stored: the session is the JWT in the cookie. Callbacks, events and states in that
// case. This needs a file of its own: @auth/core remembers from any earlier configuration that there was an email
// provider.

import Credentials from "@auth/core/providers/credentials";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CredentialsSignin, getSession, type SolidAuthConfig } from "../../src";
import { EMAIL, QUIET, SECRET } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { Visitor } from "../support/visitor";

type Callbacks = NonNullable<SolidAuthConfig["callbacks"]>;

const THIRTY_DAYS_SECONDS = 2_592_000;

const github = useGitHub();
let signIn: ReturnType<typeof vi.fn<NonNullable<Callbacks["signIn"]>>>;
let jwt: ReturnType<typeof vi.fn<NonNullable<Callbacks["jwt"]>>>;
let config: SolidAuthConfig;

beforeEach(() => {
  signIn = vi.fn(() => true);
  jwt = vi.fn(({ token }) => token);
  const authorize = ({ password }: Partial<Record<string, unknown>>) => {
    if (password !== "right") throw new CredentialsSignin();
    return { id: "7", name: "Ada", email: EMAIL, image: "/ada.png" };
  };
  config = {
    providers: [github.provider(), Credentials({ credentials: { password: {} }, authorize })],
    secret: SECRET,
    trustHost: true,
    callbacks: { signIn, jwt },
    logger: QUIET,
  };
});
afterEach(() => void vi.useRealTimers());

const visitorOf = (own: SolidAuthConfig) => new Visitor(own, { origin: LOCAL_ORIGIN });

const ways: [string, (visitor: Visitor) => Promise<Response>, string][] = [
  ["GitHub", (visitor) => github.signIn(visitor), "ada@example.com"],
  ["credentials", (visitor) => visitor.post("/callback/credentials", { password: "right" }), EMAIL],
];

describe.each(ways)("by %s", (_, enter, email) => {
  it("signs in and out, with name, email and image alone exposed", async () => {
    const visitor = visitorOf(config);
    await enter(visitor);
    const session = await visitor.session();
    expect(session).toEqual({
      user: { name: expect.any(String), email, image: session?.user?.image },
      expires: expect.any(String),
    });
    const request = visitor.request();
    expect((await getSession(request, config))?.user).toEqual(session?.user);
    await visitor.post("/signout");
    expect(await visitor.session()).toBeNull();
  });

  it.each([false, undefined])("a signIn callback that returns %s refuses", async (result) => {
    signIn.mockReturnValue(result as boolean);
    const visitor = visitorOf(config);
    expect((await enter(visitor)).headers.get("location")).toBe(`${LOCAL_ORIGIN}/api/auth/error?error=AccessDenied`);
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("jwt comes with signIn, then without a trigger, then with update", async () => {
    const visitor = visitorOf(config);
    await enter(visitor);
    await visitor.session();
    await visitor.post("/session", { data: "x" });
    expect(jwt.mock.calls.map(([{ trigger }]) => trigger)).toEqual(["signIn", undefined, "update"]);
    expect(jwt.mock.calls.map(([{ user }]) => user?.email)).toEqual([email, undefined, undefined]);
    expect(jwt.mock.lastCall?.[0].session).toBe("x");
  });

  it("null from the jwt callback ends the session", async () => {
    const visitor = visitorOf(config);
    await enter(visitor);
    jwt.mockReturnValueOnce(null);
    expect(await visitor.session()).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("signIn, session and signOut are the events; no user is created or linked", async () => {
    const names: string[] = [];
    const told = (name: string) => () => void names.push(name);
    const events = {
      createUser: told("createUser"),
      linkAccount: told("linkAccount"),
      session: told("session"),
      signIn: told("signIn"),
      signOut: told("signOut"),
      updateUser: told("updateUser"),
    };
    const visitor = visitorOf({ ...config, events });
    await enter(visitor);
    await visitor.session();
    await visitor.post("/signout");
    expect(names).toEqual(["signIn", "session", "signOut"]);
  });

  it("the session lives for 30 days from the last visit", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    const visitor = visitorOf(config);
    await enter(visitor);
    vi.setSystemTime(start + (THIRTY_DAYS_SECONDS - 60) * 1000);
    expect(await visitor.session()).toMatchObject({ user: { email } });
    vi.setSystemTime(start + (2 * THIRTY_DAYS_SECONDS - 180) * 1000);
    expect(await visitor.session()).toMatchObject({ user: { email } });
    vi.setSystemTime(start + 4 * THIRTY_DAYS_SECONDS * 1000);
    expect(await visitor.session()).toBeNull();
  });
});

it("a wrong password is refused, and an existing session stays", async () => {
  const visitor = visitorOf(config);
  await github.signIn(visitor);
  const answer = await visitor.post("/callback/credentials", { password: "wrong" });
  expect(answer.location?.href).toBe(`${LOCAL_ORIGIN}/api/auth/signin?error=CredentialsSignin&code=credentials`);
  expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
});

it("the account's tokens reach the jwt callback, so an application can keep and renew them", async () => {
  Object.assign(github.tokens, { expires_in: 60, refresh_token: "ghr_1", token_type: "Bearer" });
  jwt.mockImplementation(({ token, account }) => (account ? { ...token, refresh: account.refresh_token } : token));
  const session = vi.fn<NonNullable<Callbacks["session"]>>(({ session }) => session);
  const visitor = visitorOf({ ...config, callbacks: { jwt, session } });
  await github.signIn(visitor);
  await visitor.session();
  const { account, profile } = jwt.mock.calls[0]?.[0] ?? {};
  expect(account).toMatchObject({ token_type: "bearer", refresh_token: "ghr_1", expires_at: expect.any(Number) });
  expect(profile).toMatchObject({ login: "ada" });
  expect(session.mock.lastCall?.[0].token).toMatchObject({ refresh: "ghr_1" });
  for (const name of Object.keys(github.tokens)) delete github.tokens[name];
});
