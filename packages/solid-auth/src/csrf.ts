// The CSRF token. Forms repeat it, and a cookie holds it with a hash of it and the secret (double submit). Tokens are
// made as core makes them, so that both accept them.

import { hash, randomBytes } from "node:crypto";
import { skipCSRFCheck } from "@auth/core";
import type { FlowContext } from "./context.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

const CSRF_TOKEN_BYTES = 32;

/**
 * @param cookie what the browser sent
 * @returns its token, or a new one with the cookie to set; an empty token if the check is switched off
 */
export function readCsrfToken(config: ResolvedConfig, cookie: string | undefined): { token: string; cookie?: string } {
  if (config.core.skipCSRFCheck === skipCSRFCheck) return { token: "" };
  const [token, signature] = cookie?.split("|") ?? [];
  if (token && signature === sign(config, token)) return { token };
  const created = randomBytes(CSRF_TOKEN_BYTES).toString("hex");
  return { token: created, cookie: `${created}|${sign(config, created)}` };
}

/** The check that core makes on its other POSTs. It leaves out the callbacks of email links and passkeys. */
export function hasCsrfToken({ config, request }: FlowContext): boolean {
  const { token, cookie } = readCsrfToken(config, request.cookies[request.names.csrf]);
  // A new cookie: the browser sent none, or a forged one.
  return token === "" || (cookie === undefined && token === request.body.csrfToken);
}

function sign({ secrets }: ResolvedConfig, token: string): string {
  return hash("sha256", token + secrets[0]);
}
