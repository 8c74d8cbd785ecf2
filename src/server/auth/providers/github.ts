// Sign-in with GitHub, or with an Enterprise Server. Only the primary address counts, and only if GitHub has verified
// it.

import "server-only";
import { type VerifiedGitHubOptions, verifiedGitHub } from "solid-auth/github";
import { PROVIDER_SECONDS } from "../../time-limits";

export default function gitHubProvider(options: VerifiedGitHubOptions) {
  const baseUrl = process.env.AUTH_GITHUB_URL?.trim().replace(/\/+$/, "") || undefined;
  return verifiedGitHub({ baseUrl, userAgent: "solid-auth-starter", timeout: PROVIDER_SECONDS, ...options });
}
