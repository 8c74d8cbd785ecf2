// A provider that vouches for addresses, with the application's configuration. It vouches only for the mailbox whose
// spelling it sends.

import { expect, it } from "vitest";
import { useOAuth } from "../../../packages/solid-authjs/test/support/oauth";
import { outcome } from "../../../packages/solid-authjs/test/support/visitor";
import { passkeyOf } from "../../../tests/support/adapter";
import { useProviderApplication } from "../support/provider-application";

const oauth = useOAuth();
const application = useProviderApplication();

const SPELLINGS = [
  ["a ligature", "\ufb01nn@example.com", "finn@example.com"],
  ["the Kelvin sign", "\u212aim@example.com", "kim@example.com"],
  ["an xn-- domain", "kim@xn--bcher-kva.example", "kim@bücher.example"],
] as const;

/** Signs in with an address, and what the provider says of it. */
async function signIn(
  address: string,
  claim: object = {},
  strategy: "database" | "jwt" = "database",
  options: Parameters<typeof oauth.provider>[0] = {},
) {
  oauth.profile = { id: "7", email: address, mail: address, ...claim };
  const visitor = (await application.open([oauth.provider(options)], { strategy }))();
  return { came: outcome(await oauth.signIn(visitor)), cookie: visitor.sessionCookie, session: visitor.session() };
}

const createUser = (email = "kim@example.com") => application.prisma.user.create({ data: { email } });

it.each(SPELLINGS)("hands no account over for %s", async (_, spelled, email) => {
  const owner = await createUser(email);
  await application.prisma.authenticator.create({ data: { ...passkeyOf("id"), userId: owner.id } });
  const { came, cookie } = await signIn(spelled);
  expect([came, cookie]).toEqual([["/sign-in", "OAuthAccountNotLinked", null], undefined]);
  expect(await application.prisma.user.findMany()).toEqual([owner]);
  expect(await application.prisma.authenticator.count()).toBe(1);
  expect(await application.prisma.account.count()).toBe(0);
});

it.each(SPELLINGS)("signs up with %s, and the address stays unverified", async (_, spelled, email) => {
  expect((await signIn(spelled)).came).toEqual(["/welcome", null, null]);
  expect(await application.prisma.user.findMany()).toMatchObject([{ email, emailVerified: null }]);
});

it("hands no account over to a provider with a profile of its own", async () => {
  const owner = await createUser("kim@example.com");
  const profile = ({ id, mail }: { id?: string; mail?: string }) => ({ id, email: mail });
  const { came } = await signIn("\u212aim@example.com", { email: undefined }, "database", { profile });
  expect(came).toEqual(["/sign-in", "OAuthAccountNotLinked", null]);
  expect(await application.prisma.user.findMany()).toEqual([owner]);
});

it.each([false, "FALSE", "", 0, null, ["true"]])(
  "a denied address (%j) hands no account over, makes none, and leaves no mark",
  async (email_verified) => {
    const owner = await createUser();
    const { came, cookie } = await signIn("kim@example.com", { email_verified });
    expect([came, cookie]).toEqual([["/sign-in", "OAuthSignInError", "no_email"], undefined]);
    expect(await application.prisma.user.findMany()).toEqual([owner]);
    expect(await application.prisma.account.count()).toBe(0);
  },
);

it.each([
  ["that it says is verified", "kim@example.com", { email_verified: true }],
  ["that it says in a text is verified", "kim@example.com", { email_verified: "true" }],
  ["in its own spelling, whatever the case of its ASCII letters", "Kim@Example.COM", {}],
])("proves an address %s", async (_, address, claim) => {
  const { id } = await createUser();
  const { session } = await signIn(address, claim);
  expect(await session).toMatchObject({ user: { id, email: "kim@example.com", emailVerified: true } });
});

it("proves nothing for a connected account whose address it denies later", async () => {
  await signIn("kim@example.com");
  await application.prisma.user.updateMany({ data: { emailVerified: null } });
  const { session } = await signIn("kim@example.com", { email_verified: "false" });
  expect(await session).toMatchObject({ user: { email: "kim@example.com", emailVerified: false } });
});

it("proves an address from the first session on, also under jwt, where the session is made before the sign-in's event", async () => {
  const { session } = await signIn("kim@example.com", {}, "jwt");
  expect(await session).toMatchObject({ user: { email: "kim@example.com", emailVerified: true } });
});
