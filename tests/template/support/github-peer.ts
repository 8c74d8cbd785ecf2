// An OAuth peer for the server tests: the simulated GitHub on a port of its own, and a person who decides on its consent page.

import gitHubProvider from "~/server/auth/providers/github";
import type { SolidAuthConfig } from "~/solid-auth";
import { simulatedGitHub } from "../../../scripts/dev/github";
import { type Answer, Visitor } from "../../support/auth";
import { serveFetch } from "../../support/peer";

/** The simulation sends nobody off this machine, so the application has to be on it. */
export const LOCAL_ORIGIN = "http://localhost:3000";

const CLIENT = { clientId: "client", clientSecret: "client-secret" };

/** A visitor of the application where the simulated GitHub finds it. */
export function localVisitor(config: SolidAuthConfig): Visitor {
  return new Visitor(config, { origin: LOCAL_ORIGIN });
}

/** Open for one test file; `close` it in the end. */
export async function openGitHub() {
  const answer = simulatedGitHub({ basePath: "", ...CLIENT });
  /** What the token endpoint says besides, or in place of, what the simulation says. */
  const tokens: Record<string, unknown> = {};
  /** What the token endpoint has said, latest last. */
  const handedOut: Record<string, unknown>[] = [];
  /** Paths that answer with this status instead. */
  const broken = new Map<string, number>();

  const peer = await serveFetch(async (request) => {
    const { pathname } = new URL(request.url);
    const status = broken.get(pathname);
    if (status) return new Response("Out of order.", { status });
    const response = await answer(request);
    if (pathname !== "/login/oauth/access_token") return response;
    const said = { ...(await response.json()), ...tokens };
    handedOut.push(said);
    return Response.json(said);
  });
  const baseUrl = peer.url;

  /** Decides on the consent page, whose hidden fields are the query it was opened with. */
  async function decide(authorization: URL | undefined, decision: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ ...Object.fromEntries(authorization?.searchParams ?? []), ...decision });
    const response = await fetch(`${baseUrl}/login/oauth/authorize`, { method: "POST", body, redirect: "manual" });
    return response.headers.get("location") ?? "";
  }

  return {
    tokens,
    handedOut,
    broken,
    provider: () => gitHubProvider({ ...CLIENT, baseUrl }),
    decide,
    /** The whole way: the button, the consent page, the callback. */
    async signIn(visitor: Visitor, decision: Record<string, string> = { as: "ada" }, fields = {}): Promise<Answer> {
      const start = await visitor.post("/signin/github", fields);
      return visitor.get(await decide(start.location, decision));
    },
    close: peer.close,
  };
}
