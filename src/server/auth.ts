// The config module: everything the sign-in of this application is made of. A provider is one line in `providers`; take only
// providers that verify the addresses they give out, or turn away unverified ones in the `signIn` callback.
// The catch-all route serves it (src/routes/api/auth), src/session.ts reads sessions with it.

import "server-only";
import type { EmailConfig, Provider } from "@auth/core/providers";
import Passkey from "@auth/core/providers/passkey";
import { getRequestEvent } from "solid-js/web";
import { type Account, getMailRequest, getOrigin, normalizeEmail, type SolidAuthConfig } from "~/solid-auth";
import appConfig from "../../app.config";
import { keepInBrowser } from "./browser-cookies";
import { createAdapter } from "./database/adapter";
import { database } from "./database/client";
import { env } from "./env";
import { gitHubProvider } from "./github";
import { authLogger } from "./log";
import { sendNoticeMail, sendSignInMail } from "./mail";
import { saveProviderTokens } from "./provider-tokens";
import { LIMIT_WINDOW_MINUTES, limit } from "./rate-limit";

/** A link that lies in an inbox is a key that lies around: it does not stay one for long. Nor for less than the limit on links. */
export const LINK_MINUTES = LIMIT_WINDOW_MINUTES;

declare module "@auth/core/types" {
  interface Session {
    user?: { id: string; name?: string | null; email?: string | null; image?: string | null };
  }
}

const { email, github } = env();

const providers: Provider[] = [];
if (email) providers.push(emailProvider(email.from));
if (github) providers.push(gitHubProvider(github));
// Passkeys are added by those who are signed in, so another way in comes first.
providers.push(Passkey({ relayingParty: { name: appConfig.name } }));

/** Which ways in the sign-in page offers. */
export const signInMethods = { email: Boolean(email), github: Boolean(github), passkey: true };

const adapter = createAdapter(database);

export const authConfig: SolidAuthConfig = {
  adapter,
  basePath: "/api/auth",
  providers,
  session: appConfig.session,
  pages: appConfig.pages,
  logger: authLogger,
  experimental: { enableWebAuthn: true },
  callbacks: {
    async signIn({ user, account, email }) {
      if (email?.verificationRequest) await limit("linksToAddress", user.email ?? "");
      // A user without an address could never be mailed, nor told apart from another such user.
      const isOAuth = account?.type === "oauth" || account?.type === "oidc";
      if (isOAuth && !user.email) {
        const code = account.provider === "github" ? "github_no_email" : "no_email";
        return `${appConfig.pages.signIn}?error=OAuthSignInError&code=${code}`;
      }
      return true;
    },
    /** Under `jwt` only. What the token says of the user is as old as the token, until it is updated. */
    async jwt({ token, trigger }) {
      if (trigger !== "update") return token;
      const user = await adapter.getUser?.(token.sub ?? "");
      return user ? { ...token, name: user.name, email: user.email, picture: user.image } : null;
    },
    /** What pages and the browser get to see of a session. */
    session({ session, user, token }) {
      const { id, name, email, image } = user ?? {
        id: token.sub ?? "",
        name: token.name,
        email: token.email,
        image: token.picture,
      };
      return { user: { id, name, email, image }, expires: new Date(session.expires).toISOString() };
    },
  },
  events: {
    createUser() {
      note("isNewUser");
    },
    async linkAccount({ user, account, profile }) {
      note("isAccountAdded");
      await tellOfNewWay(user.email, account);
      // GitHub vouches for the address (see gitHubProvider), so it counts as proven.
      if (account.provider === "github" && user.id && profile.email && normalizeEmail(profile.email) === user.email)
        await adapter.updateUser?.({ id: user.id, emailVerified: new Date() });
    },
    /** After every sign-in and every "Connect". What fails here is logged, and fails no sign-in. */
    async signIn({ user, account, isNewUser }) {
      // "Connect GitHub" and "Add a passkey" come by here too. The sign-in page is to offer what was signed in with.
      const isAdded = getRequestEvent()?.locals.isAccountAdded && !isNewUser;
      if (account && !isAdded) keepInBrowser("last-method", account.provider);
      if (appConfig.storeProviderTokens && user.id && account) await saveProviderTokens(user.id, account);
    },
  },
};

/** Keeps in mind, until the request is answered, what has happened in it. */
function note(what: "isNewUser" | "isAccountAdded"): void {
  const event = getRequestEvent();
  if (event) event.locals[what] = true;
}

/** Whoever adds a way into an account, its owner hears of it. What somebody signed up with is no news to them. */
async function tellOfNewWay(email: string | null | undefined, account: Account): Promise<void> {
  const event = getRequestEvent();
  if (!event || event.locals.isNewUser) return;
  const what = account.type === "webauthn" ? "A passkey was added to" : `${nameOf(account.provider)} was connected to`;
  await sendNoticeMail(email, `${what} your account`, `${getOrigin(event.request, authConfig)}/account`);
}

const nameOf = (provider: string) => (provider === "github" ? "GitHub" : provider);

function emailProvider(from: string): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    from,
    maxAge: LINK_MINUTES * 60,
    async sendVerificationRequest({ identifier, url }) {
      await sendSignInMail(identifier, url, LINK_MINUTES);
      const request = getRequestEvent()?.request;
      if (request && (await getMailRequest(request, authConfig)) === identifier) keepInBrowser("sent-again", "yes");
    },
  };
}
