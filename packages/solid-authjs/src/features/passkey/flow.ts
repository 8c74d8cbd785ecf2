// Passkeys: the options that a browser asks for, and the answer of its authenticator. Checks of the answer itself are
// in webauthn.ts.
//
// Threats: options for an address in the query could tell who has an account, so that look-up is switched off. Options
// that name the signed-in user accept no other user's passkey, so options for signing in name no user. A passkey that
// an attacker registers while signed out could be valid once the owner first opens the account. A passkey that an
// attacker adds at an unlocked browser stays. So a user needs a recent sign-in to add a passkey. An attacker with a
// copy of the challenge's cookie could use the same answer again, so each challenge works once.

import type { AdapterAccount, AdapterUser } from "@auth/core/adapters";
import { AccessDenied, WebAuthnVerificationError } from "@auth/core/errors";
import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import type { Flow, FlowContext, SignedInUser, StartFlow } from "../../context.ts";
import { expireCookie } from "../../cookies.ts";
import { emitEvent } from "../../core/emit-event.ts";
import { coreLogger } from "../../core/logger.ts";
import { csrfRefusal } from "../../csrf.ts";
import type { Failure } from "../../errors.ts";
import { hideSession, isEndedByCallback, readJwt, refusalToAdd, signedInUser, useOnce } from "../../signed-in.ts";
import type { ResolvedProvider } from "../../types.ts";
import { CHALLENGE_MAX_AGE_SECONDS, findChallenge, keepChallenge } from "./challenges.ts";
import { readAnswer, simpleWebAuthn, userHandleOf, webAuthnHelpers } from "./webauthn.ts";

const NOT_VERIFIED: Failure = { error: "WebAuthnVerificationError", page: "error" };

export const passkey: StartFlow = (context) =>
  context.request.action === "webauthn-options" ? passkeyOptions(context) : passkeyAnswer(context);

function passkeyOptions(context: FlowContext): Flow {
  const { config, request, outcome } = context;
  const isRegistration = request.url.searchParams.get("action") === "register";
  let user: SignedInUser | undefined;
  let challenge: string | undefined;
  return {
    async before() {
      user = await signedInUser(context);
      // An unreadable cookie breaks core's look-up under `jwt`. Under `database`, another request may just have
      // replaced its token.
      if (!user && config.session.strategy === "jwt" && !(await readJwt(context)))
        for (const name of request.sessionCookies) expireCookie(context, name);
      if (!user || !isRegistration) hideSession(request);
      const refusal = isRegistration ? refusalToAdd(config, user) : undefined;
      if (!refusal) return undefined;
      outcome.failure = refusal;
      return user
        ? Response.json({ error: "Sign in again before you add a passkey." }, { status: 403 })
        : Response.json({ error: "Sign in before you add a passkey." }, { status: 401 });
    },
    provider(provider) {
      const { generateRegistrationOptions: register, generateAuthenticationOptions: authenticate } = simpleWebAuthn;
      // Core generates another user handle for each passkey, so authenticators show several entries for one account.
      const generateRegistrationOptions: typeof register = async (options) => {
        const userID = user && new TextEncoder().encode(userHandleOf(user.id));
        const generated = await register({ ...options, userID });
        challenge = generated.challenge;
        return generated;
      };
      const generateAuthenticationOptions: typeof authenticate = async (options) => {
        const generated = await authenticate(options);
        challenge = generated.challenge;
        return generated;
      };
      const generating = { ...simpleWebAuthn, generateRegistrationOptions, generateAuthenticationOptions };
      return { ...withLibrary(provider), simpleWebAuthn: generating } as ResolvedProvider;
    },
    // Core makes options only for a user with an address, which it uses only as a label for the passkey.
    adapter: (adapter) => ({
      async getSessionAndUser(token) {
        const found = await adapter.getSessionAndUser?.(token);
        return found ? { ...found, user: labelled(found.user) } : null;
      },
    }),
    callbacks: ({ decode }) => ({
      decode: async (parameters) => {
        const token = await decode(parameters);
        return token && labelled(token);
      },
    }),
    async after(headers) {
      if (challenge) keepChallenge(context, headers, challenge, isRegistration ? user?.id : undefined);
    },
  };
}

/** Core looks up any address in the query, and so reveals who has an account, and that user's credentials. */
function withLibrary(provider: ResolvedProvider): ResolvedProvider {
  return { ...provider, getUserInfo: async () => null, simpleWebAuthn } as ResolvedProvider;
}

function labelled<User extends { name?: string | null; email?: string | null }>(user: User): User {
  return { ...user, email: user.email ?? user.name ?? "" };
}

function passkeyAnswer(context: FlowContext): Flow {
  const { config, request, outcome } = context;
  let answer: Awaited<ReturnType<typeof readAnswer>>;
  let challenge: string;
  let reason: string | undefined;
  let announceAdded: (() => unknown) | undefined;
  let owner: AdapterUser | null | undefined;
  let account: AdapterAccount | undefined;

  /**
   * Core accepts the same answer again until the challenge's cookie expires, because the counter of a synced passkey
   * stays at zero.
   */
  async function useChallenge(): Promise<void> {
    if (await useOnce(config, challenge, CHALLENGE_MAX_AGE_SECONDS)) return;
    throw refusal("The challenge has been answered before.", { code: "expired" });
  }

  /** Logs a refusal of a request that core does not get to see. */
  function logged(reason: string, failure: Failure): Failure {
    coreLogger(context).error?.(new WebAuthnVerificationError(reason));
    return failure;
  }

  function refusal(reason: string, failure: Partial<Failure>): Error {
    outcome.failure = { ...NOT_VERIFIED, ...failure };
    outcome.refusal = new WebAuthnVerificationError(reason);
    return outcome.refusal;
  }

  return {
    async before() {
      if (request.method === "GET") return NOT_VERIFIED;
      const refused = csrfRefusal(context);
      if (refused) return refused;
      if (request.body.action === "register") {
        context.addsTo = (await isEndedByCallback(context)) ? undefined : await signedInUser(context);
        const refused = refusalToAdd(config, context.addsTo);
        if (refused) return logged(`It may not be added: ${refused.error}.`, refused);
        owner = await config.core.adapter?.getUser?.(context.addsTo?.id ?? "");
      } else hideSession(request);
      const { decodeClientDataJSON } = await webAuthnHelpers();
      try {
        const { attestationType = "none" } = (request.provider as Partial<WebAuthnConfig>).registrationOptions ?? {};
        answer = await readAnswer(request.body.data, attestationType !== "none");
        request.body.data = JSON.stringify(answer);
        const answered = decodeClientDataJSON(answer.response.clientDataJSON);
        challenge = answered.challenge;
        // A page where another user asked for the passkey has another challenge.
        const found = await findChallenge(context, challenge, owner ? labelled(owner) : undefined);
        if (!found) return logged("This browser has no such challenge.", { ...NOT_VERIFIED, code: "expired" });
        if (answered.origin !== request.url.origin) reason = "origin";
      } catch {
        // Core logs garbage as a fault of the application.
        return logged("The answer cannot be read.", NOT_VERIFIED);
      }
    },

    provider: withLibrary,
    reason: () => reason,

    // Core calls this function before it stores the passkey.
    events: ({ linkAccount }) => ({
      ...(linkAccount && {
        linkAccount(message) {
          announceAdded = () => linkAccount(message);
        },
      }),
    }),

    callbacks: ({ signIn }) => ({
      async signIn(parameters) {
        const result = await signIn({ ...parameters, user: owner ?? parameters.user });
        if (typeof result !== "string") return result;
        // Core takes any string for a yes here, and goes on to sign the visitor in.
        const baseUrl = request.url.origin;
        const url = new URL(result, baseUrl);
        const fallback = url.origin === baseUrl ? url.href : baseUrl;
        const location = (await config.core.callbacks?.redirect?.({ url: url.href, baseUrl })) ?? fallback;
        outcome.response = new Response(null, { status: 302, headers: { location } });
        throw new AccessDenied("The signIn callback redirects.");
      },
    }),

    // When core stores a passkey, it has already verified the answer.
    adapter: (adapter) => ({
      async getAuthenticator(credentialId) {
        const found = await adapter.getAuthenticator?.(credentialId);
        outcome.unknownPasskey = !found;
        if (!found) reason = "unknown";
        return found ?? null;
      },
      async linkAccount(added) {
        if (adapter.addPasskey) account = added;
        else await adapter.linkAccount?.(added);
      },
      async createAuthenticator(authenticator) {
        try {
          await useChallenge();
          const grant = { aaguid: await modelIn(answer.response.attestationObject ?? "") };
          const created = account
            ? await adapter.addPasskey?.(account, authenticator, grant)
            : await adapter.createAuthenticator?.(authenticator, grant);
          if (!created) throw new TypeError("The adapter stored no passkey.");
          outcome.added = true;
          await emitEvent(context, () => announceAdded?.());
          return created;
        } catch (error) {
          // The account may be stored already. Without its passkey, it is a sign-in method that does not work.
          const { providerAccountId } = authenticator;
          if (!account && outcome.added)
            await adapter.unlinkAccount?.({ provider: request.providerId ?? "", providerAccountId });
          // Core has checked that the passkey does not belong to another user.
          if (!outcome.refusal && (await adapter.getAuthenticator?.(authenticator.credentialID)))
            throw refusal("The user has this passkey already.", { error: "AlreadyRegistered" });
          throw error;
        }
      },
      async updateAuthenticatorCounter(credentialId, counter) {
        await useChallenge();
        const updated = await adapter.updateAuthenticatorCounter?.(credentialId, counter);
        if (updated) return updated;
        // The user removed the passkey after core had looked it up.
        outcome.unknownPasskey = true;
        throw refusal("The passkey is gone.", { code: "unknown" });
      },
    }),
  };
}

/**
 * The authenticator's model, in an answer that core has verified. Zeros mean that the authenticator does not name its
 * model.
 */
async function modelIn(attestationObject: string): Promise<string | undefined> {
  const { convertAAGUIDToString, decodeAttestationObject, isoBase64URL, parseAuthenticatorData } =
    await webAuthnHelpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const { aaguid } = parseAuthenticatorData(attestation.get("authData"));
  return aaguid?.some(Boolean) ? convertAAGUIDToString(aaguid) : undefined;
}
