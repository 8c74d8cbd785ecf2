// The application's GitHub provider, with the simulated GitHub of development: whose address counts, and what happens
// when GitHub fails.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { github } from "~/server/auth/providers/github";
import { createProvider } from "~/server/auth/sign-in-method";
import { useApplication } from "../../../packages/solid-authjs/test/support/application";
import { type Answer, outcome, type Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import { simulatedGitHub } from "../../../scripts/dev/github";
import { type Peer, serveFetch } from "../../../tests/support/peer";

const CLIENT = { clientId: "client", clientSecret: "client-secret" };
const NO_ADDRESS = "/sign-in?error=OAuthSignInError&code=no_email";

/** The path that answers with a status of its own. */
let broken: [path: string, status: number] | undefined;
let peer: Peer;

beforeAll(async () => {
  const answer = simulatedGitHub({ basePath: "", ...CLIENT });
  peer = await serveFetch(async (request) => {
    const [path, status] = broken ?? [];
    return new URL(request.url).pathname === path ? new Response("Out of order.", { status }) : answer(request);
  });
});
afterAll(() => peer.close());

// The simulated GitHub redirects to this machine only.
const app = useApplication(
  () => ({
    providers: [createProvider(github(), { ...CLIENT, baseUrl: peer.url })],
    callbacks: { signIn: ({ user }) => (user.email ? true : NO_ADDRESS) },
  }),
  "https://localhost:3000",
);
let visitor: Visitor;
beforeEach(() => {
  broken = undefined;
  visitor = app.visitor();
});

/** @param decision on the consent page, whose form repeats the query that it was opened with */
async function signIn(decision: Record<string, string>): Promise<Answer> {
  const { location } = await visitor.post("/signin/github");
  const body = new URLSearchParams({ ...Object.fromEntries(location?.searchParams ?? []), ...decision });
  const { headers } = await fetch(`${peer.url}/login/oauth/authorize`, { method: "POST", body, redirect: "manual" });
  return visitor.get(headers.get("location") ?? "");
}

async function expectNobody() {
  expect(await visitor.session()).toBeNull();
  expect(await app.prisma.user.count()).toBe(0);
}

it("a GitHub account with a verified primary address signs in", async () => {
  expect(outcome(await signIn({ as: "ada" }))).toEqual(["/", null, null]);
  expect(await visitor.session()).toMatchObject({ user: { name: "Ada Lovelace", email: "ada@example.com" } });
});

it.each([
  ["is unverified", { as: "unverified" }],
  ["is missing", { as: "", login: "shy", name: "", email: "" }],
  ["is typed in but unverified", { as: "", login: "liar", name: "", email: "ada@example.com" }],
])("a GitHub account whose address %s creates no user, and the page shows why", async (_, person) => {
  expect(outcome(await signIn(person))).toEqual(["/sign-in", "OAuthSignInError", "no_email"]);
  await expectNobody();
});

describe("a GitHub", () => {
  it.each<[string, number]>([
    ["/login/oauth/access_token", 500],
    ["/api/v3/user", 503],
    ["/api/v3/user/emails", 403],
  ])("a GitHub whose %s answers %i signs no user in", async (path, status) => {
    broken = [path, status];
    expect(outcome(await signIn({ as: "ada" }))).toEqual(["/api/auth/signin", "CallbackRouteError", null]);
    await expectNobody();
  });
});
