// The objects that callbacks and events get: Session, User, Account, Profile, as in SPEC.md's tables.

import { beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { type Account, getSession, type Profile, type Session, type SolidAuthConfig, type User } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";

type SignIn = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["signIn"]>;

const github = useGitHub();
let signIn: ReturnType<typeof vi.fn<SignIn>>;

beforeEach(() => {
  signIn = vi.fn<SignIn>(() => true);
});
const app = useApplication(() => ({ callbacks: { signIn }, providers: [github.provider()] }), LOCAL_ORIGIN);

/** The account that the callback gets for this response of GitHub's token endpoint. */
async function accountAfter(tokens: Record<string, unknown>): Promise<Partial<Account>> {
  Object.assign(github.tokens, tokens);
  await github.signIn(app.visitor());
  for (const name of Object.keys(tokens)) delete github.tokens[name];
  return signIn.mock.lastCall?.[0].account ?? {};
}

describe("Account", () => {
  it("an Account has the fields of its table, of their types", () => {
    expectTypeOf<Account["provider"]>().toEqualTypeOf<string>();
    expectTypeOf<Account["providerAccountId"]>().toEqualTypeOf<string>();
    expectTypeOf<Account["type"]>().toEqualTypeOf<"credentials" | "email" | "oauth" | "oidc" | "webauthn">();
    expectTypeOf<Account["userId"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["access_token"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["refresh_token"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["id_token"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["scope"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["token_type"]>().toEqualTypeOf<Lowercase<string> | undefined>();
    expectTypeOf<Account["expires_in"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Account["expires_at"]>().toEqualTypeOf<number | undefined>();
  });

  it("names the provider, the account there and its type, and carries the tokens", async () => {
    const account = await accountAfter({ refresh_token: "ghr_1", scope: "read:user" });
    expect(account).toMatchObject({
      provider: "github",
      providerAccountId: expect.stringMatching(/^\d+$/),
      type: "oauth",
      access_token: expect.stringMatching(/^gho_/),
      refresh_token: "ghr_1",
      scope: "read:user",
    });
  });

  it.each(["bearer", "Bearer", "BEARER"])("token_type %s is `bearer`: case does not matter", async (token_type) => {
    expect((await accountAfter({ token_type })).token_type).toBe("bearer");
  });

  it("expires_at is when the access token expires, in seconds, computed from expires_in", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { expires_in, expires_at = 0 } = await accountAfter({ expires_in: 3600 });
    expect(expires_in).toBe(3600);
    expect(expires_at).toBeGreaterThanOrEqual(before + 3600);
    expect(expires_at).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600);
  });

  it("an Account has no expires_at if the provider does not tell", async () => {
    expect((await accountAfter({})).expires_at).toBeUndefined();
  });

  it("the Account of an email sign-in has the address as its id, in one spelling", async () => {
    await app.signIn(app.visitor(), "User@Example.com");
    for (const [{ account }] of signIn.mock.calls)
      expect(account).toMatchObject({ provider: "email", type: "email", providerAccountId: EMAIL });
  });
});

describe("Profile", () => {
  it("types its named claims as nullable, and other claims as unknown", () => {
    type Text = string | null | undefined;
    // The twenty of the table, without the four whose types differ.
    type TextClaim =
      | "id"
      | "sub"
      | "name"
      | "given_name"
      | "family_name"
      | "middle_name"
      | "nickname"
      | "preferred_username"
      | "profile"
      | "website"
      | "email"
      | "gender"
      | "birthdate"
      | "zoneinfo"
      | "locale"
      | "phone_number";
    expectTypeOf<Pick<Profile, TextClaim>>().toEqualTypeOf<{ [claim in TextClaim]?: Text }>();
    expectTypeOf<Profile["email_verified"]>().toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf<Profile["updated_at"]>().toEqualTypeOf<Date | string | number | null | undefined>();
    type AddressPart = "country" | "formatted" | "locality" | "postal_code" | "region" | "street_address";
    expectTypeOf<Profile["address"]>().toEqualTypeOf<{ [part in AddressPart]?: Text } | null | undefined>();
    expectTypeOf<Profile["anything_else"]>().toEqualTypeOf<unknown>();
    // The type is `any`: only `any` is assignable in both directions.
    expectTypeOf<Profile["picture"]>().toBeAny();
  });

  it("a Profile is the provider's whole answer", async () => {
    await github.signIn(app.visitor(), { login: "octo", email: EMAIL });
    expect(signIn.mock.lastCall?.[0].profile).toEqual({
      id: expect.any(Number),
      login: "octo",
      name: null,
      email: EMAIL,
      avatar_url: null,
      type: "User",
    });
  });
});

describe("User", () => {
  it("a User has an id, a name, an address and an image, none of them certain", () => {
    expectTypeOf<User["id"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<User["name"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<User["email"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<User["image"]>().toEqualTypeOf<string | null | undefined>();
  });

  it("a User has the fields that the provider's `profile` returns, and an id of its own", async () => {
    await github.signIn(app.visitor(), { login: "octo", email: EMAIL });
    const { user, account } = signIn.mock.lastCall?.[0] ?? {};
    expect(user).toEqual({ id: expect.any(String), name: "octo", email: EMAIL, image: null });
    expect(user?.id).not.toBe(account?.providerAccountId);
  });
});

describe("Session", () => {
  it("says when it ends, and may have a user", () => {
    expectTypeOf<Session["expires"]>().toEqualTypeOf<string>();
    expectTypeOf<undefined>().toExtend<Session["user"]>();
    expectTypeOf<NonNullable<Session["user"]>>().toExtend<User>();
    expectTypeOf(getSession).returns.toEqualTypeOf<Promise<Session | null>>();
    expectTypeOf(getSession).parameter(0).toEqualTypeOf<Request>();
    expectTypeOf<SolidAuthConfig>().toExtend<Parameters<typeof getSession>[1]>();
  });

  it.each(["database", "jwt"] as const)(
    "a Session under %s is the same from getSession as from the endpoint",
    async (strategy) => {
      const own: SolidAuthConfig = { ...app.config, session: { strategy, updateAge: 0 } };
      const visitor = await app.signedIn(EMAIL, own);
      const request = visitor.request();
      const session = await getSession(request, own);
      expect(session?.user).toEqual({ name: null, email: EMAIL, image: null });
      expect(new Date(session?.expires ?? 0).toISOString()).toBe(session?.expires);
      expect((await visitor.session())?.user).toEqual(session?.user);
    },
  );

  it("a visitor who is not signed in has no Session: it is null", async () => {
    expect(await getSession(new Request(LOCAL_ORIGIN), app.config)).toBeNull();
    expect(await app.visitor().session()).toBeNull();
  });
});
