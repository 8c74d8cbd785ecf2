// A GitHub, or an Enterprise Server, whose API answers with other types than GitHub's.

import { beforeEach, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../../src";
import { verifiedGitHub } from "../../../src/features/oauth/github";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { useApplication } from "../../support/application";
import { CLIENT, usePeer } from "../../support/oauth";
import { serveFetch } from "../../support/peer";
import { outcome } from "../../support/visitor";

const ADA = { id: 7, login: "ada", name: null, avatar_url: "https://example.com/ada.png" };
const ADDRESS = { email: "ada@example.com", primary: true, verified: true };

let user: object;
let emails: unknown;
/** Pages of addresses, in place of the one list. */
let pages: unknown[] | undefined;
/** Answers below `/api/v3`, in place of these. */
const refusals = new Map<string, Response>();
let asked = 0;

const peer = usePeer(() =>
  serveFetch(async ({ url }) => {
    if (url.endsWith("/access_token")) return Response.json({ access_token: "token", token_type: "bearer" });
    const { pathname, searchParams } = new URL(url);
    asked++;
    const refusal = refusals.get(pathname.replace("/api/v3", ""));
    if (refusal) return refusal.clone();
    if (!pathname.endsWith("/emails")) return Response.json(user);
    const page = Number(searchParams.get("page") ?? 1);
    const headers = pages?.[page] ? { link: `<${url}&page=${page + 1}>; rel="next"` } : undefined;
    return Response.json(pages ? pages[page - 1] : emails, { headers });
  }),
);
beforeEach(() => {
  refusals.clear();
  [pages, asked] = [undefined, 0];
});
const app = useApplication(() => ({
  providers: [verifiedGitHub({ ...CLIENT, baseUrl: peer.url })],
  pages: { signIn: "/sign-in" },
}));

async function signIn(options: Partial<SolidAuthConfig> = {}) {
  const visitor = app.visitor(options);
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

it("a primary address on a later page of the list signs its person up, and a list without an end does not hold them", async () => {
  const other = { ...ADDRESS, primary: false };
  [user, pages] = [ADA, [[other], [other], [ADDRESS]]];
  expect((await signIn()).session).toMatchObject({ user: { email: "ada@example.com" } });
  pages = Array(1000).fill([other]);
  expect(outcome((await signIn()).answer)).toEqual(["/", null, null]);
  expect(asked).toBeLessThan(30);
});

/** @returns the place, the error and its code; and the log */
async function refused() {
  const error = vi.fn();
  const { answer, session } = await signIn({ logger: { error, warn() {} } });
  expect(session).toBeNull();
  expect(error).toHaveBeenCalledOnce();
  return [...outcome(answer), visitorErrorOf(error.mock.lastCall?.[0])];
}

it.each([null, {}, "ada@example.com", [null]])(
  "a list of addresses that is %j signs no user in, and the log says that it is GitHub's",
  async (list) => {
    [user, emails] = [ADA, list];
    const text = "CallbackRouteError: provider github: GitHub answers /user/emails with no list of addresses";
    expect(await refused()).toEqual([
      "/sign-in",
      "CallbackRouteError",
      null,
      expect.objectContaining({ text, level: "warn" }),
    ]);
  },
);

it.each(["/user", "/user/emails"])("a reason for which GitHub's %s refuses is a warning in one line", async (path) => {
  [user, emails] = [ADA, [ADDRESS]];
  refusals.set(path, Response.json({ message: `Sorry.\n\u001b[2JSuspended ${"!".repeat(500)}` }, { status: 403 }));
  const [, error, code, logged] = await refused();
  expect([error, code]).toEqual(["CallbackRouteError", null]);
  const text = expect.stringMatching(
    /^CallbackRouteError: provider github: GitHub answers 403 to \/user\S*: Sorry. \[2JSuspended !{100,200}$/,
  );
  expect(logged).toMatchObject({ text, level: "warn" });
});

it("a refusal of GitHub without JSON, or by a redirect, is a warning, too", async () => {
  for (const answer of [new Response("<h1>", { status: 502 }), Response.redirect("https://example.com")]) {
    refusals.set("/user", answer);
    expect((await refused())[3]).toMatchObject({ text: expect.stringMatching(/answers (502|302) to \/user: /) });
  }
});
