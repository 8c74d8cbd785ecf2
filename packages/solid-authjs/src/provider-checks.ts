// Ties a provider's answer to the sign-in that this browser began: core's cookies with the state, the PKCE verifier and
// the nonce.
//
// Threat: a sibling subdomain can set these cookies, with values of a sign-in that an attacker began, and send the
// browser to the callback with the attacker's code. Core accepts this code as this browser's sign-in. So the layer
// seals its notes at the start, such as "Connect", with a hash of the cookies that the same answer sets. The notes
// count for no other cookies.

import { parseCookie, parseSetCookie } from "cookie";
import type { AuthRequest, FlowContext } from "./context.ts";
import { checkNames } from "./cookies.ts";
import { sha256 } from "./sha256.ts";

/** @returns a hash of the checks that the start of a sign-in sets */
export function checksBegun(context: FlowContext, headers: Headers): string {
  const set = headers.getSetCookie().map((line) => parseSetCookie(line));
  return checksOf(context, (name) => set.find((cookie) => cookie.name === name)?.value);
}

/** @returns a hash of the checks that the browser sends back */
export function checksBrought(context: FlowContext): string {
  const sent = parseCookie(context.request.headers.get("cookie") ?? "");
  return checksOf(context, (name) => sent[name]);
}

function checksOf({ config, request }: FlowContext, read: (name: string) => string | undefined): string {
  const values = checkNames(config.core.cookies, request.secure, providerChecks(request)).map(read);
  return sha256(JSON.stringify(values));
}

/** A browser can hold the cookie of a check that this provider does not make. */
function providerChecks({ provider }: AuthRequest): string[] {
  const { options } = (provider ?? {}) as { options?: { checks?: string[] } };
  return options?.checks ?? [];
}
