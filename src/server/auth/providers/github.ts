// Sign-in with GitHub, or with an Enterprise Server. Only the primary address counts, and only if GitHub has verified
// it.

import "server-only";
import { trimmedVariables } from "solid-authjs/environment";
import { type VerifiedGitHubOptions, verifiedGitHub } from "solid-authjs/github";
import gitHubIcon from "~/icons/logos/github.svg?raw";
import type { SignInMethod } from "~/server/auth/sign-in-method";
import { PROVIDER_SECONDS } from "~/server/time-limits";
import { oauth } from "./oauth";

export const github = (): SignInMethod => oauth(gitHubProvider, { icon: gitHubIcon, verifiesEmail: true });

function gitHubProvider(options: VerifiedGitHubOptions) {
  const baseUrl = trimmedVariables(process.env).AUTH_GITHUB_URL?.replace(/\/+$/, "");
  return verifiedGitHub({ baseUrl, userAgent: "solid-auth-starter", timeout: PROVIDER_SECONDS, ...options });
}
