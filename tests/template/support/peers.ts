// The other ends of the sign-in kinds, served on this machine, and what the tests of those kinds share.

import gitHubProvider from "~/server/auth/providers/github";
import type { SolidAuthConfig } from "~/solid-auth";
import { simulatedGitHub } from "../../../scripts/dev/github";
import { type Answer, Visitor } from "../../support/auth";
import { type Peer, serveFetch } from "../../support/peer";

/** The simulated GitHub sends nobody off this machine. */
export const LOCAL_ORIGIN = "https://localhost:3000";

export const STRATEGIES = ["database", "jwt"] as const;

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
