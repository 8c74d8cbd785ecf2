// Options of providers: that core and the layer use them.

import { hash } from "node:crypto";
import type { OAuthConfig } from "@auth/core/providers";
import { expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../../src";
import { type Application, emailProvider, linkFields, openApplication } from "../../support/application";
import { LOCAL_ORIGIN, useGitHub, useOAuth } from "../../support/peers";
import { errorOf } from "../../support/visitor";

const EMAIL = "ada@example.com";
const OWN_SECRET = "gN5wQx7Tb2mZr9Lk4VpYc8HsJd3FaUe6";

const gitHub = useGitHub();
const oauth = useOAuth();

/** An application whose GitHub has these options, as its factory would take them. */
function openWithGitHub(options: Partial<OAuthConfig<object>>, own: object = {}): Promise<Application> {
  const provider = gitHub.provider();
  const merged = { ...provider, ...own, options: { ...provider.options, ...options } };
  return openApplication({ providers: [merged as SolidAuthConfig["providers"][number]] }, LOCAL_ORIGIN);
}

it("a provider without `checks` has PKCE and state by default", async () => {
  const app = await openWithGitHub({ checks: undefined }, { checks: undefined });
  const { location } = await app.visitor().post("/signin/github");
  for (const name of ["code_challenge", "state"]) expect(location?.searchParams.get(name)).toMatch(/^.{32}/);
});

it('`checks: ["none"]` sends no state and no PKCE challenge, and so accepts an answer for another browser', async () => {
  const app = await openWithGitHub({ checks: ["none"] });
  const { location, set } = await app.visitor().post("/signin/github");
  for (const name of ["state", "nonce", "code_challenge"]) expect(location?.searchParams.has(name), name).toBe(false);
  expect([...set.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
  const other = app.visitor();
  await other.get(await gitHub.decide(location));
  expect(await other.session()).toMatchObject({ user: { email: EMAIL } });
});

it("`client_secret_post` sends the client's secret in the form", async () => {
  const client = { token_endpoint_auth_method: "client_secret_post" };
  const app = await openApplication({ providers: [oauth.provider({ client })] });
  await oauth.signIn(app.visitor());
  expect(Object.fromEntries(oauth.tokenRequest)).toMatchObject({ client_id: "client", client_secret: "client-secret" });
});

it("`allowDangerousEmailAccountLinking` signs in the user who has the provider's address, and links the account", async () => {
  const app = await openWithGitHub({ allowDangerousEmailAccountLinking: true });
  await app.signedIn(EMAIL);
  const visitor = app.visitor();
  expect(errorOf(await gitHub.signIn(visitor))).toBeNull();
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect([await app.prisma.user.count(), await app.prisma.account.count()]).toEqual([1, 1]);
});

it("a provider's `account()` decides which tokens the adapter and the linkAccount event get", async () => {
  const app = await openWithGitHub({ account: ({ access_token }) => ({ access_token: `sealed ${access_token}` }) });
  const told = vi.fn();
  const linkAccount = vi.fn(app.adapter.linkAccount);
  const adapter = { ...app.adapter, linkAccount };
  await gitHub.signIn(app.visitor({ adapter, events: { linkAccount: told } }));
  const account = {
    provider: "github",
    type: "oauth",
    providerAccountId: expect.any(String),
    access_token: expect.stringMatching(/^sealed gho_/),
  };
  expect(linkAccount.mock.calls.map(([stored]) => stored)).toEqual([{ ...account, userId: expect.any(String) }]);
  expect(told.mock.lastCall?.[0].account).toEqual({ ...account, userId: undefined });
});

it("`generateVerificationToken` makes the token of the mail, and the link signs in", async () => {
  const app = await openApplication();
  const provider = emailProvider(app.sent, { generateVerificationToken: async () => "two words & 123456" });
  const visitor = await app.signedIn(EMAIL, { providers: [provider] });
  expect(app.sent[0]?.url.searchParams.get("token")).toBe("two words & 123456");
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
});

it("an email provider's own `secret` hashes its tokens, and its links survive a change of the configuration's", async () => {
  const app = await openApplication({ secret: ["one secret", "an older one"] });
  const providers = [emailProvider(app.sent, { secret: OWN_SECRET })];
  await app.visitor({ providers }).post("/signin/email", { email: EMAIL });
  const link = linkFields(app.sent[0]);
  const { token } = await app.prisma.verificationToken.findFirstOrThrow();
  expect(token).toBe(hash("sha256", link.token + OWN_SECRET));
  const rotated = app.visitor({ providers, secret: "another secret altogether" });
  expect(errorOf(await rotated.post("/callback/email", link))).toBeNull();
  expect(await rotated.session()).toMatchObject({ user: { email: EMAIL } });
});
