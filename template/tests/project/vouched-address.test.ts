// What a provider says of its user, with the application's configuration. It vouches for the mailbox whose spelling it
// sends, and for no other.

import { expect, it } from "vitest";
import { STRATEGIES } from "../../../packages/solid-authjs/test/support/application";
import { useOAuth } from "../../../packages/solid-authjs/test/support/oauth";
import { outcome } from "../../../packages/solid-authjs/test/support/visitor";
import { passkeyOf } from "../../../tests/support/adapter";
import { useProviderApplication } from "../support/provider-application";

const oauth = useOAuth();
const application = useProviderApplication();

/** With the Kelvin sign. */
const SPELLED = "\u212aim@example.com";

/** Signs in with an address, and what the provider says of it. */
async function signIn(
  address: string,
  claim: object = {},
  strategy: "database" | "jwt" = "database",
  options: Parameters<typeof oauth.provider>[0] = {},
) {
  oauth.profile = { id: "7", email: address, mail: address, ...claim };
  const visitor = (await application.open([oauth.provider(options)], { strategy }))();
  const came = outcome(await oauth.signIn(visitor));
  return { came, cookie: visitor.sessionCookie, cookies: visitor.cookieHeader(), session: visitor.session() };
}

const EMAIL = "kim@example.com";
const createUser = () => application.prisma.user.create({ data: { email: EMAIL } });

it("hands no account over for another spelling", async () => {
  const owner = await createUser();
  await application.prisma.authenticator.create({ data: { ...passkeyOf("id"), userId: owner.id } });
  const { came, cookie } = await signIn(SPELLED);
  expect([came, cookie]).toEqual([["/sign-in", "OAuthAccountNotLinked", null], undefined]);
  expect(await application.prisma.user.findMany()).toEqual([owner]);
  expect(await application.prisma.authenticator.count()).toBe(1);
  expect(await application.prisma.account.count()).toBe(0);
});

it("signs up with another spelling, and the address stays unverified", async () => {
  expect((await signIn(SPELLED)).came).toEqual(["/welcome", null, null]);
  expect(await application.prisma.user.findMany()).toMatchObject([{ email: EMAIL, emailVerified: null }]);
});

it("hands no account over to a provider with a profile of its own", async () => {
  const owner = await createUser();
  const profile = ({ id, mail }: { id?: string; mail?: string }) => ({ id, email: mail });
  const { came } = await signIn(SPELLED, { email: undefined }, "database", { profile });
  expect(came).toEqual(["/sign-in", "OAuthAccountNotLinked", null]);
  expect(await application.prisma.user.findMany()).toEqual([owner]);
});

it("a denied address hands no account over, makes none, and leaves no mark", async () => {
  const owner = await createUser();
  const { came, cookie } = await signIn("kim@example.com", { email_verified: false });
  expect([came, cookie]).toEqual([["/sign-in", "OAuthSignInError", "no_email"], undefined]);
  expect(await application.prisma.user.findMany()).toEqual([owner]);
  expect(await application.prisma.account.count()).toBe(0);
});

it.each([
  ["that it says is verified", "kim@example.com", { email_verified: true }],
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

it.each(STRATEGIES)(
  "a row from before names and pictures were checked still signs its user in, with bounded ones, under %s",
  async (strategy) => {
    const [id, email] = ["7", "kim@example.com"];
    const account = { type: "oauth", provider: "custom", providerAccountId: id };
    const image = `data:image/png;base64,${"A".repeat(12_000)}`;
    const data = { email, name: "x".repeat(20_000), image, accounts: { create: account } };
    await application.prisma.user.create({ data });
    const { came, cookies, session } = await signIn(email, { name: "Kim" }, strategy);
    expect(came[1]).toBeNull();
    expect(cookies.length).toBeLessThan(4000);
    expect(await session).toMatchObject({ user: { email, name: "x".repeat(100), image: null } });
  },
);
