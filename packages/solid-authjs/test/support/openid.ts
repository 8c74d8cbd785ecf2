// A real OpenID provider on this machine. Its sign-in page accepts any user: a `login_hint` in the request, or a name
// typed into its form.

import { generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";
import type { OIDCConfig } from "@auth/core/providers";
import Provider from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";
import { type Peer, serve } from "./peer.ts";

const CLIENT = { clientId: "client-1", clientSecret: "client-secret-1" };

/**
 * @param redirectUri the client's callback URL; called with the first request
 * @param isIdTokenWhole whether the ID token has the claims of all scopes. By default, as by OpenID Connect Core (5.4),
 *   the address is at the UserInfo endpoint only
 */
export function serveOpenId(
  redirectUri = () => "https://localhost:3000/api/auth/callback/oidc",
  isIdTokenWhole = false,
): Promise<Peer> {
  return serve((url) => {
    let listener: RequestListener | undefined;
    return (request, response) => {
      listener ??= listen(url, redirectUri(), isIdTokenWhole);
      return listener(request, response);
    };
  });
}

/** What oidc-provider knows of a request. */
interface Context {
  oidc: { client: { clientId: string }; session: { accountId: string } };
}

function listen(url: string, redirectUri: string, isIdTokenWhole: boolean): RequestListener {
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL("/", redirectUri).href],
      },
    ],
    jwks: { keys: [{ ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }) }] },
    adapter: createMemoryAdapter(),
    cookies: { keys: ["signs the provider's own cookies"] },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 86_400 },
    claims: { openid: ["sub"], profile: ["name", "picture"], email: ["email", "email_verified"] },
    conformIdTokenClaims: !isIdTokenWhole,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, sub: string) => ({ accountId: sub, claims: (use: string) => claimsOf(sub, use) }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  return async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const login = params.login_hint ?? new URL(request.url, url).searchParams.get("login");
    if (!login) return response.setHeader("content-type", "text/html").end(LOGIN_FORM);
    return provider.interactionFinished(request, response, { login: { accountId: login } });
  };
}

const LOGIN_FORM = `<form><label>Login <input name="login"></label> <button>Continue</button></form>`;

/** @param use the target of the claims: `id_token` or `userinfo` */
function claimsOf(sub: string, use: string) {
  return {
    sub,
    name: `${sub} by ${use}`,
    email: `${sub}@Example.com`,
    email_verified: !sub.startsWith("unverified-"),
    picture: `https://img.example.com/${sub}.png`,
  };
}

export function openId(peer: Peer, options: Partial<OIDCConfig<object>> = {}): OIDCConfig<object> {
  return {
    id: "oidc",
    name: "OpenID",
    type: "oidc",
    issuer: peer.url,
    ...CLIENT,
    checks: ["pkce", "state", "nonce"],
    ...options,
  };
}

/** A browser's cookies at the provider. */
export type Jar = Map<string, string>;

/**
 * Follows the provider's redirects with its cookies. @returns its last response, and the URL on another origin that it
 * redirects to
 */
export async function throughPages(
  start: URL | undefined,
  cookies: Jar = new Map(),
): Promise<{ response: Response; leave: URL | undefined }> {
  if (!start) throw new Error("Nobody was sent to the provider.");
  let url = start;
  for (;;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    if (!location) return { response, leave: undefined };
    url = new URL(location, url);
    if (url.origin !== start.origin) return { response, leave: url };
  }
}

/** @returns the URL to which the provider redirects the browser */
export async function authorized(authorize: URL | undefined, cookies?: Jar): Promise<URL> {
  const { response, leave } = await throughPages(authorize, cookies);
  if (!leave) throw new Error(`The provider keeps the visitor, with ${response.status}: ${await response.text()}`);
  return leave;
}

/**
 * The same ID token with other claims. In the code flow it comes directly from the provider, so its signature is not
 * checked.
 */
export function withClaims(idToken: string, change: (claims: Record<string, number>) => object): string {
  const [header, payload = "", signature] = idToken.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = JSON.stringify({ ...claims, ...change(claims) });
  return [header, Buffer.from(changed).toString("base64url"), signature].join(".");
}
