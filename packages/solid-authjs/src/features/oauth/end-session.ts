// Signs the user out at the OpenID provider, too (RP-Initiated Logout 1.0), for a provider with `endsSession`.
//
// Threat: a shared computer. The provider's session outlives the session here, so the next person signs in with one
// press. A cookie names the provider of this browser's sign-in. Signing out leads to the provider's page, which asks
// the user. The request names the client instead of an ID token, because no ID token is stored. For that reason a
// provider may ask the user.

import { customFetch } from "@auth/core";
import type { FlowContext, StartFlow } from "../../context.ts";
import { expireCookie, sealCookie, unseal } from "../../cookies.ts";
import { urlProblem } from "../../environment.ts";
import type { ResolvedProvider, SolidAuthProviderOptions } from "../../types.ts";
import { metadataUrl, objectIn } from "./provider-metadata.ts";

type Options = SolidAuthProviderOptions & { issuer?: string; clientId?: string; [customFetch]?: typeof fetch };

export const endSession: StartFlow = (context) => {
  const { config, request } = context;
  const name = request.names.signedInAt;
  const cookie = request.cookies[name];
  if (request.action === "callback")
    return {
      async after() {
        if (context.addsTo) return;
        const { provider, providerId = "" } = request;
        if (optionsOf(provider).endsSession === true)
          await sealCookie(context, name, { provider: providerId }, config.session.absoluteMaxAge);
        else if (cookie) expireCookie(context, name);
      },
    };
  if (request.action !== "signout" || request.method !== "POST" || !cookie) return undefined;
  return {
    async after(headers) {
      const signedIn = await unseal(config, name, cookie);
      expireCookie(context, name);
      const provider = config.providers.find(({ id }) => id === signedIn?.provider);
      const url = provider && (await endSessionUrl(context, provider));
      if (url) headers.set("location", url.href);
    },
  };
};

/**
 * @returns the provider's page; undefined if there is none, or it cannot be reached: the user is signed out here anyway
 */
async function endSessionUrl({ config, request }: FlowContext, provider: ResolvedProvider): Promise<URL | undefined> {
  const { endsSession, issuer, clientId, [customFetch]: own = fetch } = optionsOf(provider);
  if (endsSession !== true || !issuer || !clientId) return undefined;
  const signal = AbortSignal.timeout(config.providerTimeout * 1000);
  const read = async () => objectIn(await own(metadataUrl(issuer), { signal }));
  const { end_session_endpoint: endpoint } = (await read().catch(() => undefined)) ?? {};
  if (typeof endpoint !== "string" || urlProblem(endpoint)) return undefined;
  const url = new URL(endpoint);
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("post_logout_redirect_uri", `${request.url.origin}/`);
  return url;
}

/** @returns the options of a provider's entry, which override the provider's own */
function optionsOf(provider: ResolvedProvider | undefined): Options {
  const { options, ...own } = (provider ?? {}) as Options & { options?: Options };
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return { ...own, ...Object.fromEntries(given), [customFetch]: options?.[customFetch] ?? own[customFetch] };
}
