// Options of providers that core, or the layer, takes into account far from where they are set.

import { createHash } from "node:crypto";
import type { OAuthConfig } from "@auth/core/providers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import {
  type Application,
  emailProvider,
  ORIGIN,
  openApplication,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../support/auth";
import type { Peer } from "../../support/peer";
import { ADA, consent, gitHub, outcome, serveGitHub, throughGitHub, visitorOf } from "../support/peers";

const EMAIL = "ada@example.com";
const OWN_SECRET = "gN5wQx7Tb2mZr9Lk4VpYc8HsJd3FaUe6";

let peer: Peer;

beforeAll(async () => {
  peer = await serveGitHub();
});
afterAll(() => peer.close());

/** An application whose GitHub has these options, as its factory would take them. */
function openWithGitHub(options: Partial<OAuthConfig<object>>): Promise<Application> {
  const provider = gitHub(peer);
  const merged = { ...provider, options: { ...provider.options, ...options } };
  return openApplication({}, merged as SolidAuthConfig["providers"][number]);
}

describe("allowDangerousEmailAccountLinking", () => {
  async function signInWithKnownAddress(allowDangerousEmailAccountLinking: boolean) {
    const { config, prisma, sent } = await openWithGitHub({ allowDangerousEmailAccountLinking });
    await signInByMail(visitorOf(config), sent, EMAIL);
    const visitor = visitorOf(config);
    const answer = await throughGitHub(visitor, ADA);
    const accounts = await prisma.account.findMany({ include: { user: true } });
    return { answer, session: await visitor.session(), accounts, users: await prisma.user.count() };
  }

  it("signs in the user who has the provider's address, and links the account to them", async () => {
    const { session, accounts, users } = await signInWithKnownAddress(true);
    expect(session).toMatchObject({ user: { email: EMAIL } });
    expect(accounts).toMatchObject([{ provider: "github", user: { email: EMAIL } }]);
    expect(users).toBe(1);
  });

  it("that is off leaves them alone, and signs nobody in", async () => {
    const { answer, session, accounts } = await signInWithKnownAddress(false);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "OAuthAccountNotLinked", null]);
    expect(session).toBeNull();
    expect(accounts).toEqual([]);
  });
});

describe('checks: ["none"]', () => {
  it("sends no state and no PKCE challenge, and so takes an answer that another browser has asked for", async () => {
    const { config } = await openWithGitHub({ checks: ["none"] });
    const { location, set } = await visitorOf(config).post("/signin/github");
    for (const name of ["state", "nonce", "code_challenge"]) expect(location?.searchParams.has(name), name).toBe(false);
    expect([...set.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
    const other = visitorOf(config);
    await other.get((await consent(location, ADA)).href);
    expect(await other.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("a provider's `account()`", () => {
  it("decides what of the token endpoint's answer the adapter and the linkAccount event get", async () => {
    const linkAccount = vi.fn();
    const told = vi.fn();
    const { config } = await openWithGitHub({
      account: ({ access_token }) => ({ access_token: `sealed ${access_token}` }),
    });
    const adapter: SolidAuthAdapter = {
      ...config.adapter,
      linkAccount(account) {
        linkAccount(account);
        return config.adapter?.linkAccount?.(account);
      },
    };
    await throughGitHub(visitorOf({ ...config, adapter, events: { linkAccount: told } }), ADA);
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

describe("an e-mail provider", () => {
  async function openWithMail(options: Parameters<typeof emailProvider>[1], secret?: string[]) {
    const sent: SentMail[] = [];
    const application = await openApplication({ ...(secret && { secret }) });
    return { ...application, config: { ...application.config, providers: [emailProvider(sent, options)] }, sent };
  }

  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

  it("with `generateVerificationToken` mails that token, and the link signs in", async () => {
    const { config, sent } = await openWithMail({ generateVerificationToken: async () => "two words & 123456" });
    const visitor = new Visitor(config);
    await signInByMail(visitor, sent, EMAIL);
    expect(sent[0]?.url.searchParams.get("token")).toBe("two words & 123456");
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("with a `secret` of its own hashes tokens with that, and its links work whatever the configuration's are", async () => {
    const { config, prisma, sent } = await openWithMail({ secret: OWN_SECRET }, ["one secret", "an older one"]);
    const visitor = new Visitor(config);
    await visitor.post("/signin/email", { email: EMAIL });
    const link = Object.fromEntries(sent[0]?.url.searchParams ?? []);
    const { token } = await prisma.verificationToken.findFirstOrThrow();
    expect(token).toBe(sha256(link.token + OWN_SECRET));

    const rotated = new Visitor({ ...config, secret: "another secret altogether" });
    const answer = await rotated.post("/callback/email", link);
    expect(answer.location?.href).toBe(`${ORIGIN}/`);
    expect(await rotated.session()).toMatchObject({ user: { email: EMAIL } });
  });
});
