// What @auth/core is given: the request on the canonical origin, and a copy of the configuration whose parts are wrapped,
// each for a fault of core that is named at its place.

import type { AuthConfig } from "@auth/core";
import type { Adapter, AdapterAccount } from "@auth/core/adapters";
import { AccessDenied, OAuthAccountNotLinked, WebAuthnVerificationError } from "@auth/core/errors";
import { encode } from "@auth/core/jwt";
import type { EmailConfig } from "@auth/core/providers";
import { serialize } from "cookie";
import { newSessionToken, sha256 } from "./crypto";
import { InvalidEmailAddress, normalizeEmail } from "./email";
import { type Flow, jwtOptions } from "./flow";
import { flowLogger } from "./logger";
import type { AuthRequest } from "./request";
import type { SettledProvider } from "./resolve";
import type { SolidAuthAdapter } from "./types";

/** How long core keeps a passkey challenge, in milliseconds. */
const CHALLENGE_MAX_AGE_MS = 15 * 60 * 1000;

type SignInCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["signIn"]>;

/** The request as core is to see it. */
export function coreRequest({ url, method, headers: original, cookies, body }: AuthRequest): Request {
  const headers = new Headers(original);
  // Redirects come back as such; `send` turns them into JSON where the client wants that.
  headers.delete("x-auth-return-redirect");
  headers.delete("content-length");
  const pairs = Object.entries(cookies).filter((pair): pair is [string, string] => pair[1] !== undefined);
  headers.set("cookie", pairs.map(([name, value]) => serialize(name, value)).join("; "));
  if (method === "GET") return new Request(url, { headers });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** The configuration for one request. */
export function coreConfig(flow: Flow): AuthConfig {
  const { config, request } = flow;
  const { core, providers, secrets } = config;
  const { jwt, session } = core.callbacks ?? {};
  return {
    ...core,
    // Hashes and forms are made with the newest secret alone. JWTs made with an older one still open.
    secret: secrets[0],
    jwt: {
      ...jwtOptions(config),
      encode: (parameters) => orUnknown(flow, () => (core.jwt?.encode ?? encode)(parameters)),
    },
    useSecureCookies: request.secure,
    session: { ...core.session, strategy: config.strategy, generateSessionToken: () => newSessionToken(config) },
    adapter: core.adapter && wrapAdapter(flow, core.adapter),
    providers: providers.map((provider) => wrapProvider(flow, provider)),
    callbacks: {
      ...core.callbacks,
      signIn: (parameters) => signIn(flow, parameters),
      ...(session && { session: (parameters) => orUnknown(flow, () => session(parameters)) }),
      ...(jwt && {
        async jwt(parameters) {
          const token = await orUnknown(flow, async () => {
            const returned = await jwt(parameters);
            if (returned === undefined)
              throw new TypeError("The jwt callback returned nothing. It returns a token or null.");
            return returned;
          });
          flow.endsSession = token === null;
          return token;
        },
      }),
    },
    logger: flowLogger(flow),
  };
}

/** Core takes whatever throws while it reads a session for a session that is no good. */
async function orUnknown<T>(flow: Flow, callback: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await callback();
  } catch (error) {
    flow.isSessionUnknown = flow.request.action === "session";
    throw error;
  }
}

function wrapAdapter(flow: Flow, adapter: SolidAuthAdapter): Adapter {
  const { request, provider } = flow;
  const { secrets } = flow.config;
  return {
    ...adapter,
    async createUser(user) {
      const created = await adapter.createUser?.(user);
      if (!created) throw new TypeError("The adapter cannot create users.");
      flow.createdUserId = created.id;
      return created;
    },
    async updateUser(user) {
      const updated = await adapter.updateUser?.(user);
      // Deleted since it was looked up: nobody to sign in.
      if (!updated) throw new TypeError("The user is gone.");
      return updated;
    },
    async linkAccount(account) {
      try {
        const linked = await adapter.linkAccount?.(account);
        flow.linked = flow.linking;
        return linked as AdapterAccount | null | undefined;
      } catch (error) {
        // Without its account the new user could never sign in, and would hold the address for ever.
        if (flow.createdUserId) await adapter.deleteUser?.(flow.createdUserId);
        throw error;
      }
    },
    async useVerificationToken(invite) {
      // Core hashes with one secret. A link made before the secret was rotated is good for as long as it lives.
      const token = request.url.searchParams.get("token") ?? "";
      const isHashedOtherwise = (provider as EmailConfig | undefined)?.secret !== undefined;
      const hashes = isHashedOtherwise
        ? [invite.token]
        : await Promise.all(secrets.map((secret) => sha256(token + secret)));
      for (const hash of hashes) {
        const found = await adapter.useVerificationToken?.({ ...invite, token: hash });
        if (found) return found;
      }
      return null;
    },
    async createAuthenticator(authenticator) {
      try {
        const created = await adapter.createAuthenticator?.(authenticator);
        if (!created) throw new TypeError("The adapter cannot keep passkeys.");
        flow.linked = true;
        return created;
      } catch (error) {
        // Core has linked the account before. Without its key it would be a way in that opens nothing.
        const { providerAccountId } = authenticator;
        if (flow.linked) await adapter.unlinkAccount?.({ provider: flow.request.providerId ?? "", providerAccountId });
        throw error;
      }
    },
    async updateAuthenticatorCounter(credentialId, counter) {
      // Here the answer has been verified. Its challenge lives in a cookie, so without this core would take the same answer
      // again for as long as the cookie lives; the counter of a synced passkey stays at zero.
      const id = await sha256(challengeIn(flow.request.body.data));
      if ((await adapter.useChallenge?.(id, new Date(Date.now() + CHALLENGE_MAX_AGE_MS))) === false) {
        flow.failure = { error: "WebAuthnVerificationError", page: "error" };
        throw new WebAuthnVerificationError("The challenge has been answered before.");
      }
      const updated = await adapter.updateAuthenticatorCounter?.(credentialId, counter);
      if (!updated) throw new TypeError("The adapter cannot keep passkeys.");
      return updated;
    },
  };
}

/** The challenge in an authenticator's answer that core has verified, and so could parse. */
function challengeIn(data: unknown): string {
  const { clientDataJSON } = JSON.parse(String(data)).response;
  return JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")).challenge;
}

function wrapProvider(flow: Flow, provider: SettledProvider): SettledProvider {
  return provider.type === "email" ? wrapEmailProvider(flow, provider as EmailConfig) : provider;
}

function wrapEmailProvider(flow: Flow, provider: EmailConfig): EmailConfig {
  const normalize = provider.normalizeIdentifier ?? normalizeEmail;
  return {
    ...provider,
    normalizeIdentifier(identifier) {
      try {
        return normalize(identifier);
      } catch (error) {
        const code = error instanceof InvalidEmailAddress ? "address" : undefined;
        flow.failure = { error: "EmailSignInError", code, page: "signIn" };
        throw error;
      }
    },
    sendVerificationRequest(parameters) {
      const sent = send(flow, provider, parameters);
      // Core awaits a hash before it awaits this: a rejection in between would be an unhandled one.
      sent.catch(() => {});
      return sent;
    },
  };
}

async function send(
  flow: Flow,
  provider: EmailConfig,
  parameters: Parameters<EmailConfig["sendVerificationRequest"]>[0],
) {
  const { core } = flow.config;
  const url = new URL(parameters.url);
  if (core.pages?.confirm) url.pathname = core.pages.confirm;
  try {
    await provider.sendVerificationRequest({ ...parameters, url: url.href });
    flow.mailedTo = parameters.identifier;
  } catch (error) {
    flow.failure = { error: "EmailSignInError", code: "unsent", page: "signIn" };
    throw error;
  }
}

async function signIn(flow: Flow, parameters: Parameters<SignInCallback>[0]): Promise<string | boolean> {
  const { config, request } = flow;
  const { account } = parameters;
  const adapter = config.core.adapter;
  if (flow.userId && adapter && (account?.type === "oauth" || account?.type === "oidc")) {
    // Signed in, and back from a provider: without "Connect" only the user's own account will do, for a fresh session. Anything
    // else would link or switch accounts behind the visitor's back.
    const { provider, providerAccountId } = account;
    const owner = await adapter.getUserByAccount?.({ provider, providerAccountId });
    if (owner ? owner.id !== flow.userId : !flow.linking) {
      flow.failure = { error: "OAuthAccountNotLinked", code: owner ? "other_user" : "signed_in", page: "signIn" };
      throw new OAuthAccountNotLinked("The account is not the signed-in user's, and Connect did not ask for it.");
    }
  }
  if (flow.linking && account?.type === "webauthn" && parameters.user.id !== flow.userId) {
    // The options were made for whoever was signed in then. The callback below would judge that user, and core add the
    // passkey, under that user's name, to this one.
    flow.failure = { error: "SessionRequired", page: "signIn" };
    throw new AccessDenied("The passkey was asked for by another user.");
  }
  const callback = config.core.callbacks?.signIn;
  const result = callback ? await callback(parameters) : true;
  if (typeof result === "string" && account?.type === "webauthn") {
    // Core takes any string for a yes here, and goes on to sign the visitor in.
    const baseUrl = request.url.origin;
    const url = new URL(result, baseUrl);
    flow.redirect =
      (await config.core.callbacks?.redirect?.({ url: url.href, baseUrl })) ??
      (url.origin === baseUrl ? url.href : baseUrl);
    throw new AccessDenied("The signIn callback redirects.");
  }
  return result;
}
