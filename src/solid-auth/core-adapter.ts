// The application's adapter as core is given it for one request: with what core forgets to do, or undo, around its calls.

import type { Adapter, AdapterAccount } from "@auth/core/adapters";
import { WebAuthnVerificationError } from "@auth/core/errors";
import type { EmailConfig } from "@auth/core/providers";
import { sha256 } from "./crypto";
import type { Flow } from "./flow";
import { authTimeOf, endOfSession, isOver } from "./lifetime";
import type { SolidAuthAdapter } from "./types";

/** How long core keeps a passkey challenge, in milliseconds. */
const CHALLENGE_MAX_AGE_MS = 15 * 60 * 1000;

/** @returns the adapter, reporting to the flow what it did */
export function wrapAdapter(flow: Flow, adapter: SolidAuthAdapter): Adapter {
  const { request, provider } = flow;
  const { secrets } = flow.config;
  return {
    ...adapter,
    async createUser(user) {
      const created = await adapter.createUser?.(user);
      if (!created) throw new TypeError("The adapter cannot create users.");
      flow.createdUserId = created.id;
      return created;
    },
    async updateUser(user) {
      const updated = await adapter.updateUser?.(user);
      // Deleted since it was looked up: nobody to sign in.
      if (!updated) throw new TypeError("The user is gone.");
      return updated;
    },
    getSessionAndUser: adapter.getSessionAndUser && ((sessionToken) => getSessionAndUser(flow, adapter, sessionToken)),
    updateSession:
      adapter.updateSession &&
      ((session) => {
        flow.isProlonged = true;
        return adapter.updateSession?.(session);
      }),
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
        const aaguid = aaguidIn(flow.request.body.data);
        const created = await adapter.createAuthenticator?.({ ...authenticator, ...(aaguid && { aaguid }) });
        if (!created) throw new TypeError("The adapter cannot keep passkeys.");
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
      // Here the answer has been verified. Its challenge lives in a cookie, so without this core would take the same answer
      // again for as long as the cookie lives; the counter of a synced passkey stays at zero.
      const id = await sha256(challengeIn(flow.request.body.data));
      if ((await adapter.useChallenge?.(id, new Date(Date.now() + CHALLENGE_MAX_AGE_MS))) === false) {
        flow.failure = { error: "WebAuthnVerificationError", page: "error" };
        throw new WebAuthnVerificationError("The challenge has been answered before.");
      }
      const updated = await adapter.updateAuthenticatorCounter?.(credentialId, counter);
      if (!updated) throw new TypeError("The adapter cannot keep passkeys.");
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
  await adapter.deleteSession?.(sessionToken);
  return null;
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
