// The endpoints in an OpenID provider's metadata.
//
// Threat: a provider behind a proxy that hides its scheme names `http:` endpoints, and core uses them. Then the
// client's secret and the code travel unencrypted. An attacker on the network can answer with a forged ID token: the
// layer does not verify its signature, which OpenID Connect Core (3.1.3.7) allows only under TLS.

import { customFetch } from "@auth/core";
import type { StartFlow } from "../../context.ts";
import { urlProblem } from "../../environment.ts";
import type { ResolvedProvider } from "../../types.ts";

/** The path of a provider's metadata, after the issuer's path (OpenID Connect Discovery, 4). */
const METADATA_PATH = "/.well-known/openid-configuration";

const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"];

export const providerMetadata: StartFlow = ({ outcome }) => {
  return {
    provider(provider) {
      const own = (provider as { [customFetch]?: typeof fetch })[customFetch] ?? fetch;
      const reading: typeof fetch = async (input, init) => {
        const response = await own(input, init);
        const metadata = await metadataIn(response, input);
        for (const name of ENDPOINTS) {
          const endpoint = metadata?.[name];
          const problem = typeof endpoint === "string" ? urlProblem(endpoint) : undefined;
          if (!problem) continue;
          outcome.refusal = new Error(`The metadata of the provider "${provider.id}": ${name} ${problem} ${ADVICE}`);
          throw outcome.refusal;
        }
        return response;
      };
      return { ...provider, [customFetch]: reading } as ResolvedProvider;
    },
  };
};

const ADVICE = "Behind a proxy, the provider has to know its public address.";

/** The URL of an issuer's metadata. */
export function metadataUrl(issuer: string): URL {
  const url = new URL(issuer);
  const { pathname } = url;
  url.pathname = (pathname.endsWith("/") ? pathname.slice(0, -1) : pathname) + METADATA_PATH;
  return url;
}

/** @returns the metadata, if they are for the requested issuer */
export async function metadataIn(response: Response, asked: RequestInfo | URL) {
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
  return pathname.endsWith(METADATA_PATH) ? objectIn(response.clone()) : undefined;
}

/** @returns the object in a JSON answer; undefined if the answer has none */
export async function objectIn(response: Response): Promise<Record<string, unknown> | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : undefined;
}
