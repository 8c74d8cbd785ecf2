// Options of providers: that core and the layer use them.

import { hash } from "node:crypto";
import type { OAuthConfig } from "@auth/core/providers";
import { describe, expect, it, vi } from "vitest";
import type { SolidAuthAdapter, SolidAuthConfig } from "../../../src";
import {
  type Application,
  emailProvider,
  linkFields,
  openApplication,
  type SentMail,
  signInByMail,
} from "../../support/application";
import { LOCAL_ORIGIN, useGitHub, useOAuth } from "../../support/peers";
import { ORIGIN, outcome, Visitor } from "../../support/visitor";

const EMAIL = "ada@example.com";
const OWN_SECRET = "gN5wQx7Tb2mZr9Lk4VpYc8HsJd3FaUe6";

const gitHub = useGitHub();
const oauth = useOAuth();

/** An application whose GitHub has these options, as its factory would take them. */
function openWithGitHub(options: Partial<OAuthConfig<object>>): Promise<Application> {
  const provider = gitHub.provider();
  const merged = { ...provider, options: { ...provider.options, ...options } };
  return openApplication({ providers: [merged as SolidAuthConfig["providers"][number]] }, LOCAL_ORIGIN);
}

it("a provider without `checks` has PKCE and state by default", async () => {
  const { options, ...rest } = gitHub.provider();
  const provider = { ...rest, checks: undefined, options: { ...options, checks: undefined } };
  const app = await openApplication({ providers: [provider as SolidAuthConfig["providers"][number]] }, LOCAL_ORIGIN);
  const { location } = await app.visitor().post("/signin/github");
  for (const name of ["code_challenge", "state"]) expect(location?.searchParams.get(name)).toMatch(/^.{32}/);
});

it("`client_secret_post` sends the client's secret in the form", async () => {
  const client = { token_endpoint_auth_method: "client_secret_post" };
  const app = await openApplication({ providers: [oauth.provider({ client })] });
  await oauth.signIn(app.visitor());
  expect(Object.fromEntries(oauth.tokenRequest)).toMatchObject({ client_id: "client", client_secret: "client-secret" });
});

describe("allowDangerousEmailAccountLinking", () => {
  async function signInWithKnownAddress(allowDangerousEmailAccountLinking: boolean) {
    const app = await openWithGitHub({ allowDangerousEmailAccountLinking });
    await app.signedIn(EMAIL);
    const visitor = app.visitor();
    const answer = await gitHub.signIn(visitor);
    const accounts = await app.prisma.account.findMany({ include: { user: true } });
    return { answer, session: await visitor.session(), accounts, users: await app.prisma.user.count() };
  }

  it("signs in the user who has the provider's address, and links the account to them", async () => {
    const { session, accounts, users } = await signInWithKnownAddress(true);
    expect(session).toMatchObject({ user: { email: EMAIL } });
    expect(accounts).toMatchObject([{ provider: "github", user: { email: EMAIL } }]);
    expect(users).toBe(1);
  });

  it("`false` links nothing and refuses the sign-in", async () => {
    const { answer, session, accounts } = await signInWithKnownAddress(false);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "OAuthAccountNotLinked", null]);
    expect(session).toBeNull();
    expect(accounts).toEqual([]);
  });
});

describe('checks: ["none"]', () => {
  it("sends no state and no PKCE challenge, and so accepts an answer for another browser", async () => {
    const app = await openWithGitHub({ checks: ["none"] });
    const { location, set } = await app.visitor().post("/signin/github");
    for (const name of ["state", "nonce", "code_challenge"]) expect(location?.searchParams.has(name), name).toBe(false);
    expect([...set.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
    const other = app.visitor();
    await other.get(await gitHub.decide(location));
    expect(await other.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("a provider's `account()`", () => {
  it("decides which tokens the adapter and the linkAccount event get", async () => {
    const linkAccount = vi.fn();
    const told = vi.fn();
    const app = await openWithGitHub({
      account: ({ access_token }) => ({ access_token: `sealed ${access_token}` }),
    });
    const adapter: SolidAuthAdapter = {
      ...app.adapter,
      linkAccount(account) {
        linkAccount(account);
        return app.adapter.linkAccount?.(account);
      },
    };
    await gitHub.signIn(app.visitor({ adapter, events: { linkAccount: told } }));
    const account = {
      provider: "github",
      type: "oauth",
      providerAccountId: expect.any(String),
      access_token: expect.stringMatching(/^sealed gho_/),
    };
    expect(linkAccount).toHaveBeenCalledExactlyOnceWith({ ...account, userId: expect.any(String) });
    expect(told.mock.lastCall?.[0].account).toEqual({ ...account, userId: undefined });
  });
});

describe("an email provider", () => {
  async function openWithMail(options: Parameters<typeof emailProvider>[1], secret?: string[]) {
    const sent: SentMail[] = [];
    const application = await openApplication({ ...(secret && { secret }) });
    return { ...application, config: { ...application.config, providers: [emailProvider(sent, options)] }, sent };
  }

  it("`generateVerificationToken` makes the token of the mail, and the link signs in", async () => {
    const { config, sent } = await openWithMail({ generateVerificationToken: async () => "two words & 123456" });
    const visitor = new Visitor(config);
    await signInByMail(visitor, sent, EMAIL);
    expect(sent[0]?.url.searchParams.get("token")).toBe("two words & 123456");
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("a `secret` of its own hashes its tokens, and its links survive a change of the configuration's", async () => {
    const { config, prisma, sent } = await openWithMail({ secret: OWN_SECRET }, ["one secret", "an older one"]);
    const visitor = new Visitor(config);
    await visitor.post("/signin/email", { email: EMAIL });
    const link = linkFields(sent[0]);
    const { token } = await prisma.verificationToken.findFirstOrThrow();
    expect(token).toBe(hash("sha256", link.token + OWN_SECRET));

    const rotated = new Visitor({ ...config, secret: "another secret altogether" });
    const answer = await rotated.post("/callback/email", link);
    expect(answer.location?.href).toBe(`${ORIGIN}/`);
    expect(await rotated.session()).toMatchObject({ user: { email: EMAIL } });
  });
});
