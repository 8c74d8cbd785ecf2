// Providers for sign-in, served on this machine for one test file.

import type { OAuth2Config } from "@auth/core/providers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import gitHubProvider from "~/server/auth/providers/github";
import { simulatedGitHub } from "../../../scripts/dev/github";
import { serveOpenId } from "../../support/openid";
import { type Peer, serveFetch } from "../../support/peer";
import type { Answer, Visitor } from "./visitor";

/** The simulated GitHub redirects only to this machine, so the application has to be on it. */
export const LOCAL_ORIGIN = "https://localhost:3000";

const CLIENT = { clientId: "client", clientSecret: "client-secret" };

/** Choices on GitHub's consent page. */
export const ADA = { as: "ada" };
export const GRACE = { as: "grace" };

/** Serves a peer while a test file runs. */
function usePeer(serve: () => Promise<Peer>): Peer {
  const peer = {} as Peer;
  beforeAll(async () => {
    Object.assign(peer, await serve());
  });
  afterAll(() => peer.close());
  return peer;
}

export const useOpenId = () => usePeer(() => serveOpenId());

/** The simulated GitHub, and a user on its consent page. */
export function useGitHub() {
  const answer = simulatedGitHub({ basePath: "", ...CLIENT });
  /** Fields that replace or extend the response of the token endpoint. */
  const tokens: Record<string, unknown> = {};
  /** The responses of the token endpoint, newest last. */
  const handedOut: Record<string, unknown>[] = [];
  /** Paths that answer with this status instead. */
  const broken = new Map<string, number>();

  const peer = usePeer(() =>
    serveFetch(async (request) => {
      const { pathname } = new URL(request.url);
      const status = broken.get(pathname);
      if (status) return new Response("Out of order.", { status });
      const response = await answer(request);
      if (pathname !== "/login/oauth/access_token") return response;
      const said = { ...(await response.json()), ...tokens };
      handedOut.push(said);
      return Response.json(said);
    }),
  );

  /** Decides on the consent page, whose form repeats the query that it was opened with. @returns where GitHub sends the browser */
  async function decide(authorization: URL | undefined, decision: Record<string, string> = ADA): Promise<URL> {
    if (!authorization) throw new Error("The visitor was not sent to GitHub.");
    const body = new URLSearchParams({ ...Object.fromEntries(authorization.searchParams), ...decision });
    const response = await fetch(`${peer.url}/login/oauth/authorize`, { method: "POST", body, redirect: "manual" });
    return new URL(response.headers.get("location") ?? "");
  }

  return {
    tokens,
    handedOut,
    broken,
    get url() {
      return peer.url;
    },
    provider: () => gitHubProvider({ ...CLIENT, baseUrl: peer.url }),
    decide,
    /** To GitHub and back. @param fields of the form that starts it */
    async signIn(visitor: Visitor, decision = ADA as Record<string, string>, fields = {}): Promise<Answer> {
      const { location } = await visitor.post("/signin/github", fields);
      return visitor.get(await decide(location, decision));
    },
  };
}

/** A plain OAuth provider with the user profile that a test sets. */
export function useOAuth() {
  const oauth = {
    /** The response of the userinfo endpoint. */
    profile: {} as Record<string, unknown>,
    /** The response of the token endpoint. */
    tokens: {} as Record<string, unknown>,
    /** The last request to the token endpoint. */
    tokenRequest: new URLSearchParams(),
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
    /** To the provider and back. */
    async signIn(visitor: Visitor, id = "custom"): Promise<Answer> {
      const { location } = await visitor.post(`/signin/${id}`);
      return visitor.get(`/callback/${id}?code=code&state=${location?.searchParams.get("state")}`);
    },
  };
  const peer = usePeer(() =>
    serveFetch(async (request) => {
      if (!request.url.endsWith("/token")) return Response.json(oauth.profile);
      oauth.tokenRequest = new URLSearchParams(await request.text());
      return Response.json(oauth.tokens);
    }),
  );
  beforeEach(() => {
    oauth.profile = { id: "7", name: "Ada", email: "ada@example.com" };
    oauth.tokens = { access_token: "token", token_type: "bearer" };
  });
  return oauth;
}
