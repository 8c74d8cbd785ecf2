// An OAuth peer for the server tests: the simulated GitHub on a port of its own, and a person who decides on its consent page.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gitHubProvider } from "~/server/github";
import type { SolidAuthConfig } from "~/solid-auth";
import { simulatedGitHub } from "../../scripts/dev/github";
import { type Answer, Visitor } from "../support/auth";

/** The simulation sends nobody off this machine, so the application has to be on it. */
export const LOCAL_ORIGIN = "http://localhost:3000";

export const QUIET = { error() {}, warn() {}, debug() {} };

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
  /** Paths that answer with this status instead. */
  const broken = new Map<string, number>();

  const server = createServer(async (incoming, outgoing) => {
    const request = await toRequest(incoming);
    const { pathname } = new URL(request.url);
    let response = await answer(request);
    if (pathname === "/login/oauth/access_token") response = Response.json({ ...(await response.json()), ...tokens });
    const status = broken.get(pathname);
    if (status) response = new Response("Out of order.", { status });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Decides on the consent page, whose hidden fields are the query it was opened with. */
  async function decide(authorization: URL | undefined, decision: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ ...Object.fromEntries(authorization?.searchParams ?? []), ...decision });
    const response = await fetch(`${baseUrl}/login/oauth/authorize`, { method: "POST", body, redirect: "manual" });
    return response.headers.get("location") ?? "";
  }

  return {
    tokens,
    broken,
    provider: () => gitHubProvider({ ...CLIENT, baseUrl }),
    decide,
    /** The whole way: the button, the consent page, the callback. */
    async signIn(visitor: Visitor, decision: Record<string, string> = { as: "ada" }, fields = {}): Promise<Answer> {
      const start = await visitor.post("/signin/github", fields);
      return visitor.get(await decide(start.location, decision));
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const body = incoming.method === "POST" ? Buffer.concat(chunks) : undefined;
  return new Request(`http://${incoming.headers.host}${incoming.url}`, { method: incoming.method, headers, body });
}
