// Sign-in with GitHub, or with an Enterprise Server. Only the primary address counts, and only if GitHub has verified
// it.

import "server-only";
import { trimmedVariables } from "solid-authjs/environment";
import { type VerifiedGitHubOptions, verifiedGitHub } from "solid-authjs/github";
import { PROVIDER_SECONDS } from "~/server/time-limits";

export default function gitHubProvider(options: VerifiedGitHubOptions) {
  const baseUrl = trimmedVariables(process.env).AUTH_GITHUB_URL?.replace(/\/+$/, "");
  return verifiedGitHub({ baseUrl, userAgent: "solid-auth-starter", timeout: PROVIDER_SECONDS, ...options });
}
