// The other ends of the sign-in kinds, served on this machine, and what the tests of those kinds share.

import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gitHubProvider } from "~/server/github";
import type { SolidAuthConfig } from "~/solid-auth";
import { simulatedGitHub } from "../../../scripts/dev/github";
import { type Answer, Visitor } from "../../support/auth";

/** The simulated GitHub sends nobody off this machine. */
export const LOCAL_ORIGIN = "https://localhost:3000";

export const STRATEGIES = ["database", "jwt"] as const;

/** For configurations whose errors are the point. */
export const QUIET: SolidAuthConfig["logger"] = { error() {}, warn() {}, debug() {} };

export interface Peer {
  url: string;
  close(): Promise<void>;
}

/** @param listener gets the peer's own URL, which it may need to name itself */
export async function serve(listener: (url: string) => RequestListener): Promise<Peer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", listener(url));
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A peer made of a function from Request to Response. */
export function serveFetch(handle: (request: Request) => Promise<Response>): Promise<Peer> {
  return serve((url) => async (message, reply) => {
    const response = await handle(await toRequest(url, message));
    reply.writeHead(response.status, Object.fromEntries(response.headers));
    reply.end(Buffer.from(await response.arrayBuffer()));
  });
}

async function toRequest(url: string, message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const body = message.method === "GET" ? undefined : Buffer.concat(chunks);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(url + message.url, { method: message.method, headers, body });
}

const CLIENT = { clientId: "client-1", clientSecret: "client-secret-1" };

export const serveGitHub = () => serveFetch(simulatedGitHub({ basePath: "", ...CLIENT }));

export const gitHub = (peer: Peer) => gitHubProvider({ ...CLIENT, baseUrl: peer.url });

export const ADA = { as: "ada" };
export const GRACE = { as: "grace" };

/** Presses a button on GitHub's consent page: its form repeats the whole query. @returns where GitHub sends the browser */
export async function consent(authorize: URL | undefined, choice: Record<string, string>): Promise<URL> {
  if (!authorize) throw new Error("Nobody was sent to the provider.");
  const body = new URLSearchParams(authorize.search);
  for (const [name, value] of Object.entries(choice)) body.set(name, value);
  const address = authorize.origin + authorize.pathname;
  const { headers } = await fetch(address, { method: "POST", body, redirect: "manual" });
  return new URL(headers.get("location") ?? "");
}

/** To GitHub and back. @param fields of the form that starts it */
export async function throughGitHub(
  visitor: Visitor,
  choice: Record<string, string> = ADA,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const { location } = await visitor.post("/signin/github", fields);
  return visitor.get((await consent(location, choice)).href);
}

export function visitorOf(config: SolidAuthConfig): Visitor {
  return new Visitor(config, { origin: LOCAL_ORIGIN });
}

/** What a redirect tells the visitor: the page, the `error` and the `code`. */
export function outcome({ location }: Answer): (string | null | undefined)[] {
  return [location?.pathname, location?.searchParams.get("error"), location?.searchParams.get("code")];
}
