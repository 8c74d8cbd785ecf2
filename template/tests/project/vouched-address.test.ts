// A provider that vouches for addresses, with the application's configuration. It vouches only for the mailbox whose
// spelling it sends.

import type { OAuth2Config } from "@auth/core/providers";
import { describe, expect, it } from "vitest";
import { useOAuth } from "../../../packages/solid-authjs/test/support/oauth";
import { outcome, type Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import { useProviderApplication } from "../support/provider-application";

const oauth = useOAuth();
const application = useProviderApplication();

/** A browser, and the application with one more provider. */
async function newVisitor(
  options: Partial<OAuth2Config<object>>,
  strategy: "database" | "jwt" = "database",
): Promise<Visitor> {
  const newBrowser = await application.open(oauth.provider(options), strategy);
  return newBrowser();
}

/** Providers name the address as OpenID does, or by a field of their own. */
const PROVIDERS: Record<string, Partial<OAuth2Config<object>>> = {
  "the usual profile": {},
  "a profile of its own": {
    profile: ({ id, mail }: { id?: string; mail?: string }) => ({ id, email: mail }),
  },
};

const SPELLINGS = [
  ["a ligature", "\ufb01nn@example.com", "finn@example.com"],
  ["the Kelvin sign", "\u212aim@example.com", "kim@example.com"],
  ["an xn-- domain", "kim@xn--bcher-kva.example", "kim@bücher.example"],
] as const;

describe.each(Object.keys(PROVIDERS))("a provider with %s", (kind) => {
  function sayAddress(email: string): void {
    oauth.profile = kind === "the usual profile" ? { id: "7", email } : { id: "7", mail: email };
  }

  it.each(SPELLINGS)("hands no account over for %s", async (_, spelled, email) => {
    const owner = await application.prisma.user.create({ data: { email } });
    await application.prisma.authenticator.create({
      data: {
        credentialID: "id",
        userId: owner.id,
        providerAccountId: "id",
        credentialPublicKey: "key",
        counter: 0,
        credentialDeviceType: "singleDevice",
        credentialBackedUp: false,
        name: "Passkey",
      },
    });
    sayAddress(spelled);
    const visitor = await newVisitor(PROVIDERS[kind] ?? {});
    expect(outcome(await oauth.signIn(visitor))).toEqual(["/sign-in", "OAuthAccountNotLinked", null]);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await application.prisma.user.findMany()).toEqual([owner]);
    expect(await application.prisma.authenticator.count()).toBe(1);
    expect(await application.prisma.account.count()).toBe(0);
  });

  it.each(SPELLINGS)("signs up with %s, and the address stays unverified", async (_, spelled, email) => {
    sayAddress(spelled);
    const visitor = await newVisitor(PROVIDERS[kind] ?? {});
    expect(outcome(await oauth.signIn(visitor))).toEqual(["/welcome", null, null]);
    expect(await application.prisma.user.findMany()).toMatchObject([{ email, emailVerified: null }]);
  });

  it.each([false, "false", "FALSE", "", 0, "1", null, {}, ["true"]])(
    "a denied address (%j) hands no account over, makes none, and leaves no mark",
    async (claim) => {
      const owner = await application.prisma.user.create({ data: { email: "kim@example.com" } });
      sayAddress("kim@example.com");
      oauth.profile.email_verified = claim;
      const visitor = await newVisitor(PROVIDERS[kind] ?? {});
      expect(outcome(await oauth.signIn(visitor))).toEqual(["/sign-in", "OAuthSignInError", "no_email"]);
      expect(visitor.sessionCookie).toBeUndefined();
      expect(await application.prisma.user.findMany()).toEqual([owner]);
      expect(await application.prisma.account.count()).toBe(0);
    },
  );

  it.each([true, "true"])("proves an address that it says is verified (%j)", async (claim) => {
    const { id } = await application.prisma.user.create({ data: { email: "kim@example.com" } });
    sayAddress("kim@example.com");
    oauth.profile.email_verified = claim;
    const visitor = await newVisitor(PROVIDERS[kind] ?? {});
    await oauth.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { id, emailVerified: true } });
  });

  it("proves nothing for a connected account whose address it denies later", async () => {
    sayAddress("kim@example.com");
    await oauth.signIn(await newVisitor(PROVIDERS[kind] ?? {}));
    await application.prisma.user.updateMany({ data: { emailVerified: null } });
    oauth.profile.email_verified = "false";
    const visitor = await newVisitor(PROVIDERS[kind] ?? {});
    await oauth.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: "kim@example.com", emailVerified: false } });
  });

  it("proves an address in its own spelling, whatever the case of its ASCII letters", async () => {
    const { id } = await application.prisma.user.create({ data: { email: "kim@example.com" } });
    sayAddress("Kim@Example.COM");
    const visitor = await newVisitor(PROVIDERS[kind] ?? {});
    await oauth.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { id, email: "kim@example.com", emailVerified: true } });
  });

  it("proves it from the first session on, also under jwt, where the session is made before the sign-in's event", async () => {
    sayAddress("kim@example.com");
    const visitor = await newVisitor(PROVIDERS[kind] ?? {}, "jwt");
    await oauth.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: "kim@example.com", emailVerified: true } });
  });
});
