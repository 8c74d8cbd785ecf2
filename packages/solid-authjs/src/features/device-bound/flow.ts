// Device-bound sessions: Device Bound Session Credentials (DBSC), as in the W3C's draft of 17 February 2026 and in
// Chromium 156. A browser without them notices nothing.
//
// Threat: a cookie thief. Malware copies the browser's cookies, and the attacker uses the session elsewhere. After a
// sign-in, the browser makes a key that it cannot give away, in hardware if the device has it. The session's row gets
// the public half of the key. From then on, the session cookie needs a second cookie, which lives for minutes. The
// browser renews this second cookie by a signature over a challenge of ours. It does so by itself, before it sends the
// request.
//
// The layer stores no key before the browser has used it: otherwise, a lost answer to a registration locks the user
// out. When the user comes from another site, the browser's own requests may be cross-site, without any SameSite
// cookie. So challenges are sealed and contain all facts about themselves, and any instance can check them.

import { createPublicKey, verify } from "node:crypto";
import type { AdapterSession } from "@auth/core/adapters";
import { stringifySetCookie } from "cookie";
import type { CookieContext, FlowContext, StartFlow } from "../../context.ts";
import { cookieOptions, expireCookie, seal, sealCookie, unseal } from "../../cookies.ts";
import { coreLogger } from "../../core/logger.ts";
import { UNKNOWN_ACTION } from "../../errors.ts";
import { hasPassed, signInTime } from "../../lifetime.ts";
import type { ResolvedConfig } from "../../resolved-config.ts";
import type { SolidAuthAdapter } from "../../types.ts";

/** How long a copy of both cookies works. Chromium signs only a few times in a few minutes. */
const PROOF_MAX_AGE_SECONDS = 5 * 60;

/**
 * How long a browser can answer a challenge. It is longer than a proof lives, so that the browser always has a
 * challenge to renew the proof.
 */
const CHALLENGE_MAX_AGE_SECONDS = 2 * PROOF_MAX_AGE_SECONDS;

/** How long the first use of a new key may take. A visitor may sign in and do nothing for a while. */
const FIRST_USE_MAX_AGE_SECONDS = 24 * 60 * 60;

/** The next page after a sign-in may be on its way while the browser registers its key. */
const GRACE_MS = 60 * 1000;

/** The purposes of challenges. A challenge opens only for its purpose. */
const REGISTRATION = "device-bound session: registration";
const FIRST_USE = "device-bound session: first use";
const RENEWAL = "device-bound session: renewal";

/** The columns of a bound session. */
type BoundSession = AdapterSession & { id?: string; deviceKey?: string | null };

export const deviceBound: StartFlow = (context) => {
  const { config, request } = context;
  if (request.action === "device-bound-session") {
    const reply = () => (isOn(config) ? answer(context) : unavailable());
    return { before: () => (request.method === "POST" ? reply() : UNKNOWN_ACTION) };
  }
  if (!isOn(config)) return undefined;

  const { boundSession } = request.names;
  let created: string | undefined;
  return {
    adapter: (adapter) => ({
      async getSessionAndUser(sessionToken) {
        const found = await adapter.getSessionAndUser?.(sessionToken);
        return found && (await isOnItsDevice(context, found.session)) ? found : null;
      },
      async createSession(session, grant) {
        const made = (await adapter.createSession?.(session, grant)) as BoundSession;
        created = made.id;
        return made;
      },
    }),
    async after(headers) {
      const isOtherSession = created !== undefined || request.action === "signout";
      if (isOtherSession && request.cookies[boundSession]) expireCookie(context, boundSession);
      if (!created || request.url.protocol !== "https:") return;
      const challenge = await seal(config, REGISTRATION, { sub: created }, CHALLENGE_MAX_AGE_SECONDS);
      headers.set("secure-session-registration", `(ES256);path="${endpointOf(context)}";challenge="${challenge}"`);
    },
  };
};

/**
 * Whether the adapter has the needed methods, and only one host gets the session cookie: a browser's key is for one
 * host.
 */
function isOn({ core, session }: ResolvedConfig): boolean {
  const { adapter, cookies, deviceBoundSessions } = core;
  const isStored = adapter?.bindSession !== undefined && adapter.sessionKey !== undefined;
  const isForOneHost = cookies?.sessionToken?.options?.domain === undefined;
  return deviceBoundSessions === true && session.strategy === "database" && isStored && isForOneHost;
}

/**
 * Whether a session may be used by this browser: it is not bound, or the browser has proven in the last minutes that it
 * holds the key. If a cookie proves nothing, for example because a removed secret sealed it, this function removes it.
 * The browser then gets a new one before its next request.
 */
export async function isOnItsDevice(context: CookieContext, session: BoundSession): Promise<boolean> {
  const { config, request } = context;
  const { id, deviceKey } = session;
  if (!deviceKey || !isOn(config)) return true;
  const cookie = request.cookies[request.names.boundSession];
  const proof = await unseal(config, request.names.boundSession, cookie);
  if (proof?.sub === id) return true;
  if (cookie) expireCookie(context, request.names.boundSession);
  const signedInAt = signInTime(session);
  return signedInAt !== undefined && !hasPassed(new Date(signedInAt.valueOf() + GRACE_MS));
}

/** Answers the browser's request for a new key, or its request to renew the proof of the session with this id. */
async function answer(context: FlowContext): Promise<Response> {
  const { adapter } = context.config.core;
  const id = textIn(context.request.headers.get("sec-secure-session-id"));
  try {
    return adapter && id ? await renew(context, adapter, id) : await register(context);
  } catch (error) {
    coreLogger(context).error?.(error instanceof Error ? error : new Error(String(error)));
    return unavailable();
  }
}

/**
 * The answer to a renewal that cannot be decided now, or while device-bound sessions are switched off. After any other
 * answer, the browser forgets the key for good, but the session's row stays bound to it.
 */
function unavailable(): Response {
  return Response.json({ message: "The session cannot be renewed now." }, { status: 503 });
}

async function register(context: FlowContext): Promise<Response> {
  const { config, request } = context;
  const proof = readProof(request.headers.get("secure-session-response"));
  const { sub: id } = (await unseal(config, REGISTRATION, proof?.challenge)) ?? {};
  if (!proof?.key || typeof id !== "string" || !isSigned(proof, proof.key)) return refused();
  return instructions(
    context,
    id,
    await seal(config, FIRST_USE, { sub: id, key: proof.key }, FIRST_USE_MAX_AGE_SECONDS),
  );
}

async function renew(context: FlowContext, adapter: SolidAuthAdapter, id: string): Promise<Response> {
  const { config, request } = context;
  // The request may be about an older session, whose cookies the browser has replaced or lost. Without this refusal,
  // the older session's renewals go on replacing this session's proof.
  const current = request.sessionToken && (await adapter.getSessionAndUser?.(request.sessionToken));
  if (current && (current.session as BoundSession).id !== id) return refused();
  const key = await adapter.sessionKey?.(id);
  if (key === undefined) return refused();
  const proof = readProof(request.headers.get("secure-session-response"));
  if (key === null) {
    const first = await unseal(config, FIRST_USE, proof?.challenge);
    if (!proof || first?.sub !== id || typeof first.key !== "string" || !isSigned(proof, first.key)) return refused();
    if (!(await adapter.bindSession?.(id, first.key))) return challengeAgain(context, id);
  } else {
    const asked = await unseal(config, RENEWAL, proof?.challenge);
    if (!proof || asked?.sub !== id) return challengeAgain(context, id);
    if (!isSigned(proof, key)) return refused();
  }
  await sealCookie(context, request.names.boundSession, { sub: id }, PROOF_MAX_AGE_SECONDS);
  return instructions(context, id, await renewalOf(context, id));
}

/** The browser forgets its session, and no longer renews it. */
function refused(): Response {
  return Response.json({ message: "There is no such session for this key." }, { status: 404 });
}

/** The browser answers the new challenge at once. */
async function challengeAgain(context: FlowContext, id: string): Promise<Response> {
  const headers = { "secure-session-challenge": `"${await renewalOf(context, id)}";id="${id}"` };
  return Response.json({ message: "The challenge is too old." }, { status: 403, headers });
}

function renewalOf({ config }: FlowContext, id: string): Promise<string> {
  return seal(config, RENEWAL, { sub: id }, CHALLENGE_MAX_AGE_SECONDS);
}

/**
 * Tells the browser which cookie a request of this origin needs, and where to renew it. A visit from any other site may
 * cause a renewal, such as a link in a mail: otherwise, the visitor arrives signed out.
 */
function instructions(context: FlowContext, id: string, challenge: string): Response {
  const { boundSession: name } = context.request.names;
  const attributes = stringifySetCookie({ name, value: "", ...cookieOptions(context.request.secure) });
  const body = {
    session_identifier: id,
    refresh_url: endpointOf(context),
    scope: { include_site: false },
    credentials: [{ type: "cookie", name, attributes: attributes.slice(`${name}=; `.length) }],
    allowed_refresh_initiators: ["*"],
  };
  return Response.json(body, { headers: { "secure-session-challenge": `"${challenge}";id="${id}"` } });
}

function endpointOf({ config }: FlowContext): string {
  return `${config.basePath}/device-bound-session`;
}

interface Proof {
  challenge: string;
  /** The public key that comes with a registration, as a JWK. */
  key: string | undefined;
  /** The text that the signature covers. */
  signed: Buffer;
  signature: Buffer;
}

/** @returns the parts of a proof, a JWT signed with ES256; undefined for anything else */
function readProof(header: string | null): Proof | undefined {
  const [head = "", body = "", signature = ""] = textIn(header).split(".");
  try {
    const { typ, alg, jwk } = JSON.parse(fromBase64(head).toString());
    const { jti } = JSON.parse(fromBase64(body).toString());
    if (typ !== "dbsc+jwt" || alg !== "ES256" || typeof jti !== "string") return undefined;
    const { kty, crv, x, y } = jwk ?? {};
    const key = kty === "EC" && crv === "P-256" ? JSON.stringify({ kty, crv, x, y }) : undefined;
    return { challenge: jti, key, signed: Buffer.from(`${head}.${body}`), signature: fromBase64(signature) };
  } catch {
    return undefined;
  }
}

/** @param key a JWK */
function isSigned({ signed, signature }: Proof, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: JSON.parse(key), format: "jwk" });
    return verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    // The two numbers of the key are not a point on the curve.
    return false;
  }
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, "base64url");
}

/** The text in a structured header. The draft puts quotation marks around the text, and Chromium leaves them out. */
function textIn(header: string | null): string {
  return header?.replaceAll('"', "") ?? "";
}
