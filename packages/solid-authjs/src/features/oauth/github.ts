// The GitHub provider of Auth.js, restricted to verified addresses. Auth.js takes the address of the public profile. It
// asks for the other addresses only if the profile has none, and ignores whether GitHub has verified them.

import type { OAuthConfig } from "@auth/core/providers";
import GitHub, { type GitHubEmail, type GitHubProfile } from "@auth/core/providers/github";
import { UnusableAnswer } from "../../visitor-errors.ts";

export interface VerifiedGitHubOptions {
  clientId?: string;
  clientSecret?: string;
  /** GitHub Enterprise Server's base URL; undefined for github.com. */
  baseUrl?: string;
  /** The User-Agent of requests to GitHub's API, which requires one. Default: "solid-authjs". */
  userAgent?: string;
  /** The time limit of all requests of a sign-in to GitHub's API, in seconds. Default: 10. */
  timeout?: number;
}

function isListOfObjects(body: unknown): body is GitHubEmail[] {
  return Array.isArray(body) && body.every((each) => typeof each === "object" && each !== null);
}

/**
 * @returns the provider. The profile's `email` is the primary address if GitHub has verified it, else null. The address
 *   decides which account a sign-in opens, and a public profile's address proves nothing.
 */
export function verifiedGitHub({
  clientId,
  clientSecret,
  baseUrl,
  userAgent = "solid-authjs",
  timeout = 10,
}: VerifiedGitHubOptions = {}): OAuthConfig<GitHubProfile> {
  const api = baseUrl ? `${baseUrl}/api/v3` : "https://api.github.com";

  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(`${api}${path}`, { ...init, redirect: "manual" });
    const body: unknown = await response.json().catch(() => undefined);
    const { message } = Object(body) as { message?: unknown };
    // Causes are a rate limit, a suspended user, or an organisation that wants its own sign-in.
    if (!response.ok)
      throw new UnusableAnswer(`GitHub answers ${response.status} to ${path}: ${message ?? response.statusText}`);
    return body;
  }

  async function primaryEmail(init: RequestInit): Promise<string | null> {
    const body = await ask("/user/emails?per_page=100", init);
    if (!isListOfObjects(body)) throw new UnusableAnswer("GitHub answers /user/emails with no list of addresses");
    return body.find(({ primary, verified }) => primary === true && verified === true)?.email ?? null;
  }

  return GitHub({
    // Without these options, Auth.js takes AUTH_GITHUB_ID and AUTH_GITHUB_SECRET.
    ...({ clientId, clientSecret } as Pick<OAuthConfig<GitHubProfile>, "clientId" | "clientSecret">),
    enterprise: { baseUrl },
    checks: ["pkce", "state"],
    // Auth.js turns the id into text, and a text no longer shows that the id was missing or wrong.
    profile: ({ id, login, name, email, avatar_url }) => ({
      id: id as unknown as string,
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    userinfo: {
      url: `${api}/user`,
      async request({ tokens }: { tokens: { access_token?: string } }) {
        const authorization = `Bearer ${tokens.access_token}`;
        const headers = { authorization, accept: "application/json", "user-agent": userAgent };
        const init = { headers, signal: AbortSignal.timeout(timeout * 1000) };
        const [profile, email] = await Promise.all([ask("/user", init), primaryEmail(init)]);
        return { ...(profile as GitHubProfile), email };
      },
    },
  });
}
