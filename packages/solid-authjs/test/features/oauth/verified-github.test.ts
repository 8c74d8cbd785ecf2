// A GitHub, or an Enterprise Server, whose API answers with other types than GitHub's.

import { beforeEach, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../../src";
import { verifiedGitHub } from "../../../src/features/oauth/github";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { QUIET, useApplication } from "../../support/application";
import { CLIENT, usePeer } from "../../support/oauth";
import { serveFetch } from "../../support/peer";
import { outcome } from "../../support/visitor";

const ADA = { id: 7, login: "ada", name: null, avatar_url: "https://example.com/ada.png" };
const ADDRESS = { email: "ada@example.com", primary: true, verified: true };

let user: object;
let emails: unknown;
/** Answers below `/api/v3`, in place of these. */
const refusals = new Map<string, Response>();

const peer = usePeer(() =>
  serveFetch(async ({ url }) => {
    if (url.endsWith("/access_token")) return Response.json({ access_token: "token", token_type: "bearer" });
    const { pathname } = new URL(url);
    const refusal = refusals.get(pathname.replace("/api/v3", ""));
    if (refusal) return refusal.clone();
    return Response.json(pathname.endsWith("/emails") ? emails : user);
  }),
);
beforeEach(() => {
  refusals.clear();
  [user, emails] = [ADA, [ADDRESS]];
});
const app = useApplication(() => ({
  providers: [verifiedGitHub({ ...CLIENT, baseUrl: peer.url })],
  pages: { signIn: "/sign-in" },
}));

async function signIn(options: Partial<SolidAuthConfig> = {}) {
  const visitor = app.visitor(options);
  const { location } = await visitor.post("/signin/github");
  const answer = await visitor.get(`/callback/github?code=code&state=${location?.searchParams.get("state")}`);
  return [...outcome(answer), await visitor.session()];
}

it("a person with a verified primary address signs in, under the name of their login", async () => {
  emails = [{ ...ADDRESS, email: "other@example.com", primary: false }, ADDRESS];
  const shown = { name: "ada", email: "ada@example.com", image: "https://example.com/ada.png" };
  expect(await signIn()).toMatchObject(["/", null, null, { user: shown }]);
  expect(await app.prisma.account.findMany()).toMatchObject([{ provider: "github", providerAccountId: "7" }]);
});

it.each(["true", null])("an address whose `verified` is %j signs no user up", async (verified) => {
  emails = [{ ...ADDRESS, verified }];
  expect(await signIn()).toEqual(["/sign-in", "OAuthSignInError", "no_email", null]);
});

it.each([{ id: 7 }, null, 2 ** 53])("an id that is %j signs no user in", async (id) => {
  user = { ...ADA, id };
  expect(await signIn()).toEqual(["/sign-in", "CallbackRouteError", "profile", null]);
});

const NO_LIST = /: GitHub answers \/user\/emails with no list of addresses$/;
const SAID = /: GitHub answers 403 to \/user\S*: Sorry. \[2JSuspended !{100,200}$/;
const said = () => Response.json({ message: `Sorry.\n\u001b[2JSuspended ${"!".repeat(500)}` }, { status: 403 });

it.each<[string, string, () => Response, RegExp]>([
  ["a list of null", "/user/emails", () => Response.json([null]), NO_LIST],
  ["a refusal", "/user", said, SAID],
  ["a refusal", "/user/emails", said, SAID],
  ["a page without JSON", "/user", () => new Response("<h1>", { status: 502 }), /: GitHub answers 502 to \/user: /],
  ["a redirect", "/user", () => Response.redirect("https://example.com"), /: GitHub answers 302 to \/user: /],
])("%s of GitHub's %s signs no user in, and is a warning in one line", async (_, path, answerOf, text) => {
  const error = vi.fn();
  refusals.set(path, answerOf());
  const options = { logger: { ...QUIET, error } };
  expect(await signIn(options)).toEqual(["/sign-in", "CallbackRouteError", null, null]);
  const logged = error.mock.calls.map(([each]) => visitorErrorOf(each));
  expect(logged).toMatchObject([{ text: expect.stringMatching(text), level: "warn" }]);
  expect(logged[0]?.text).toMatch(/^CallbackRouteError: provider github: /);
});
