// Signing in by a link in a mail: the request for the link, its page, and the press that spends it.
//
// Threats: mail scanners open links, so an opened link is not spent if the application has a `confirm` page; only the
// form there spends it. A form on another site could sign the visitor in to the attacker's account (login CSRF), so
// that form needs this browser's CSRF token. Two spellings of one address could be two users, so addresses are
// normalised. A link that is opened in another browser may come from an attacker. So a sealed cookie tells the page for
// which address this browser requested a link. A browser may send the form twice (token.ts). With `codes`, that
// cookie also holds the link's token, and the code in the mail stands for that token (code.ts).

import type { EmailConfig } from "@auth/core/providers";
import type { StartFlow } from "../../context.ts";
import { expireCookie, sealCookie, unseal } from "../../cookies.ts";
import { csrfRefusal } from "../../csrf.ts";
import { InvalidEmailAddress, normalizeEmail } from "../../email.ts";
import type { Failure } from "../../errors.ts";
import { hasPassed } from "../../lifetime.ts";
import { mailRefusalOf } from "../../mail-refusals.ts";
import { sha256 } from "../../sha256.ts";
import { hideSession } from "../../signed-in.ts";
import type { MailParameters, ResolvedProvider } from "../../types.ts";
import { causesOf } from "../../visitor-errors.ts";
import { codeIn, codeOf, countAttempt, isCodeOf } from "./code.ts";
import { spendToken } from "./token.ts";

/** Core's own lifetime for mail links, in seconds, if the provider sets none. */
const DEFAULT_LINK_MAX_AGE_SECONDS = 24 * 60 * 60;

export const emailLink: StartFlow = (context) => {
  const { config, request, outcome } = context;
  const emailProvider = request.provider as ResolvedProvider & EmailConfig;
  const { normalizeIdentifier } = emailProvider;
  // The provider's own function runs first. Its result is normalised, because it could be a look-alike of the user's
  // address.
  const normalize = (typed: string) => normalizeEmail(normalizeIdentifier ? normalizeIdentifier(typed) : typed);
  const confirmPage = config.core.pages?.confirm;
  const cookie = request.names.pendingEmail;
  const { maxAge = DEFAULT_LINK_MAX_AGE_SECONDS } = emailProvider as { maxAge?: number };
  // Without `useChallenge`, the flow cannot count attempts.
  const { codes = false } = emailProvider;
  const hasCodes = codes !== false && config.core.adapter?.useChallenge !== undefined;
  let mailed: { email: string; token?: string } | undefined;
  let isByCode = false;

  async function sendMail(parameters: MailParameters): Promise<void> {
    const url = new URL(parameters.url);
    if (confirmPage) url.pathname = confirmPage;
    try {
      const { identifier: email, token } = parameters;
      const hasCode = hasCodes && (codes === true || (await codes(email)));
      const code = hasCode ? codeOf(token, config.secrets[0]) : undefined;
      const mail: MailParameters = { ...parameters, url: url.href, ...(code && { code }) };
      await emailProvider.sendVerificationRequest(mail);
      mailed = hasCode ? { email, token } : { email };
    } catch (error) {
      const code = causesOf(error).map(mailRefusalOf).find(Boolean) ?? "unsent";
      outcome.failure = { error: "EmailSignInError", code, page: "signIn" };
      throw error;
    }
  }

  /** Puts the link of the code into the request. */
  async function useCode(typed: string): Promise<Failure | undefined> {
    const asked = await unseal(config, cookie, request.cookies[cookie]);
    const { email, token } = asked ?? {};
    if (!hasCodes || typeof email !== "string" || typeof token !== "string") return codeFailure("elsewhere");
    const letters = codeIn(typed);
    if (!letters) return codeFailure("mismatch");
    const left = await countAttempt(config, token, maxAge);
    if (left === undefined) return codeFailure("spent");
    if (!isCodeOf(token, letters, config.secrets)) return { ...codeFailure("mismatch"), left };
    isByCode = true;
    request.url.searchParams.set("token", token);
    request.url.searchParams.set("email", email);
    return undefined;
  }

  return {
    async before() {
      if (request.action !== "callback") return undefined;
      hideSession(request);
      if (request.method === "GET" && confirmPage) {
        const page = new URL(confirmPage, request.url.origin);
        page.search = request.url.search;
        return Response.redirect(page);
      }
      if (request.method === "POST") {
        const refused = csrfRefusal(context);
        if (refused) return refused;
        if (typeof request.body.code === "string") return useCode(request.body.code);
        // Core reads these parameters from the query only, on POST too.
        for (const name of ["token", "email", "callbackUrl"]) {
          const value = request.body[name];
          if (typeof value === "string") request.url.searchParams.set(name, value);
        }
      }
      return hasLink(request.url.searchParams, normalize) ? undefined : { error: "Verification", page: "error" };
    },

    provider: (provider) => ({
      ...(provider as typeof emailProvider),
      normalizeIdentifier(identifier) {
        try {
          return normalize(identifier);
        } catch (error) {
          const code = error instanceof InvalidEmailAddress ? "address" : undefined;
          outcome.failure = { error: "EmailSignInError", code, page: "signIn" };
          throw error;
        }
      },
      sendVerificationRequest(parameters) {
        const sent = sendMail(parameters);
        // Core awaits a hash before it awaits this promise: without this line, a rejection in between is unhandled, and
        // ends the process.
        sent.catch(() => {});
        return sent;
      },
    }),

    adapter: (adapter) => ({
      async useVerificationToken({ identifier }) {
        // Core hashes with one secret. A link from before the secret was rotated stays valid for its lifetime.
        const token = request.url.searchParams.get("token") ?? "";
        const secrets = emailProvider.secret === undefined ? config.secrets : [emailProvider.secret];
        const stored = secrets.map((secret) => sha256(token + secret));
        const spent = await spendToken(context, adapter, identifier, stored);
        // Core's own error is about a link, not a code.
        if (isByCode && (!spent || hasPassed(spent.expires))) outcome.failure = codeFailure("spent");
        return spent;
      },
    }),

    async after() {
      if (mailed) await sealCookie(context, cookie, mailed, maxAge);
      if (request.action === "callback" && request.cookies[cookie]) expireCookie(context, cookie);
    },
  };
};

function codeFailure(code: string): Failure {
  return { error: "Verification", code, page: "verifyRequest" };
}

/**
 * Whether a query holds a token and an address. Normalises the address in the query: core compares it with the link's
 * address letter by letter, after it has spent the token. Without an address, core asks the database for a token of any
 * identifier.
 */
function hasLink(query: URLSearchParams, normalize: (identifier: string) => string): boolean {
  try {
    query.set("email", normalize(query.get("email") ?? ""));
  } catch {
    return false;
  }
  return Boolean(query.get("token"));
}
