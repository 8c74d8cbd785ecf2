// Gets the address of an OpenID user whose ID token has none. Most providers give the claims of the scope `email` only
// at the UserInfo endpoint, as OpenID Connect Core (5.4) says for the code flow; core reads only the ID token.
//
// Threat: an answer about another user. The `sub` has to equal that of the ID token, as the specification says (5.3.2).
// The address and `email_verified` come from the same source, so that one source never vouches for another's address.
// Redirects are not followed: a redirect could lead to a URL without TLS.

import { customFetch } from "@auth/core";
import type { WarningCode } from "@auth/core/types";
import type { StartFlow } from "../../context.ts";
import { coreLogger } from "../../core/logger.ts";
import { type Endpoint, urlOf } from "../../resolved-config.ts";
import type { ResolvedProvider } from "../../types.ts";
import { metadataIn, objectIn } from "./provider-metadata.ts";

type Claims = Record<string, unknown>;
type ReadProfile = (claims: Claims, tokens: { access_token?: string }) => unknown;

interface Calls {
  [customFetch]?: typeof fetch;
  idToken?: boolean;
  userinfo?: Endpoint;
  options?: { idToken?: boolean; profile?: ReadProfile; userinfo?: Endpoint };
}

export const userInfo: StartFlow = (context) => {
  return {
    provider(provider) {
      const { options, ...rest } = provider as ResolvedProvider & Calls;
      const read = options?.profile;
      const own = rest[customFetch] ?? fetch;
      if (!read || (options.idToken ?? rest.idToken) === false) return provider;
      // If the provider's entry has endpoints, core reads no metadata.
      let endpoint: unknown = urlOf(options.userinfo) ?? urlOf(rest.userinfo);
      const watching: typeof fetch = async (input, init) => {
        const response = await own(input, init);
        const metadata = await metadataIn(response, input);
        endpoint = metadata?.userinfo_endpoint ?? endpoint;
        if (!metadata?.issuer || metadata.userinfo_endpoint !== undefined) return response;
        // A provider need not have the endpoint (Discovery, 3). Core requires the endpoint in the metadata, but does
        // not call it.
        return Response.json({ ...metadata, userinfo_endpoint: metadata.issuer }, { status: response.status });
      };
      const profile: ReadProfile = async (claims, tokens) => {
        if (!claims.email && typeof endpoint === "string") {
          const told = await ask(own, endpoint, tokens.access_token, (answer) => {
            const warning = `The UserInfo endpoint of ${rest.id} answered ${answer}: its users have no address`;
            coreLogger(context).warn?.(warning as WarningCode);
          });
          if (told && told.sub !== claims.sub) throw new Error("The UserInfo endpoint answers about another user.");
          // Core passes this object to the callbacks.
          if (told)
            Object.assign(claims, { ...told, ...claims, email: told.email, email_verified: told.email_verified });
        }
        return read(claims, tokens);
      };
      return { ...rest, [customFetch]: watching, options: { ...options, profile } } as ResolvedProvider;
    },
  };
};

/**
 * @param refused called with the status and the type of an answer without claims
 * @returns the claims; undefined if the endpoint refuses or is missing: the user then has no address
 */
async function ask(
  own: typeof fetch,
  endpoint: string,
  token: string | undefined,
  refused: (answer: string) => void,
): Promise<Claims | undefined> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await own(endpoint, { headers, redirect: "manual" });
  if (response.status >= 500) throw new Error(`The UserInfo endpoint answered ${response.status}.`);
  const claims = response.ok ? await objectIn(response) : undefined;
  // A provider may sign the claims (application/jwt, OpenID Connect Core 5.3.2) if it was configured so.
  if (!claims) refused(`${response.status} with ${response.headers.get("content-type")?.slice(0, 100) ?? "no type"}`);
  return claims;
}
