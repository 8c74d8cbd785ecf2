// The objects that callbacks and events get: Session, User, Account, Profile, as in SPEC.md's tables.

import { beforeEach, expect, expectTypeOf, it, vi } from "vitest";
import { type Account, getSession, type Profile, type Session, type SolidAuthConfig, type User } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";

type SignIn = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["signIn"]>;
type Text = string | null | undefined;

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

it("an Account has the fields of its table, of their types", () => {
  expectTypeOf<Account["provider"]>().toEqualTypeOf<string>();
  expectTypeOf<Account["providerAccountId"]>().toEqualTypeOf<string>();
  type Token = "userId" | "access_token" | "refresh_token" | "id_token" | "scope";
  expectTypeOf<{ [name in Token]: Account[name] }>().toEqualTypeOf<Record<Token, string | undefined>>();
  expectTypeOf<Account["type"]>().toEqualTypeOf<"credentials" | "email" | "oauth" | "oidc" | "webauthn">();
  expectTypeOf<Account["token_type"]>().toEqualTypeOf<Lowercase<string> | undefined>();
  expectTypeOf<Account["expires_in"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Account["expires_at"]>().toEqualTypeOf<number | undefined>();
});

it("an Account names the provider, the account there and its type, and carries the tokens", async () => {
  const tokens = { refresh_token: "ghr_1", scope: "read:user" };
  const { expires_at, ...account } = await accountAfter(tokens);
  expect(account).toMatchObject({
    ...{ provider: "github", providerAccountId: expect.stringMatching(/^\d+$/), type: "oauth", ...tokens },
    access_token: expect.stringMatching(/^gho_/),
  });
  // The provider does not tell.
  expect(expires_at).toBeUndefined();
});

it("an Account's expires_at is when the access token expires, in seconds, computed from expires_in", async () => {
  const before = Math.floor(Date.now() / 1000);
  const { expires_in, expires_at = 0 } = await accountAfter({ expires_in: 3600 });
  expect(expires_in).toBe(3600);
  expect(expires_at).toBeGreaterThanOrEqual(before + 3600);
  expect(expires_at).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600);
});

it.each(["bearer", "Bearer", "BEARER"])(
  "an Account's token_type %s is `bearer`: case does not matter",
  async (type) => {
    expect((await accountAfter({ token_type: type })).token_type).toBe("bearer");
  },
);

it("the Account of an email sign-in has the address as its id, in one spelling", async () => {
  await app.signIn(app.visitor(), "User@Example.com");
  for (const [{ account }] of signIn.mock.calls)
    expect(account).toMatchObject({ provider: "email", type: "email", providerAccountId: EMAIL });
});

it("a Profile types its named claims as nullable, and other claims as unknown", () => {
  // The twenty of the table, without the four whose types differ.
  type Names = "name" | "given_name" | "family_name" | "middle_name" | "nickname" | "preferred_username";
  type Others = "profile" | "website" | "email" | "gender" | "birthdate" | "zoneinfo" | "locale" | "phone_number";
  type TextClaim = "id" | "sub" | Names | Others;
  expectTypeOf<Pick<Profile, TextClaim>>().toEqualTypeOf<{ [claim in TextClaim]?: Text }>();
  expectTypeOf<Profile["email_verified"]>().toEqualTypeOf<boolean | null | undefined>();
  expectTypeOf<Profile["updated_at"]>().toEqualTypeOf<Date | string | number | null | undefined>();
  type AddressPart = "country" | "formatted" | "locality" | "postal_code" | "region" | "street_address";
  expectTypeOf<Profile["address"]>().toEqualTypeOf<{ [part in AddressPart]?: Text } | null | undefined>();
  expectTypeOf<Profile["anything_else"]>().toEqualTypeOf<unknown>();
  // The type is `any`: only `any` is assignable in both directions.
  expectTypeOf<Profile["picture"]>().toBeAny();
});

it("a Profile is the provider's whole answer, and a User what its `profile` returns, with an id of its own", async () => {
  await github.signIn(app.visitor(), { login: "octo", email: EMAIL });
  const { profile, user, account } = signIn.mock.lastCall?.[0] ?? {};
  const answer = { login: "octo", name: null, email: EMAIL, avatar_url: null, type: "User" };
  expect(profile).toEqual({ id: expect.any(Number), ...answer });
  expect(user).toEqual({ id: expect.any(String), name: "octo", email: EMAIL, image: null });
  expect(user?.id).not.toBe(account?.providerAccountId);
});

it("a User has an id, a name, an address and an image, none of them certain", () => {
  expectTypeOf<User["id"]>().toEqualTypeOf<string | undefined>();
  type Shown = "name" | "email" | "image";
  expectTypeOf<Pick<User, Shown>>().toEqualTypeOf<{ [name in Shown]?: Text }>();
});

it("a Session says when it ends, and may have a user; without a sign-in it is null", async () => {
  expectTypeOf<Session["expires"]>().toEqualTypeOf<string>();
  expectTypeOf<undefined>().toExtend<Session["user"]>();
  expectTypeOf<NonNullable<Session["user"]>>().toExtend<User>();
  expectTypeOf(getSession).returns.toEqualTypeOf<Promise<Session | null>>();
  expectTypeOf(getSession).parameter(0).toEqualTypeOf<Request>();
  expectTypeOf<SolidAuthConfig>().toExtend<Parameters<typeof getSession>[1]>();
  expect(await getSession(new Request(LOCAL_ORIGIN), app.config)).toBeNull();
  expect(await app.visitor().session()).toBeNull();
});
