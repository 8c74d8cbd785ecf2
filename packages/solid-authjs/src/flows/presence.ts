// Whether a sign-in proves that its user is present in person. Only then is it a fresh sign-in.
//
// Threat: an attacker at an unlocked browser. A provider may answer from its own session, without asking the user. So a
// sign-in with a provider counts only if its ID token says that the user has signed in there since this sign-in began
// (`auth_time`). A sign-in that has to be fresh (`fresh=true`) asks OpenID providers for such a token with
// `prompt=login` and `max_age=0` (OpenID Connect Core, 3.1.2.1). Mails, passkeys and the application's own checks ask
// the user anyway.
//
// A provider without `auth_time`, such as GitHub, proves nothing. It counts only for users with no other method:
// without a mailbox that can sign in, and without a passkey. A sign-up counts, because there is nothing older to
// protect.

import type { AdapterUser } from "@auth/core/adapters";
import { AccessDenied } from "@auth/core/errors";
import type { OAuthConfig } from "@auth/core/providers";
import type { Account, User } from "@auth/core/types";
import type { FlowContext, StartFlow } from "../context.ts";
import { expireCookie, sealCookie, unseal } from "../cookies.ts";
import { checksBegun, checksBrought } from "../provider-checks.ts";
import { isOAuth, type ResolvedConfig } from "../resolved-config.ts";
import type { ResolvedProvider, SolidAuthProviderOptions } from "../types.ts";
import { UnusableAnswer } from "../visitor-errors.ts";

/**
 * The time between the start of a sign-in and the return from the provider, in seconds. It is as long as core's state
 * lives.
 */
const START_MAX_AGE_SECONDS = 15 * 60;

/** How long before this sign-in the user may have signed in at the provider: the time of the way there, rounded. */
const TOLERANCE_SECONDS = 30;

/**
 * How far the provider's clock and this server's may differ. An older ID token does not prove that the user is present
 * now.
 */
const MAX_CLOCK_OFFSET_SECONDS = 5 * 60;

export const presence: StartFlow = (context) => {
  const { config, request, outcome } = context;
  const { action, names, provider, providerId } = request;
  if (action === "signin" && request.method === "POST" && isOAuth(provider)) return start(context);
  if (action !== "callback") return undefined;

  let begun: Record<string, unknown> | null = null;
  return {
    async before() {
      if (!isOAuth(provider)) {
        context.inPerson = true;
        return;
      }
      const cookie = request.cookies[names.signInStart];
      if (!cookie) return;
      begun = await unseal(config, names.signInStart, cookie);
      if (begun?.provider !== providerId || begun?.checks !== checksBrought(context)) begun = null;
      expireCookie(context, names.signInStart);
    },

    callbacks: ({ signIn }) => ({
      async signIn(parameters) {
        const { account, user } = parameters;
        if (!isOAuth(provider) || !account || context.addsTo) return signIn(parameters);
        const wasAsked = begun?.fresh === "true";
        const isOnlyWay =
          (wasAsked || !asksAgain(provider)) && !(await hasOtherWay(config, await userOf(context, user, account)));
        const objection = objectionTo(account, begun?.iat);
        context.inPerson = isOnlyWay || objection === undefined;
        if (!wasAsked || context.inPerson) return signIn(parameters);
        // Nothing has changed: the old session goes on, and the page names the other methods.
        outcome.failure = { error: "FreshSignInRequired", code: "silent", page: "signIn" };
        const err = objection && asksAgain(provider) ? new UnusableAnswer(objection) : undefined;
        const cause = err && { err, provider: providerId };
        throw new AccessDenied("The provider does not say that it has asked the user.", { cause });
      },
    }),

    adapter: (adapter) => ({
      async createUser(user) {
        const created = await adapter.createUser?.(user);
        context.inPerson = true;
        return created as AdapterUser;
      },
      createSession: async (session, grant) =>
        adapter.createSession?.(session, { ...grant, inPerson: context.inPerson === true }) as ReturnType<
          NonNullable<typeof adapter.createSession>
        >,
    }),
  };
};

function start(context: FlowContext): ReturnType<StartFlow> {
  const { request } = context;
  const isFresh = String(request.body.fresh) === "true";
  return {
    before() {
      if (!isFresh || !asksAgain(request.provider)) return;
      // Core copies the query into the authorization URL.
      request.url.searchParams.set("prompt", "login");
      request.url.searchParams.set("max_age", "0");
    },
    async after(headers) {
      const { signInStart } = request.names;
      const checks = checksBegun(context, headers);
      const begun = { provider: `${request.providerId}`, fresh: String(isFresh), checks };
      if (isFresh || asksAgain(request.provider)) await sealCookie(context, signInStart, begun, START_MAX_AGE_SECONDS);
      // The cookie is left over from an unfinished sign-in. Without the provider's checks, it could count for this
      // sign-in.
      else if (request.cookies[signInStart]) expireCookie(context, signInStart);
    },
  };
}

/** Whether a provider can ask its user to sign in again, and can report when the user did. */
function asksAgain(provider: ResolvedProvider | undefined): boolean {
  const { asksAgain, options } = (provider ?? {}) as SolidAuthProviderOptions & { options?: SolidAuthProviderOptions };
  return provider?.type === "oidc" && (asksAgain ?? options?.asksAgain ?? true);
}

/**
 * Whether the user has signed in at the provider since a time. Only the ID token proves it: it comes directly from the
 * provider, and core has checked that it is for this sign-in. Its times come from one clock, so they are compared with
 * each other.
 *
 * @param begun the time, in seconds since 1970
 * @returns undefined if the user has; otherwise the reason, for the log
 */
function objectionTo({ id_token: idToken }: Account, begun: unknown): string | undefined {
  const { auth_time: at, iat } = claimsOf(idToken);
  if (typeof at !== "number" || typeof iat !== "number") return "the ID token does not say when the user has signed in";
  if (typeof begun !== "number") return "the sign-in has not begun here";
  const now = Math.floor(Date.now() / 1000);
  const [age, time, offset] = [iat - at, now - begun, iat - now] as const;
  const isSince = age <= time + TOLERANCE_SECONDS && age >= -TOLERANCE_SECONDS;
  if (isSince && Math.abs(offset) <= MAX_CLOCK_OFFSET_SECONDS) return undefined;
  return `the user has signed in ${age} s before the ID token was made, in a sign-in of ${time} s, with a clock that is ${offset} s ahead`;
}

function claimsOf(idToken: string | undefined): Record<string, unknown> {
  const [, payload] = idToken?.split(".") ?? [];
  return payload ? JSON.parse(Buffer.from(payload, "base64url").toString()) : {};
}

/**
 * The user that core signs in. For a new account, a provider with `allowDangerousEmailAccountLinking` signs in the user
 * who has the address.
 */
async function userOf({ config, request }: FlowContext, user: User | AdapterUser, account: Account) {
  const { adapter } = config.core;
  const { allowDangerousEmailAccountLinking } = {
    ...request.provider,
    ...request.provider?.options,
  } as OAuthConfig<object>;
  if (!allowDangerousEmailAccountLinking || !user.email) return user;
  const { provider, providerAccountId } = account;
  const owner = await adapter?.getUserByAccount?.({ provider, providerAccountId });
  return owner ?? (await adapter?.getUserByEmail?.(user.email)) ?? user;
}

/** Whether a user can sign in by mail or with a passkey. */
async function hasOtherWay(
  { core, providers }: ResolvedConfig,
  user: { id?: string; emailVerified?: Date | null },
): Promise<boolean> {
  const has = (type: ResolvedProvider["type"]) => providers.some((provider) => provider.type === type);
  if (has("email") && user.emailVerified) return true;
  if (!has("webauthn")) return false;
  return ((await core.adapter?.listAuthenticatorsByUserId?.(user.id ?? "")) ?? []).length > 0;
}
