// What @auth/core is given: the request on the canonical origin, and a copy of the configuration whose parts are wrapped,
// each for a fault of core that is named at its place.

import type { AuthConfig } from "@auth/core";
import { AccessDenied, OAuthAccountNotLinked } from "@auth/core/errors";
import { encode, type JWT } from "@auth/core/jwt";
import type { EmailConfig } from "@auth/core/providers";
import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { serialize } from "cookie";
import { newSessionToken } from "../crypto";
import { type Flow, jwtOptions } from "../flow";
import { endOf, isOver } from "../lifetime";
import type { AuthRequest } from "../request";
import type { SettledProvider } from "../resolve";
import { wrapAdapter } from "./adapter";
import { wrapEmailProvider } from "./email";
import { flowLogger } from "./logger";
import { userHandleOf } from "./strict-webauthn";

type JwtCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["jwt"]>;
type SignInCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["signIn"]>;

/** What can be a cookie's name in a header of ours. In a browser's it can be anything: another program on the same host set it. */
const COOKIE_NAME = /^[!-:<>-~]+$/;

/** The request as core is to see it. */
export function coreRequest({ url, method, headers: original, cookies, body }: AuthRequest): Request {
  const headers = new Headers(original);
  // Redirects come back as such; `send` turns them into JSON where the client wants that.
  headers.delete("x-auth-return-redirect");
  headers.delete("content-length");
  const pairs = Object.entries(cookies).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const readable = pairs.filter(([name]) => COOKIE_NAME.test(name));
  headers.set("cookie", readable.map(([name, value]) => serialize(name, value)).join("; "));
  if (method === "GET") return new Request(url, { headers });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** The configuration for one request. */
export function coreConfig(flow: Flow): AuthConfig {
  const { config, request } = flow;
  const { core, providers, secrets } = config;
  const { session } = core.callbacks ?? {};
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
      session: (parameters) =>
        orUnknown(flow, () => (session ?? defaultSession)({ ...parameters, ...showable(flow, parameters) })),
      jwt: (parameters) => signedToken(flow, parameters),
      ...(core.callbacks?.redirect && { redirect: (parameters) => redirectUrl(flow, parameters) }),
    },
    logger: flowLogger(flow),
  };
}

type SessionCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["session"]>;
type SessionParameters = Parameters<SessionCallback>[0];

/** What is shown of a session unless the application's callback says otherwise, as in core. */
const defaultSession: SessionCallback = ({ session: { user, expires } }) => ({
  user: { name: user?.name, email: user?.email, image: user?.image },
  expires: new Date(expires).toISOString(),
});

/**
 * The session as the callback gets it. Without the token and what else the adapter keeps in the row: many callbacks return what
 * they get, and scripts read that. Its expiry is no later than its end for good: a Date with database sessions and text with
 * JWTs, as core has it.
 */
function showable({ endsAt }: Flow, { session }: SessionParameters): Pick<SessionParameters, "session"> {
  const { user, userId, expires } = session;
  const isCut = endsAt && new Date(expires) > endsAt;
  const shown = isCut ? (typeof expires === "string" ? endsAt.toISOString() : endsAt) : expires;
  return { session: { user, ...(userId && { userId }), expires: shown } as SessionParameters["session"] };
}

type RedirectCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["redirect"]>;

/** Core would send the visitor to "undefined", or nowhere. */
async function redirectUrl(flow: Flow, parameters: Parameters<RedirectCallback>[0]): Promise<string> {
  const url = await flow.config.core.callbacks?.redirect?.(parameters);
  if (typeof url === "string") return url;
  throw new TypeError("The redirect callback returned nothing. It returns a URL.");
}

/** The `jwt` callback. The time of sign-in stays in the token whatever the application's callback returns. */
async function signedToken(flow: Flow, parameters: Parameters<JwtCallback>[0]): Promise<JWT | null> {
  const { token, trigger } = parameters;
  const callback = flow.config.core.callbacks?.jwt;
  const call = async () => {
    const returned = callback ? await callback(parameters) : token;
    if (returned === undefined) throw new TypeError("The jwt callback returned nothing. It returns a token or null.");
    return returned;
  };
  const now = Math.floor(Date.now() / 1000);
  // An account or a passkey that is added to a session makes it no younger.
  const since = trigger === "signIn" || trigger === "signUp" ? flow.linking && flow.authTime : token.auth_time;
  const authTime = typeof since === "number" ? since : now;
  flow.authTime = authTime;
  flow.endsAt = endOf(flow.config, authTime);
  const returned = isOver(flow.endsAt) ? null : await orUnknown(flow, call).catch((error) => fault(flow, error));
  flow.endsSession = returned === null;
  return returned && { ...returned, auth_time: authTime };
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

/** What the application's own code throws is no fault of the provider's or the authenticator's, as core has it. */
function fault(flow: Flow, error: unknown): never {
  if (flow.request.action === "callback") flow.failure ??= { error: "Configuration", page: "error" };
  throw error;
}

function wrapProvider(flow: Flow, provider: SettledProvider): SettledProvider {
  if (provider.type === "email") return wrapEmailProvider(flow, provider as EmailConfig);
  return provider.type === "webauthn" ? withUserHandle(flow, provider) : provider;
}

/** Core makes up another user handle for each passkey: an authenticator would show several entries for one account. */
function withUserHandle({ userId }: Flow, provider: WebAuthnConfig & { id: string }): SettledProvider {
  const { generateRegistrationOptions } = provider.simpleWebAuthn;
  const simpleWebAuthn: WebAuthnConfig["simpleWebAuthn"] = {
    ...provider.simpleWebAuthn,
    generateRegistrationOptions: async (options) =>
      generateRegistrationOptions({ ...options, userID: userId ? await userHandleOf(userId) : options.userID }),
  };
  return { ...provider, simpleWebAuthn };
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
  const result = callback ? await orAnswer(flow, () => callback(parameters)) : true;
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

/** A callback may throw a Response, as everything in SolidStart may: that is the answer, and the flow ends. */
async function orAnswer<T>(flow: Flow, callback: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await callback();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    flow.answer = thrown;
    throw new AccessDenied("The callback answers itself.");
  }
}
