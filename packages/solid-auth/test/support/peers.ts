// Providers for sign-in, served on this machine for one test file.

import gitHubProvider from "~/server/auth/providers/github";
import { simulatedGitHub } from "../../../../scripts/dev/github";
import { serveFetch } from "../../../../tests/support/peer";
import { CLIENT, usePeer } from "./oauth";
import { serveOpenId } from "./openid";
import type { Answer, Visitor } from "./visitor";

export { useOAuth } from "./oauth";

/** The simulated GitHub redirects only to this machine, so the application has to be on it. */
export const LOCAL_ORIGIN = "https://localhost:3000";

/** Choices on GitHub's consent page. */
export const ADA = { as: "ada" };
export const GRACE = { as: "grace" };

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
