// The Auth.js configuration of this application. The sign-in methods are listed in ./sign-in-methods.ts. The catch-all
// route (src/routes/api/auth) serves this configuration, and src/server/middleware/compute-context.ts reads sessions
// with it.

import "server-only";
import {
  type Account,
  bindAuth,
  checkedProfile,
  imageOrNull,
  nameOrNull,
  ownCookieNames,
  type Profile,
  type SolidAuthConfig,
} from "solid-authjs";
import { claimEmail, recordVerification } from "solid-authjs/prisma";
import { MAX_PASSKEYS } from "~/lib/limits";
import { SIGN_IN, signInWith } from "~/lib/paths";
import { securityMailTitles } from "~/messages/mail";
import { createAdapter } from "~/server/database/adapter";
import { database, findSession } from "~/server/database/client";
import { endAccess } from "~/server/database/end-access";
import { AUTH_PATH, env } from "~/server/env";
import { setCookie } from "~/server/http/cookies";
import { leaveNotice } from "~/server/http/notice";
import { limit } from "~/server/http/rate-limit";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";
import { notifyUser } from "~/server/mail/notify-user";
import { requestEvent } from "~/server/request-event";
import { PROVIDER_SECONDS } from "~/server/time-limits";
import appConfig from "../../../app.config";
import { authLogger } from "./log";
import { checkNewBrowser } from "./new-browser";
import { saveProviderTokens } from "./provider-tokens";
import { recordSecurityEvent } from "./security-events";
import { createProvider } from "./sign-in-method";
import { findMethod, signInMethods } from "./sign-in-methods";
import { labelAccount } from "./user-methods";

declare module "@auth/core/types" {
  interface User {
    createdAt?: Date;
  }
  interface Session {
    user?: {
      id: string;
      name?: string | null;
      email?: string | null;
      /**
       * Whether the user has verified the address. False after a sign-up with a provider that does not vouch for it.
       */
      emailVerified: boolean;
      image?: string | null;
      /** The time of the sign-up, in ISO 8601. An old JWT lacks this time. */
      memberSince?: string;
    };
  }
}

const adapter = createAdapter(database, findSession, () => requestContext().verifiedEmail);

export const authConfig: SolidAuthConfig = {
  getRequestEvent: requestEvent,
  adapter,
  basePath: AUTH_PATH,
  providers: signInMethods.map((method) => (options) => createProvider(method, options)),
  session: appConfig.session,
  deviceBoundSessions: appConfig.deviceBoundSessions,
  // Files in src/routes. They replace the pages of Auth.js.
  pages: {
    signIn: SIGN_IN,
    signOut: "/sign-out",
    error: "/error",
    verifyRequest: "/verify-request",
    newUser: "/welcome",
    confirm: `${SIGN_IN}/confirm`,
  },
  // Several applications may run on localhost, and cookies do not distinguish ports.
  cookies: import.meta.env.MODE === "development" ? ownCookieNames(env().secrets[0]) : undefined,
  logger: authLogger,
  experimental: { enableWebAuthn: true },
  providerTimeout: PROVIDER_SECONDS,
  callbacks: {
    async signIn({ user, account, profile, email }) {
      if (email?.verificationRequest) await limit("linksToEmail", user.email ?? "");
      if (account?.type === "webauthn" && (await hasTooManyPasskeys(user.id, account)))
        return signInWith({ error: "TooManyPasskeys" });
      if (account?.type !== "oauth" && account?.type !== "oidc") return true;
      const { provider, providerAccountId } = account;
      if (await adapter.getUserByAccount?.({ provider, providerAccountId })) return true;
      const isVerified = provesEmail(provider, profile);
      const isSignedIn = (await requestContext().session()) !== null;
      // A user without an address gets no mail, and looks the same as another user without an address.
      if (!user.email || deniesEmail(provider, profile)) {
        log.visitorError("no address", `auth: provider ${provider} sends no verified address, and is refused`, "warn");
        return `${isSignedIn ? "/account" : SIGN_IN}?error=OAuthSignInError&code=no_email`;
      }
      if (isVerified) requestContext().verifiedEmail = user.email;
      if (isVerified && !isSignedIn) await claimEmail(database, user.email, account, endAccess);
      return true;
    },
    /** Called with `jwt` only. The token's data about the user is from the sign-in or the last update. */
    async jwt({ token, trigger }) {
      if (!trigger) return token;
      const user = await adapter.getUser?.(token.sub ?? "");
      const { name, email, image, emailVerified, createdAt } = user ?? {};
      const bounded = { name: nameOrNull(name), picture: imageOrNull(image) };
      return user ? { ...token, ...bounded, email, emailVerified: Boolean(emailVerified), createdAt } : null;
    },
    /** The part of the session that pages and scripts can read. */
    session({ session, user, token }) {
      const { id, name, email, image, emailVerified } = user ?? { ...token, id: token.sub ?? "", image: token.picture };
      const memberSince = isoTime((user ?? token).createdAt);
      const bounded = { name: nameOrNull(name), image: imageOrNull(image) };
      const shown = { id, ...bounded, email, emailVerified: Boolean(emailVerified), memberSince };
      return { user: shown, expires: new Date(session.expires).toISOString() };
    },
  },
  events: {
    createUser: ({ user }) => recordSecurityEvent(user.id, "user created", {}, true),
    linkAccount: ({ user, account }) => recordSecurityEvent(user.id, "method added", { provider: account.provider }),
    /**
     * Runs after every sign-in, every "Connect" and every "Add a passkey". If it fails, the failure is logged and the
     * sign-in still succeeds.
     */
    async signIn({ user, account, profile, isAdded, isNewUser }) {
      // "Last used" is only for methods that have signed the user in.
      if (!isAdded) await recordSecurityEvent(user.id, "signed in", { provider: account?.provider }, isNewUser);
      if (account && !isAdded) setCookie("last-method", account.provider);
      if (user.id && account && isAdded) await notifyOfMethod(user.id, account);
      if (account && profile) await labelAccount(account, profile);
      if (user.id && account && provesEmail(account.provider, profile))
        await recordVerification(database, user.id, checkedProfile(profile)?.email);
      if (!isAdded) await checkNewBrowser(user, isNewUser);
      if (appConfig.storeProviderTokens && user.id && account) await saveProviderTokens(user.id, account);
    },
    async signOut(message) {
      const user = "token" in message ? message.token?.sub : message.session?.userId;
      if (user) await recordSecurityEvent(user, "signed out");
    },
  },
};

/** The integration layer's functions, bound to this configuration. */
export const auth = bindAuth(authConfig);

async function hasTooManyPasskeys(
  userId: string | undefined,
  { provider, providerAccountId }: Account,
): Promise<boolean> {
  // Only a signed-in user adds a method: the layer refuses others. A browser without a session needs no check.
  if (!auth.sendsSession(requestContext().request())) return false;
  const isAdded = (await adapter.getUserByAccount?.({ provider, providerAccountId })) === null;
  return isAdded && (await database.authenticator.count({ where: { userId } })) >= MAX_PASSKEYS;
}

/** A row has a Date, and a JWT has a text. */
function isoTime(time: unknown): string | undefined {
  return time instanceof Date ? time.toISOString() : typeof time === "string" ? time : undefined;
}

/**
 * Whether the provider of this sign-in vouches for the user's address. The provider vouches only for its own spelling
 * of the mailbox. A spelling with a look-alike letter can be an attacker's mailbox, and its normalised address a
 * victim's.
 */
function provesEmail(provider: string, profile: Profile | undefined): boolean {
  const { isOwnSpelling = false, verification = "denied" } = checkedProfile(profile) ?? {};
  const isVouchedFor = verification === "vouched" || verification === "absent";
  return findMethod(provider)?.verifiesEmail === true && isOwnSpelling && isVouchedFor;
}

/** Whether a provider that verifies addresses says that this one is not verified. */
function deniesEmail(provider: string, profile: Profile | undefined): boolean {
  return findMethod(provider)?.verifiesEmail === true && checkedProfile(profile)?.verification === "denied";
}

/**
 * Mails the owner about a new sign-in method. The next page names it, too; after a new passkey it has another
 * message.
 */
async function notifyOfMethod(userId: string, account: Account): Promise<void> {
  const name = findMethod(account.provider)?.name ?? account.provider;
  const isPasskey = account.type === "webauthn";
  if (!isPasskey) leaveNotice("providerConnected", name);
  const title = isPasskey ? securityMailTitles.passkeyAdded : securityMailTitles.connected(name);
  await notifyUser(userId, title, `${requestContext().origin}/account`);
}
