// Who a provider says that a person is. Two people must never be one user, and each person the same user each time.

import { expect, it, vi } from "vitest";
import { QUIET, useApplication } from "../../support/application";
import { useOAuth } from "../../support/peers";
import { errorOf, outcome } from "../../support/visitor";

const REFUSED = ["/sign-in", "CallbackRouteError", "profile"];
const NO_EMAIL = ["/sign-in", "OAuthSignInError", "no_email"];

const oauth = useOAuth();
const error = vi.fn();

const app = useApplication(() => ({
  providers: [
    oauth.provider(),
    // Many providers of Auth.js make a text of the id by themselves.
    oauth.provider({
      id: "text",
      profile: ({ id, email }: { id?: number; email?: string }) => ({ id: `${id}`, email }),
    }),
    // Returns the profile and all tokens unchanged, as an application's own provider may.
    oauth.provider({ id: "whole", profile: (profile) => profile, account: (account) => account }),
  ],
  pages: { signIn: "/sign-in", error: "/error" },
  logger: { ...QUIET, error },
}));

it.each(["custom", "text"])("rounded ids (%s) sign neither of two people in", async (provider) => {
  error.mockClear();
  for (const person of ["9007199254740992", "9007199254740993"]) {
    oauth.profile = JSON.parse(`{"id":${person},"email":"person${person}@example.com"}`);
    const visitor = app.visitor();
    expect(outcome(await oauth.signIn(visitor, provider))).toEqual(REFUSED);
    expect(visitor.sessionCookie).toBeUndefined();
  }
  expect(await app.prisma.user.count()).toBe(0);
  expect(error.mock.calls.map(([{ name, cause }]) => [name, cause.provider, cause.err.message])).toEqual(
    Array(2).fill([
      "OAuthProfileParseError",
      provider,
      expect.stringMatching(`^The profile of "${provider}" has no usable id: it is .*a number that is not exact`),
    ]),
  );
});

it.each<[object, (string | null)[]]>([
  ...[undefined, null, "", " ", "\u200b"].map((id) => [{ id }, REFUSED] as [object, string[]]),
  ...[null, "", "not an address"].map((email) => [{ email }, NO_EMAIL] as [object, string[]]),
])("a profile with %j makes no user, and the person is told which it is", async (odd, expected) => {
  oauth.profile = { id: "7", email: "ada@example.com", ...odd };
  for (const provider of ["custom", "whole"]) {
    const visitor = app.visitor();
    expect(outcome(await oauth.signIn(visitor, provider))).toEqual(expected);
    expect(await visitor.session()).toBeNull();
  }
  expect(await app.prisma.user.count()).toBe(0);
});

it("makes no second user for another spelling of an address that signs in by mail, and links nothing to that user", async () => {
  await app.signedIn("ada@example.com");
  oauth.profile = { id: "1", email: "ADA@example.com" };
  expect(errorOf(await oauth.signIn(app.visitor()))).toBe("OAuthAccountNotLinked");
  expect([await app.prisma.user.count(), await app.prisma.account.count()]).toEqual([1, 0]);
});

it("unknown fields of the profile and the tokens are neither shown nor stored, and verify no address", async () => {
  const known = { email: "ada@example.com", name: "Ada" };
  const emailVerified = new Date().toISOString();
  oauth.profile = { id: "1", ...known, emailVerified, isAdmin: true, createdAt: "1970-01-01", plan: { seats: 3 } };
  const more = { refresh_token_expires_in: 15897600, scope: "all", "not-before-policy": 0, custom: { deep: 1 } };
  oauth.tokens = { ...oauth.tokens, ...more };
  const visitor = app.visitor();
  expect(errorOf(await oauth.signIn(visitor, "whole"))).toBeNull();
  expect((await visitor.session())?.user).toEqual({ ...known, image: expect.toBeOneOf([null, undefined]) });
  expect(await app.prisma.user.findMany()).toMatchObject([{ ...known, emailVerified: null }]);
});
