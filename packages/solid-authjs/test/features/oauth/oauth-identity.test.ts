// Who a provider says that a person is. Two people must never be one user, and each person the same user each time.

import { describe, expect, it, vi } from "vitest";
import { STRATEGIES, useApplication } from "../../support/application";
import { useOAuth } from "../../support/peers";
import { errorOf, outcome } from "../../support/visitor";

const oauth = useOAuth();
const app = useApplication(() => ({
  providers: [
    oauth.provider(),
    // Many providers of Auth.js make a text of the id by themselves.
    oauth.provider({
      id: "text",
      profile: ({ id, email }: { id?: number; email?: string }) => ({ id: `${id}`, email }),
    }),
  ],
  pages: { signIn: "/sign-in", error: "/error" },
}));

const REFUSED = ["/sign-in", "CallbackRouteError", "profile"];

describe.each(STRATEGIES)("a provider, sessions by %s", (strategy) => {
  it.each(["custom", "text"])("rounded ids (%s) sign neither of two people in", async (provider) => {
    const error = vi.fn();
    for (const person of ["9007199254740992", "9007199254740993"]) {
      oauth.profile = JSON.parse(`{"id":${person},"email":"person${person}@example.com"}`);
      const visitor = app.visitor({ session: { strategy }, logger: { error } });
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

  it.each([undefined, null, "", " ", "\u200b"])("a missing id (%j) makes no user of a random one", async (id) => {
    oauth.profile = { id, email: "ada@example.com" };
    const visitor = app.visitor({ session: { strategy } });
    expect(outcome(await oauth.signIn(visitor))).toEqual(REFUSED);
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
  });

  it.each([7, "7", "9007199254740993"])("signs a person (%j) in as the same user each time", async (id) => {
    oauth.profile = { id, email: "ada@example.com" };
    for (const provider of ["custom", "custom"]) {
      const visitor = app.visitor({ session: { strategy } });
      expect(errorOf(await oauth.signIn(visitor, provider))).toBeNull();
      expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    }
    expect(await app.prisma.account.findMany()).toMatchObject([{ providerAccountId: String(id) }]);
  });

  it("a text that is no address is told to the person", async () => {
    oauth.profile = { id: "7", email: "not an address" };
    const visitor = app.visitor({ session: { strategy } });
    expect(outcome(await oauth.signIn(visitor))).toEqual(["/sign-in", "OAuthSignInError", "no_email"]);
    expect(await app.prisma.user.count()).toBe(0);
  });

  it("a long name is shown in part, and a whole picture is not", async () => {
    const picture = `data:image/png;base64,${"A".repeat(12_000)}`;
    oauth.profile = { id: "7", email: "ada@example.com", name: "x".repeat(20_000), picture };
    const visitor = app.visitor({ session: { strategy } });
    expect(errorOf(await oauth.signIn(visitor))).toBeNull();
    const { user } = (await visitor.session()) ?? {};
    expect(user).toMatchObject({ name: "x".repeat(100) });
    expect(user?.image ?? null).toBeNull();
    expect(visitor.cookieHeader().length).toBeLessThan(4000);
  });
});
