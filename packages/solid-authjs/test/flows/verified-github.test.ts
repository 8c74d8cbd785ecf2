// A GitHub, or an Enterprise Server, whose API answers with other types than GitHub's.

import { expect, it } from "vitest";
import { verifiedGitHub } from "../../src/github";
import { useApplication } from "../support/application";
import { CLIENT, usePeer } from "../support/oauth";
import { serveFetch } from "../support/peer";
import { outcome } from "../support/visitor";

const ADA = { id: 7, login: "ada", name: null, avatar_url: "https://example.com/ada.png" };
const ADDRESS = { email: "ada@example.com", primary: true, verified: true };

let user: object;
let emails: unknown;

const peer = usePeer(() =>
  serveFetch(async ({ url }) => {
    if (url.endsWith("/access_token")) return Response.json({ access_token: "token", token_type: "bearer" });
    return Response.json(url.endsWith("/emails") ? emails : user);
  }),
);
const app = useApplication(() => ({
  providers: [verifiedGitHub({ ...CLIENT, baseUrl: peer.url })],
  pages: { signIn: "/sign-in" },
}));

async function signIn() {
  const visitor = app.visitor();
  const { location } = await visitor.post("/signin/github");
  const answer = await visitor.get(`/callback/github?code=code&state=${location?.searchParams.get("state")}`);
  return { answer, session: await visitor.session() };
}

it("a person with a verified primary address signs in, under the name of their login", async () => {
  [user, emails] = [ADA, [{ ...ADDRESS, email: "other@example.com", primary: false }, ADDRESS]];
  const image = "https://example.com/ada.png";
  expect((await signIn()).session).toMatchObject({ user: { name: "ada", email: "ada@example.com", image } });
  expect(await app.prisma.account.findMany()).toMatchObject([{ provider: "github", providerAccountId: "7" }]);
});

it.each(["false", "true", 1, {}, null])(
  "an address whose `verified` is %j proves nothing and signs no user up",
  async (verified) => {
    [user, emails] = [ADA, [{ ...ADDRESS, verified }]];
    const { answer, session } = await signIn();
    expect(outcome(answer)).toEqual(["/sign-in", "OAuthSignInError", "no_email"]);
    expect(session).toBeNull();
  },
);

it.each([["7"], { id: 7 }, true, null, undefined, "", 2 ** 53])("an id that is %j signs no user in", async (id) => {
  [user, emails] = [{ ...ADA, id }, [ADDRESS]];
  const { answer, session } = await signIn();
  expect(outcome(answer)).toEqual(["/sign-in", "CallbackRouteError", "profile"]);
  expect(session).toBeNull();
});

it.each([null, {}, "ada@example.com", [null]])("a list of addresses that is %j signs no user in", async (list) => {
  [user, emails] = [ADA, list];
  const { answer, session } = await signIn();
  expect(outcome(answer)).toEqual(["/sign-in", "CallbackRouteError", null]);
  expect(session).toBeNull();
});
