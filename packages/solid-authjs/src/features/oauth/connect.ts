// OAuth sign-in, and "Connect", which adds a provider's account to the signed-in user: an OAuth start with
// `connect=true`.
//
// Threat: account takeover by linking. Core links any account from a provider to the signed-in user. An attacker can
// make the victim's browser finish the attacker's OAuth sign-in, and can then sign in to the victim's account. So the
// start of "Connect" leaves a sealed cookie, the link intent, that names the user and the provider. Without this
// cookie, or for another user, the layer links nothing. The cookie is for the one sign-in that it began, and works
// once. The start and the callback both need a recent sign-in.

import { OAuthAccountNotLinked } from "@auth/core/errors";
import type { SignedInUser, StartFlow } from "../../context.ts";
import { expireCookie, sealCookie, unseal } from "../../cookies.ts";
import { OTHER_USER } from "../../errors.ts";
import { checksBegun, checksBrought } from "../../provider-checks.ts";
import { hideSession, isEndedByCallback, refusalToAdd, signedInUser, useOnce } from "../../signed-in.ts";

/** The time between "Connect" and the return from the provider, in seconds. Core's OAuth state lives as long. */
const LINK_INTENT_MAX_AGE_SECONDS = 15 * 60;

export const connect: StartFlow = (context) => {
  const { config, request } = context;
  const { linkIntent } = request.names;
  const sealed = request.cookies[linkIntent];

  if (request.action === "signin" && request.method === "POST") {
    let intent: { sub: string; provider: string } | undefined;
    return {
      async before() {
        if (String(request.body.connect) !== "true") {
          // The cookie is left over from an unfinished "Connect". It must not turn this sign-in into a "Connect".
          if (sealed) expireCookie(context, linkIntent);
          return undefined;
        }
        const user = await signedInUser(context);
        const refusal = refusalToAdd(config, user);
        if (refusal) return refusal;
        // The page shows the result at its top.
        request.body.callbackUrl = withoutFragment(request.body.callbackUrl);
        intent = { sub: user?.id ?? "", provider: request.providerId ?? "" };
      },
      async after(headers) {
        if (!intent) return;
        const sealedIntent = { ...intent, checks: checksBegun(context, headers) };
        await sealCookie(context, linkIntent, sealedIntent, LINK_INTENT_MAX_AGE_SECONDS);
      },
    };
  }
  if (request.action !== "callback") return undefined;

  let user: SignedInUser | undefined;
  return {
    async before() {
      const intent = await unseal(config, linkIntent, sealed);
      if (sealed) expireCookie(context, linkIntent);
      user = await signedInUser(context);
      if (intent?.provider !== request.providerId || intent?.checks !== checksBrought(context)) {
        hideSession(request);
        return undefined;
      }
      if (user && user.id !== intent?.sub) return OTHER_USER;
      const refusal = refusalToAdd(config, (await isEndedByCallback(context)) ? undefined : user);
      if (refusal) return refusal;
      // Otherwise, a copy of the cookie can connect one account after the other.
      const isFirstUse = await useOnce(config, `${intent?.jti}`, LINK_INTENT_MAX_AGE_SECONDS);
      if (!isFirstUse) return { error: "InvalidCheck", page: "signIn" };
      context.addsTo = user;
      const callbackUrl = request.cookies[request.names.callbackUrl];
      if (callbackUrl?.startsWith(`${request.url.origin}/`)) context.connectedFrom = callbackUrl;
    },
    adapter: (adapter) => ({
      async linkAccount(account) {
        try {
          return (await adapter.linkAccount?.(account)) as typeof account;
        } catch (error) {
          if (error instanceof OAuthAccountNotLinked) {
            context.outcome.failure = { error: "OAuthAccountNotLinked", code: "second", page: "signIn" };
            context.outcome.refusal = error;
          }
          throw error;
        }
      },
    }),
    callbacks: ({ signIn }) => ({
      async signIn(parameters) {
        const { account } = parameters;
        if (user && config.core.adapter && account) {
          // The user is signed in, and returns from a provider. Without "Connect", only the user's own account is
          // accepted, for a fresh session. With any other account, core links or switches accounts without the user's
          // knowledge.
          const { provider, providerAccountId } = account;
          const owner = await config.core.adapter.getUserByAccount?.({ provider, providerAccountId });
          if (owner ? owner.id !== user.id : !context.addsTo) {
            const code = owner ? "other_user" : "signed_in";
            context.outcome.failure = { error: "OAuthAccountNotLinked", code, page: "signIn" };
            throw new OAuthAccountNotLinked("The account is not the signed-in user's, and Connect did not ask for it.");
          }
        }
        return signIn(parameters);
      },
    }),
  };
};

function withoutFragment(url: unknown): unknown {
  return typeof url === "string" ? url.split("#")[0] : url;
}
