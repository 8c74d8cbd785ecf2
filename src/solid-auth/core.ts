// What @auth/core is given: the request on the canonical origin, and a copy of the configuration whose parts are wrapped,
// each for a fault of core that is named at its place.

import type { AuthConfig } from "@auth/core";
import type { Adapter, AdapterAccount } from "@auth/core/adapters";
import { AccessDenied, OAuthAccountNotLinked } from "@auth/core/errors";
import type { EmailConfig, Provider } from "@auth/core/providers";
import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { serialize } from "cookie";
import { newSessionToken } from "./crypto";
import { InvalidEmailAddress, normalizeEmail } from "./email";
import type { Flow } from "./flow";
import { flowLogger } from "./logger";
import type { AuthRequest } from "./request";

type SignInCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["signIn"]>;

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

export function coreConfig(flow: Flow): AuthConfig {
  const { config, request } = flow;
  const { core, secrets } = config;
  return {
    ...core,
    // One secret for hashes, so that links and forms made before a rotation are the only ones it ends; all of them for JWTs.
    secret: secrets[0],
    jwt: { secret: secrets, ...core.jwt } as AuthConfig["jwt"],
    useSecureCookies: request.secure,
    session: { ...core.session, strategy: config.strategy, generateSessionToken: () => newSessionToken(config) },
    adapter: core.adapter && wrapAdapter(flow, core.adapter),
    providers: core.providers.map((provider) => wrapProvider(flow, provider)),
    callbacks: { ...core.callbacks, signIn: (parameters) => signIn(flow, parameters) },
    logger: flowLogger(flow),
  };
}

function wrapAdapter(flow: Flow, adapter: Adapter): Adapter {
  return {
    ...adapter,
    async createUser(user) {
      const created = await adapter.createUser?.(user);
      if (!created) throw new TypeError("The adapter cannot create users.");
      flow.createdUserId = created.id;
      return created;
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
  };
}

function wrapProvider(flow: Flow, provider: Provider): Provider {
  if (typeof provider === "function") return provider;
  if (provider.type === "email") return wrapEmailProvider(flow, provider as EmailConfig);
  if (provider.type === "webauthn") {
    // Core would look up any address in the query: that tells who has an account, and lists their credentials.
    return { ...(provider as WebAuthnConfig), getUserInfo: async () => null };
  }
  return provider;
}

function wrapEmailProvider(flow: Flow, provider: EmailConfig): EmailConfig {
  const merged = { ...provider, ...(provider.options as Partial<EmailConfig> | undefined), options: undefined };
  const normalize = merged.normalizeIdentifier ?? normalizeEmail;
  return {
    ...merged,
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
      const sent = send(flow, merged, parameters);
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
  if (flow.userId && (account?.type === "oauth" || account?.type === "oidc")) {
    // Signed in, and back from a provider: without "Connect" only the user's own account will do, for a fresh session. Anything
    // else would link or switch accounts behind the visitor's back.
    const { provider, providerAccountId } = account;
    const owner = await config.core.adapter?.getUserByAccount?.({ provider, providerAccountId });
    if (owner ? owner.id !== flow.userId : !flow.linking) {
      flow.failure = { error: "OAuthAccountNotLinked", code: owner ? "other_user" : "signed_in", page: "signIn" };
      throw new OAuthAccountNotLinked("The account is not the signed-in user's, and Connect did not ask for it.");
    }
  }
  const result = (await config.core.callbacks?.signIn?.(parameters)) ?? true;
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
