// Sign-in with GitHub: the Auth.js provider, restricted to verified addresses.

import "server-only";
import type { OAuthConfig } from "@auth/core/providers";
import GitHub, { type GitHubEmail, type GitHubProfile } from "@auth/core/providers/github";
import { PROVIDER_SECONDS } from "../../time-limits";

interface GitHubOptions {
  clientId?: string;
  clientSecret?: string;
  /** GitHub Enterprise Server's base URL; undefined for github.com. */
  baseUrl?: string;
}

/**
 * @returns the provider. Its profile's `email` is the primary address if GitHub has verified it, else null. The address
 *   decides which account a sign-in opens, and the address on a public profile proves nothing.
 */
export default function gitHubProvider({
  clientId = "",
  clientSecret = "",
  baseUrl = enterpriseUrl(),
}: GitHubOptions): OAuthConfig<GitHubProfile> {
  const api = baseUrl ? `${baseUrl}/api/v3` : "https://api.github.com";
  return GitHub({
    clientId,
    clientSecret,
    enterprise: { baseUrl },
    checks: ["pkce", "state"],
    userinfo: {
      url: `${api}/user`,
      async request({ tokens }: { tokens: { access_token?: string } }) {
        const ask = (path: string) => askGitHub(`${api}${path}`, tokens.access_token);
        const [profile, emails] = await Promise.all([
          ask("/user") as Promise<GitHubProfile>,
          ask("/user/emails") as Promise<GitHubEmail[]>,
        ]);
        return { ...profile, email: emails.find(({ primary, verified }) => primary && verified)?.email ?? null };
      },
    },
  });
}

function enterpriseUrl(): string | undefined {
  return process.env.AUTH_GITHUB_URL?.trim().replace(/\/+$/, "") || undefined;
}

async function askGitHub(url: string, token: string | undefined): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json", "user-agent": "solid-auth-starter" };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PROVIDER_SECONDS * 1000) });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${new URL(url).pathname}.`);
  return response.json();
}
