// A signed-in user who returns from a provider. Core would link any account.

import { describe, expect, it } from "vitest";
import { useApplication } from "../../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { type Answer, outcome, type Visitor } from "../../support/visitor";

const gitHub = useGitHub();
const app = useApplication(
  () => ({ providers: [gitHub.provider()], pages: { signIn: "/sign-in", error: "/error" } }),
  LOCAL_ORIGIN,
);

const person = (login: string) => ({ login, email: `${login}@example.com` });

const throughGitHub = (visitor: Visitor, login: string) => gitHub.signIn(visitor, person(login));
const connect = (visitor: Visitor, login: string) => gitHub.signIn(visitor, person(login), { connect: "true" });

/** The error and the code of a redirect. */
const errorsOf = (answer: Answer) => outcome(answer).slice(1);

async function ownersOfAccounts(): Promise<string[]> {
  return (await app.prisma.account.findMany({ include: { user: true } })).map(({ user }) => user.email);
}

describe("a signed-in user who comes back from GitHub", () => {
  it("the user has nothing linked without Connect, and sees why", async () => {
    const visitor = await app.signedIn();
    const answer = await throughGitHub(visitor, "stranger");
    expect(answer.location?.pathname).toBe("/sign-in");
    expect(errorsOf(answer)).toEqual(["OAuthAccountNotLinked", "signed_in"]);
    expect(await ownersOfAccounts()).toEqual([]);
    expect(await app.prisma.user.count()).toBe(1);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("a callback that an attacker started links nothing", async () => {
    const attacker = app.visitor();
    const start = await attacker.post("/signin/github");
    const callback = await gitHub.decide(start.location, person("attacker"));
    const victim = await app.signedIn("victim@example.com");
    const answer = await victim.get(callback);
    expect(errorsOf(answer)[0]).not.toBeNull();
    expect(await ownersOfAccounts()).toEqual([]);
    expect(await victim.session()).toMatchObject({ user: { email: "victim@example.com" } });
  });

  it("Connect links the account, and the user stays the same", async () => {
    const visitor = await app.signedIn();
    expect(errorsOf(await connect(visitor, "ada"))).toEqual([null, null]);
    expect(await ownersOfAccounts()).toEqual(["user@example.com"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("links nothing with a Connect that another user began in this browser", async () => {
    const visitor = await app.signedIn("first@example.com");
    const start = await visitor.post("/signin/github", { connect: "true" });
    await app.signIn(visitor, "second@example.com");
    const answer = await visitor.get(await gitHub.decide(start.location, person("ada")));
    expect(errorsOf(answer)).toEqual(["OtherUser", null]);
    expect(await ownersOfAccounts()).toEqual([]);
  });

  it("links nothing with an abandoned Connect before an ordinary sign-in", async () => {
    const visitor = await app.signedIn();
    await visitor.post("/signin/github", { connect: "true" });
    expect(errorsOf(await throughGitHub(visitor, "stranger"))).toEqual(["OAuthAccountNotLinked", "signed_in"]);
    expect(await ownersOfAccounts()).toEqual([]);
  });

  it("another user's account is not taken over", async () => {
    await throughGitHub(app.visitor(), "ada");
    const visitor = await app.signedIn();
    expect(errorsOf(await connect(visitor, "ada"))).toEqual(["OAuthAccountNotLinked", "other_user"]);
    expect(errorsOf(await throughGitHub(visitor, "ada"))).toEqual(["OAuthAccountNotLinked", "other_user"]);
    expect(await ownersOfAccounts()).toEqual(["ada@example.com"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("gets a new session, and the old one ends, with their own account", async () => {
    const visitor = app.visitor();
    await throughGitHub(visitor, "ada");
    const before = visitor.sessionCookie?.[1];
    await app.prisma.session.updateMany({ data: { authenticatedAt: new Date(0) } });
    expect(errorsOf(await throughGitHub(visitor, "ada"))).toEqual([null, null]);
    expect(visitor.sessionCookie?.[1]).not.toBe(before);
    const [session, ...others] = await app.prisma.session.findMany();
    expect(others).toEqual([]);
    expect(session?.authenticatedAt.valueOf()).toBeGreaterThan(0);
  });
});

describe("linking an account", () => {
  it("gives the session a new token, and the time of sign-in stays what it was", async () => {
    const visitor = await app.signedIn();
    const thief = visitor.copy();
    const authenticatedAt = new Date(Date.now() - 60_000);
    await app.prisma.session.updateMany({ data: { authenticatedAt } });

    await connect(visitor, "ada");
    expect(visitor.sessionCookie?.[1]).not.toBe(thief.sessionCookie?.[1]);
    expect(await thief.session()).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect((await app.prisma.session.findMany()).map((session) => session.authenticatedAt)).toEqual([authenticatedAt]);
  });
});

describe("an expired session", () => {
  async function expiredVisitor() {
    const visitor = await app.signedIn();
    return { visitor, expire: () => app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } }) };
  }

  it("begins no Connect", async () => {
    const { visitor, expire } = await expiredVisitor();
    await expire();
    const start = await visitor.post("/signin/github", { connect: "true" });
    expect(errorsOf(start)).toEqual(["SessionRequired", null]);
  });

  it("finishes no Connect that began in time", async () => {
    const { visitor, expire } = await expiredVisitor();
    const start = await visitor.post("/signin/github", { connect: "true" });
    await expire();
    expect(errorsOf(await visitor.get(await gitHub.decide(start.location, person("ada"))))).toEqual([
      "SessionRequired",
      null,
    ]);
    expect(await ownersOfAccounts()).toEqual([]);
  });

  it("gets no account linked by signing in with another one", async () => {
    const { visitor, expire } = await expiredVisitor();
    await expire();
    expect(errorsOf(await throughGitHub(visitor, "ada"))).toEqual([null, null]);
    expect(await ownersOfAccounts()).toEqual(["ada@example.com"]);
  });
});

describe("a cookie whose session is gone", () => {
  it("the cookie does not block a sign-in with GitHub", async () => {
    const visitor = await app.signedIn();
    await app.prisma.session.deleteMany();
    expect(errorsOf(await throughGitHub(visitor, "ada"))).toEqual([null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});
