// Faults of @auth/core with accounts of other services, against the simulated GitHub on a local port.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import gitHubProvider from "~/server/auth/providers/github";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthConfig } from "~/solid-auth";
import { simulatedGitHub } from "../../../scripts/dev/github";
import { type Answer, openApplication, type SentMail, signInByMail, Visitor } from "../../support/auth";
import { type Peer, serveFetch } from "../../support/peer";

/** The simulation sends nobody off this machine. */
const ORIGIN = "http://localhost:3000";
const CREDENTIALS = { clientId: "tests", clientSecret: "a secret between the tests and their GitHub" };

let peer: Peer;
let prisma: PrismaClient;
let sent: SentMail[];
let config: SolidAuthConfig;

beforeAll(async () => {
  peer = await serveFetch(simulatedGitHub({ basePath: "", ...CREDENTIALS }));
});

afterAll(() => peer.close());

beforeEach(async () => {
  ({ prisma, sent, config } = await openApplication(
    { pages: { signIn: "/sign-in", error: "/error" } },
    gitHubProvider({ ...CREDENTIALS, baseUrl: peer.url }),
  ));
});

interface Person {
  login: string;
  email?: string;
  verified?: boolean;
}

const newVisitor = () => new Visitor(config, { origin: ORIGIN });

async function signedIn(email: string): Promise<Visitor> {
  const visitor = newVisitor();
  await signInByMail(visitor, sent, email);
  return visitor;
}

/** Consents at GitHub as a person; @returns where GitHub sends the browser. */
async function consent(start: Answer, { login, email = `${login}@example.com`, verified = true }: Person) {
  const form = new URLSearchParams({ ...Object.fromEntries(start.location?.searchParams ?? []), login, name: login });
  form.set("email", email);
  if (verified) form.set("verified", "yes");
  const authorize = `${peer.url}/login/oauth/authorize`;
  const answer = await fetch(authorize, { method: "POST", body: form, redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

/** The whole way: the button, GitHub, and back. */
async function gitHub(visitor: Visitor, person: Person, fields: Record<string, string> = {}): Promise<Answer> {
  const start = await visitor.post("/signin/github", fields);
  return visitor.get(await consent(start, person));
}

const connect = (visitor: Visitor, person: Person) => gitHub(visitor, person, { connect: "true" });

function errorOf({ location }: Answer): (string | null)[] {
  return ["error", "code"].map((name) => location?.searchParams.get(name) ?? null);
}

async function ownersOfAccounts(): Promise<string[]> {
  return (await prisma.account.findMany({ include: { user: true } })).map(({ user }) => user.email);
}

describe("somebody who is signed in and comes back from GitHub", () => {
  it("has nothing linked without Connect, and hears why", async () => {
    const visitor = await signedIn("user@example.com");
    const answer = await gitHub(visitor, { login: "stranger" });
    expect(answer.location?.pathname).toBe("/sign-in");
    expect(errorOf(answer)).toEqual(["OAuthAccountNotLinked", "signed_in"]);
    expect(await ownersOfAccounts()).toEqual([]);
    expect(await prisma.user.count()).toBe(1);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("has nothing linked by a callback that an attacker started and let them finish", async () => {
    const attacker = newVisitor();
    const start = await attacker.post("/signin/github");
    const callback = await consent(start, { login: "attacker" });
    const victim = await signedIn("victim@example.com");
    const answer = await victim.get(callback);
    expect(errorOf(answer)[0]).not.toBeNull();
    expect(await ownersOfAccounts()).toEqual([]);
    expect(await victim.session()).toMatchObject({ user: { email: "victim@example.com" } });
  });

  it("has the account linked with Connect, and stays who they are", async () => {
    const visitor = await signedIn("user@example.com");
    expect(errorOf(await connect(visitor, { login: "ada" }))).toEqual([null, null]);
    expect(await ownersOfAccounts()).toEqual(["user@example.com"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("links nothing with a Connect that somebody else began in this browser", async () => {
    const visitor = await signedIn("first@example.com");
    const start = await visitor.post("/signin/github", { connect: "true" });
    await signInByMail(visitor, sent, "second@example.com");
    const answer = await visitor.get(await consent(start, { login: "ada" }));
    expect(errorOf(answer)).toEqual(["SessionRequired", null]);
    expect(await ownersOfAccounts()).toEqual([]);
  });

  it("links nothing with a Connect that was given up and followed by an ordinary sign-in", async () => {
    const visitor = await signedIn("user@example.com");
    await visitor.post("/signin/github", { connect: "true" });
    expect(errorOf(await gitHub(visitor, { login: "stranger" }))).toEqual(["OAuthAccountNotLinked", "signed_in"]);
    expect(await ownersOfAccounts()).toEqual([]);
  });

  it("does not take over an account that is another user's", async () => {
    await gitHub(newVisitor(), { login: "ada" });
    const visitor = await signedIn("user@example.com");
    expect(errorOf(await connect(visitor, { login: "ada" }))).toEqual(["OAuthAccountNotLinked", "other_user"]);
    expect(errorOf(await gitHub(visitor, { login: "ada" }))).toEqual(["OAuthAccountNotLinked", "other_user"]);
    expect(await ownersOfAccounts()).toEqual(["ada@example.com"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("gets a fresh session, and the old one ends, when it is their own account", async () => {
    const visitor = newVisitor();
    await gitHub(visitor, { login: "ada" });
    const before = visitor.sessionCookie?.[1];
    await prisma.session.updateMany({ data: { authenticatedAt: new Date(0) } });
    expect(errorOf(await gitHub(visitor, { login: "ada" }))).toEqual([null, null]);
    expect(visitor.sessionCookie?.[1]).not.toBe(before);
    const [session, ...others] = await prisma.session.findMany();
    expect(others).toEqual([]);
    expect(session?.authenticatedAt.valueOf()).toBeGreaterThan(0);
  });
});

describe("linking an account", () => {
  it("gives the session a new token, and the time of sign-in stays what it was", async () => {
    const visitor = await signedIn("user@example.com");
    const thief = newVisitor();
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
    const authenticatedAt = new Date(Date.now() - 60_000);
    await prisma.session.updateMany({ data: { authenticatedAt } });

    await connect(visitor, { login: "ada" });
    expect(visitor.sessionCookie?.[1]).not.toBe(thief.sessionCookie?.[1]);
    expect(await thief.session()).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect((await prisma.session.findMany()).map((session) => session.authenticatedAt)).toEqual([authenticatedAt]);
  });
});

describe("an expired session", () => {
  async function expiredVisitor() {
    const visitor = await signedIn("user@example.com");
    return { visitor, expire: () => prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } }) };
  }

  it("begins no Connect", async () => {
    const { visitor, expire } = await expiredVisitor();
    await expire();
    const start = await visitor.post("/signin/github", { connect: "true" });
    expect(errorOf(start)).toEqual(["SessionRequired", null]);
  });

  it("finishes no Connect that began in time", async () => {
    const { visitor, expire } = await expiredVisitor();
    const start = await visitor.post("/signin/github", { connect: "true" });
    await expire();
    expect(errorOf(await visitor.get(await consent(start, { login: "ada" })))).toEqual(["SessionRequired", null]);
    expect(await ownersOfAccounts()).toEqual([]);
  });

  it("gets no account linked by signing in with another one", async () => {
    const { visitor, expire } = await expiredVisitor();
    await expire();
    expect(errorOf(await gitHub(visitor, { login: "ada" }))).toEqual([null, null]);
    expect(await ownersOfAccounts()).toEqual(["ada@example.com"]);
  });
});

describe("a cookie whose session is gone", () => {
  it("does not stand in the way of GitHub", async () => {
    const visitor = await signedIn("user@example.com");
    await prisma.session.deleteMany();
    expect(errorOf(await gitHub(visitor, { login: "ada" }))).toEqual([null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});
