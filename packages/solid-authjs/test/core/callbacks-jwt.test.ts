// The `jwt` callback, which decides the contents of a session under the `jwt` strategy, with an adapter. What it gets
// at a sign-in is in events.test.ts.

import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { answerWith, optionsFor } from "../support/passkeys";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { type Answer, outcome, type Visitor } from "../support/visitor";

type Jwt = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["jwt"]>;

const github = useGitHub();
let jwt: ReturnType<typeof vi.fn<Jwt>>;

beforeEach(() => {
  jwt = vi.fn<Jwt>(({ token }) => token);
});
const app = useApplication(
  () => ({
    session: { strategy: "jwt" },
    callbacks: { jwt },
    providers: [github.provider(), PasskeyProvider(), Credentials({ authorize: () => ({ id: "7" }) })],
  }),
  LOCAL_ORIGIN,
);

it.each<[string, (visitor: Visitor) => Promise<unknown>]>([
  ["GitHub", (visitor) => github.signIn(visitor)],
  ["credentials", (visitor) => visitor.post("/callback/credentials")],
])("null at a sign-in by %s signs no user in, and ends the session that was there", async (_, signIn) => {
  const visitor = app.visitor();
  await signIn(visitor);
  expect(visitor.sessionCookie).toBeDefined();
  jwt.mockReturnValue(null);
  await signIn(visitor);
  expect(visitor.sessionCookie).toBeUndefined();
});

it("a rejection at a provider's sign-in leads to the error page, and signs no user in", async () => {
  jwt.mockRejectedValue(new Error("The directory is down."));
  const visitor = app.visitor();
  expect(outcome(await github.signIn(visitor))).toEqual(["/api/auth/error", "Configuration", null]);
  expect(visitor.sessionCookie).toBeUndefined();
});

describe("the jwt callback after sign-in", () => {
  let visitor: Visitor;

  beforeEach(async () => {
    visitor = await app.signedIn();
    jwt.mockClear();
  });

  it("gets the token of a session that is read, and no other argument", async () => {
    await visitor.session();
    expect(jwt).toHaveBeenCalledTimes(1);
    const { token, trigger, user, account, profile, session } = jwt.mock.calls[0]?.[0] ?? {};
    const times = { iat: expect.any(Number), exp: expect.any(Number), jti: expect.any(String) };
    expect(token).toMatchObject({ email: EMAIL, sub: expect.any(String), ...times });
    expect([trigger, user, account, profile, session]).toEqual(Array(5).fill(undefined));
  });

  it("gets the trigger `update` and the client's data at an update, of which it alone keeps something", async () => {
    const data = { name: "Mallory", user: { email: "mallory@example.com" }, sub: "1" };
    expect(await (await visitor.update(data)).json()).toMatchObject({ user: { email: EMAIL } });
    expect(jwt).toHaveBeenCalledTimes(1);
    expect(jwt.mock.calls[0]?.[0]).toMatchObject({ trigger: "update", session: data, token: { email: EMAIL } });
    expect(await visitor.session()).toMatchObject({ user: { name: null, email: EMAIL } });
    jwt.mockImplementation(({ token, trigger, session }) => (trigger ? { ...token, name: session.name } : token));
    await visitor.update({ name: "Countess" });
    expect(await visitor.session()).toMatchObject({ user: { name: "Countess" } });
  });

  it.each<[string, () => Promise<Answer>]>([
    ["when it is read", () => visitor.get("/session")],
    ["at an update", () => visitor.update({})],
  ])("ends the session by null %s: the cookie is cleared, and the old token is not set again", async (_, ask) => {
    jwt.mockReturnValue(null);
    const answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([200, null]);
    expect(answer.set.get("__Secure-authjs.session-token")).toContain("Max-Age=0");
    expect(visitor.sessionCookie).toBeUndefined();
  });
});

describe("a session that the jwt callback has ended", () => {
  let thief: Visitor;

  beforeEach(async () => {
    thief = (await app.signedIn()).copy();
  });

  /** The thief's last step, of a way that began before the session was ended, leads to nothing. */
  async function expectRefused(finish: () => Promise<Answer>): Promise<void> {
    jwt.mockImplementation(({ token, trigger }) => (trigger ? token : null));
    expect(outcome(await finish())).toEqual(["/api/auth/signin", "SessionRequired", null]);
    expect([await app.prisma.account.count(), await app.prisma.authenticator.count()]).toEqual([0, 0]);
    expect(await thief.session()).toBeNull();
  }

  it("connects no account", async () => {
    const { location } = await thief.post("/signin/github", { connect: "true" });
    await expectRefused(async () => thief.get(await github.decide(location)));
  });

  it("adds no passkey", async () => {
    const passkey = new Passkey(LOCAL_ORIGIN).register(await optionsFor(thief, "register"));
    await expectRefused(() => answerWith(thief, "register", passkey));
  });
});
