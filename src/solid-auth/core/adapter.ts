// The application's adapter as core is given it for one request: with what core forgets to do, or undo, around its calls.

import type { Adapter, AdapterAccount, AdapterSession } from "@auth/core/adapters";
import { WebAuthnVerificationError } from "@auth/core/errors";
import type { EmailConfig } from "@auth/core/providers";
import { sha256 } from "../crypto";
import { type Flow, useOnce } from "../flow";
import { authTimeOf, endOfSession, isOver } from "../lifetime";
import type { SolidAuthAdapter } from "../types";

/** How long core keeps a passkey challenge. */
const CHALLENGE_MAX_AGE_SECONDS = 15 * 60;

/** @returns the adapter, reporting to the flow what it did. It has the methods that the given one has: core checks which are there. */
export function wrapAdapter(flow: Flow, adapter: SolidAuthAdapter): Adapter {
  const wrapped = Object.entries(wrapMethods(flow, adapter)).filter(([name]) => name in adapter);
  return { ...adapter, ...Object.fromEntries(wrapped) };
}

function wrapMethods(flow: Flow, adapter: SolidAuthAdapter): Adapter {
  const { request, provider } = flow;
  const { secrets } = flow.config;
  return {
    async createUser(user) {
      const created = await adapter.createUser?.(user);
      if (!created) throw new TypeError("The adapter made no user.");
      flow.createdUserId = created.id;
      return created;
    },
    async updateUser(user) {
      const updated = await adapter.updateUser?.(user);
      // Deleted since it was looked up: nobody to sign in.
      if (!updated) throw new TypeError("The user is gone.");
      return updated;
    },
    getSessionAndUser: async (sessionToken) => (await getSessionAndUser(flow, adapter, sessionToken)) ?? null,
    async updateSession(session) {
      flow.isProlonged = true;
      return adapter.updateSession?.(session);
    },
    deleteSession: (sessionToken) => endSession(adapter, sessionToken),
    async linkAccount(account) {
      try {
        const linked = await adapter.linkAccount?.(account);
        flow.linked = flow.linking;
        return linked as AdapterAccount | null | undefined;
      } catch (error) {
        // Without its account the new user could never sign in, and would hold the address for ever.
        if (flow.createdUserId) await adapter.deleteUser?.(flow.createdUserId);
        throw error;
      }
    },
    async useVerificationToken(invite) {
      // Core hashes with one secret. A link made before the secret was rotated is good for as long as it lives.
      const token = request.url.searchParams.get("token") ?? "";
      const isHashedOtherwise = (provider as EmailConfig | undefined)?.secret !== undefined;
      const hashes = isHashedOtherwise
        ? [invite.token]
        : await Promise.all(secrets.map((secret) => sha256(token + secret)));
      for (const hash of hashes) {
        const found = await adapter.useVerificationToken?.({ ...invite, token: hash });
        if (found) return found;
      }
      return null;
    },
    async createAuthenticator(authenticator) {
      try {
        await useChallenge(flow);
        const created = await adapter.createAuthenticator?.(authenticator, { aaguid: aaguidIn(request.body.data) });
        if (!created) throw new TypeError("The adapter kept no passkey.");
        flow.linked = true;
        return created;
      } catch (error) {
        // Core has linked the account before. Without its key it would be a way in that opens nothing.
        const { providerAccountId } = authenticator;
        if (flow.linked) await adapter.unlinkAccount?.({ provider: flow.request.providerId ?? "", providerAccountId });
        throw error;
      }
    },
    async updateAuthenticatorCounter(credentialId, counter) {
      await useChallenge(flow);
      const updated = await adapter.updateAuthenticatorCounter?.(credentialId, counter);
      if (!updated) throw new TypeError("The passkey is gone.");
      return updated;
    },
  };
}

/** A session past its absolute lifetime is none, whatever its idle lifetime says. */
async function getSessionAndUser(flow: Flow, adapter: SolidAuthAdapter, sessionToken: string) {
  const found = await adapter.getSessionAndUser?.(sessionToken);
  if (!found) return null;
  flow.authTime = authTimeOf(found.session);
  flow.endsAt = endOfSession(flow.config, found.session);
  if (!isOver(flow.endsAt)) return found;
  await endSession(adapter, sessionToken);
  return null;
}

/** Deletes a session. Auth.js's own Prisma adapter rejects where the row is gone already: that is no failure. */
export async function endSession(adapter: SolidAuthAdapter, sessionToken: string): Promise<AdapterSession | null> {
  try {
    return (await adapter.deleteSession?.(sessionToken)) ?? null;
  } catch (error) {
    if (await adapter.getSessionAndUser?.(sessionToken)) throw error;
    return null;
  }
}

/**
 * Here the answer has been verified. Its challenge lives in a cookie, so without this core would take the same answer again, or add
 * another passkey, for as long as the cookie lives; the counter of a synced passkey stays at zero.
 */
async function useChallenge(flow: Flow): Promise<void> {
  if (await useOnce(flow, challengeIn(flow.request.body.data), CHALLENGE_MAX_AGE_SECONDS)) return;
  flow.failure = { error: "WebAuthnVerificationError", page: "error" };
  throw new WebAuthnVerificationError("The challenge has been answered before.");
}

/** The challenge in an authenticator's answer that core has verified, and so could parse. */
function challengeIn(data: unknown): string {
  const { clientDataJSON } = JSON.parse(String(data)).response;
  return JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")).challenge;
}

/** Where the AAGUID is in the authenticator data (WebAuthn, 6.1 and 6.5.1), in bytes. */
const AAGUID_START = 37;
const AAGUID_END = 53;

/** The authenticator's model, if its answer says. Browsers send the data also unpacked; zeros mean that it keeps it to itself. */
function aaguidIn(data: unknown): string | undefined {
  const { authenticatorData } = JSON.parse(String(data)).response;
  if (typeof authenticatorData !== "string") return undefined;
  const hex = Buffer.from(authenticatorData, "base64url").subarray(AAGUID_START, AAGUID_END).toString("hex");
  const [, ...parts] = hex.match(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/) ?? [];
  return /[1-9a-f]/.test(hex) && parts.length > 0 ? parts.join("-") : undefined;
}
