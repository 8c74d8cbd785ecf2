// A plain OAuth provider, served on this machine for one test file.

import type { OAuth2Config } from "@auth/core/providers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Peer, serveFetch } from "./peer";
import type { Answer, Visitor } from "./visitor";

export const CLIENT = { clientId: "client", clientSecret: "client-secret" };

/** Serves a peer while a test file runs. */
export function usePeer(serve: () => Promise<Peer>): Peer {
  const peer = {} as Peer;
  beforeAll(async () => {
    Object.assign(peer, await serve());
  });
  afterAll(() => peer.close());
  return peer;
}

/** A plain OAuth provider with the user profile that a test sets. */
export function useOAuth() {
  const oauth = {
    /** The response of the userinfo endpoint. */
    profile: {} as Record<string, unknown>,
    /** The response of the token endpoint. */
    tokens: {} as Record<string, unknown>,
    /** The provider, as an application would configure it. */
    provider(options: Partial<OAuth2Config<object>> = {}): OAuth2Config<object> {
      return {
        id: "custom",
        name: "Custom",
        type: "oauth",
        ...CLIENT,
        authorization: `${peer.url}/authorize`,
        token: `${peer.url}/token`,
        userinfo: `${peer.url}/userinfo`,
        checks: ["pkce", "state"],
        ...options,
      };
    },
    /** Signs in: to the provider and back. */
    async signIn(visitor: Visitor, id = "custom", fields: Record<string, string> = {}): Promise<Answer> {
      const { location } = await visitor.post(`/signin/${id}`, fields);
      return visitor.get(`/callback/${id}?code=code&state=${location?.searchParams.get("state")}`);
    },
  };
  const peer = usePeer(() =>
    serveFetch(async ({ url }) => Response.json(url.endsWith("/token") ? oauth.tokens : oauth.profile)),
  );
  beforeEach(() => {
    oauth.profile = { id: "7", name: "Ada", email: "ada@example.com" };
    oauth.tokens = { access_token: "token", token_type: "bearer" };
  });
  return oauth;
}
