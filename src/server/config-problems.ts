// Checks app.config.ts when the server starts. NaN, such as the `Number()` of a missing variable, turns a limit off:
// every comparison with NaN is false.

import "server-only";
import { lifetimeProblems } from "solid-authjs";
import { SIGN_IN } from "~/lib/paths";
import type { AppConfig } from "../../app.config";
import { AUTH_PATH } from "./env";
import { canonicalPath, isAtOrBelow } from "./http/path-spellings";
import { policyProblems } from "./http/policy-sources";

/** Paths that visitors need for signing in, or that monitors request: the guard must not redirect from them. */
const NEEDS_NO_SESSION = [AUTH_PATH, "/api/health", SIGN_IN, `${SIGN_IN}/confirm`, "/verify-request", "/error"];

/** @returns the problems, one line each */
export function configProblems(config: AppConfig): string[] {
  const { contentSecurityPolicy, protectedPaths, session, signedOutRedirect } = config;
  const covering = protectedPaths.filter((path) => canonicalPath(path) === path);
  return [
    ...lifetimeProblems({ session }),
    ...countProblem("maxBodyBytes", config.maxBodyBytes, "bytes"),
    ...countProblem("maxMailsPerDay", config.maxMailsPerDay, "mails"),
    ...protectedPaths
      .filter((path) => !covering.includes(path))
      .map((path) => `protectedPaths: "${path}" protects nothing. Write it as "${canonicalPath(path)}".`),
    ...covering.flatMap((path) => {
      const page = NEEDS_NO_SESSION.find((each) => isAtOrBelow([path], each));
      return page
        ? [`protectedPaths: "${path}" covers ${page}, which works without a session. List your own paths.`]
        : [];
    }),
    ...(isAtOrBelow(covering, signedOutRedirect)
      ? [`signedOutRedirect: "${signedOutRedirect}" is protected, so visitors without a session would see no page.`]
      : []),
    ...policyProblems(contentSecurityPolicy),
  ];
}

function countProblem(name: string, value: number, unit: string): string[] {
  const isCount = Number.isSafeInteger(value) && value > 0;
  return isCount ? [] : [`${name} is ${value}. It must be a number of ${unit}, above 0.`];
}
