// The GitHub provider of Auth.js, restricted to verified addresses. Auth.js takes the address of the public profile,
// and asks for the others only where there is none, whether GitHub has verified them or not.

import type { OAuthConfig } from "@auth/core/providers";
import GitHub, { type GitHubEmail, type GitHubProfile } from "@auth/core/providers/github";

export interface VerifiedGitHubOptions {
  clientId?: string;
  clientSecret?: string;
  /** GitHub Enterprise Server's base URL; undefined for github.com. */
  baseUrl?: string;
  /** The User-Agent of requests to GitHub's API, which requires one. Default: "solid-authjs". */
  userAgent?: string;
  /** The time limit of a request to GitHub's API, in seconds. Default: 10. */
  timeout?: number;
}

/**
 * @returns the provider. Its profile's `email` is the primary address if GitHub has verified it, else null. The address
 *   decides which account a sign-in opens, and the address on a public profile proves nothing.
 */
export function verifiedGitHub({
  clientId,
  clientSecret,
  baseUrl,
  userAgent = "solid-authjs",
  timeout = 10,
}: VerifiedGitHubOptions = {}): OAuthConfig<GitHubProfile> {
  const api = baseUrl ? `${baseUrl}/api/v3` : "https://api.github.com";

  async function ask<Answer>(path: string, token: string | undefined): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json", "user-agent": userAgent };
    const response = await fetch(`${api}${path}`, { headers, signal: AbortSignal.timeout(timeout * 1000) });
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${new URL(response.url).pathname}.`);
    return response.json() as Promise<Answer>;
  }

  return GitHub({
    // Without them, Auth.js takes AUTH_GITHUB_ID and AUTH_GITHUB_SECRET.
    ...({ clientId, clientSecret } as Pick<OAuthConfig<GitHubProfile>, "clientId" | "clientSecret">),
    enterprise: { baseUrl },
    checks: ["pkce", "state"],
    // Auth.js makes a text of the id, which then could be the text of anything.
    profile: ({ id, login, name, email, avatar_url }) => ({
      id: id as unknown as string,
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    userinfo: {
      url: `${api}/user`,
      async request({ tokens }: { tokens: { access_token?: string } }) {
        const [profile, emails] = await Promise.all([
          ask<GitHubProfile>("/user", tokens.access_token),
          ask<GitHubEmail[]>("/user/emails", tokens.access_token),
        ]);
        const own = emails.find(({ primary, verified }) => primary === true && verified === true);
        return { ...profile, email: own?.email ?? null };
      },
    },
  });
}
