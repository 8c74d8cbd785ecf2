// The types of the objects that callbacks, events and pages get, as in SPEC.md's tables.

import { expectTypeOf, it } from "vitest";
import type { Account, getSession, Profile, Session, User } from "../../src";

type Text = string | null | undefined;

it("an Account has the fields of its table, of their types", () => {
  expectTypeOf<Pick<Account, "provider" | "providerAccountId">>().toEqualTypeOf<
    Record<"provider" | "providerAccountId", string>
  >();
  type Token = "userId" | "access_token" | "refresh_token" | "id_token" | "scope";
  expectTypeOf<{ [name in Token]: Account[name] }>().toEqualTypeOf<Record<Token, string | undefined>>();
  expectTypeOf<Account["type"]>().toEqualTypeOf<"credentials" | "email" | "oauth" | "oidc" | "webauthn">();
  expectTypeOf<Account["token_type"]>().toEqualTypeOf<Lowercase<string> | undefined>();
  expectTypeOf<Account["expires_in" | "expires_at"]>().toEqualTypeOf<number | undefined>();
});

it("a Profile types its named claims as nullable, and other claims as unknown", () => {
  type Names = "name" | "given_name" | "family_name" | "middle_name" | "nickname" | "preferred_username";
  type Others = "profile" | "website" | "email" | "gender" | "birthdate" | "zoneinfo" | "locale" | "phone_number";
  type TextClaim = "id" | "sub" | Names | Others;
  expectTypeOf<Pick<Profile, TextClaim>>().toEqualTypeOf<{ [claim in TextClaim]?: Text }>();
  expectTypeOf<Profile["email_verified"]>().toEqualTypeOf<boolean | null | undefined>();
  expectTypeOf<Profile["updated_at"]>().toEqualTypeOf<Date | string | number | null | undefined>();
  type AddressPart = "country" | "formatted" | "locality" | "postal_code" | "region" | "street_address";
  expectTypeOf<Profile["address"]>().toEqualTypeOf<{ [part in AddressPart]?: Text } | null | undefined>();
  expectTypeOf<Profile["anything_else"]>().toEqualTypeOf<unknown>();
  expectTypeOf<Profile["picture"]>().toBeAny();
});

it("a User has an id, a name, an address and an image, none of them certain, and a Session its end and perhaps one", () => {
  expectTypeOf<User["id"]>().toEqualTypeOf<string | undefined>();
  type Shown = "name" | "email" | "image";
  expectTypeOf<Pick<User, Shown>>().toEqualTypeOf<{ [name in Shown]?: Text }>();
  expectTypeOf<Session["expires"]>().toEqualTypeOf<string>();
  expectTypeOf<undefined>().toExtend<Session["user"]>();
  expectTypeOf<NonNullable<Session["user"]>>().toExtend<User>();
  expectTypeOf<typeof getSession>().returns.toEqualTypeOf<Promise<Session | null>>();
});
