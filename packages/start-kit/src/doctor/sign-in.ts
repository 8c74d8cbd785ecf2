// Checks where providers send their users back, and where passkeys belong.

import { askJson } from "./ask.ts";
import { type Finding, fail, ok } from "./finding.ts";
import type { Report } from "./report.ts";

/** A provider in Auth.js's list. */
interface PublicProvider {
  id: string;
  name: string;
  type: string;
  callbackUrl: string;
}

function isProvider(listed: unknown): listed is PublicProvider {
  const provider = Object(listed) as Record<string, unknown>;
  return ["id", "name", "type", "callbackUrl"].every((field) => typeof provider[field] === "string");
}

export async function signInFindings(target: URL, report: Report): Promise<Finding[]> {
  const listed = await askJson(new URL(`${report.authRoute}/providers`, target));
  const providers = Object.values(listed ?? {}).filter(isProvider);
  if (providers.length === 0) {
    const cure = "Let the proxy pass that path, and set the variables of a sign-in method.";
    return [fail("Sign-in", `${report.authRoute}/providers lists no sign-in method.`, cure)];
  }
  const passkey = providers.find(({ type }) => type === "webauthn");
  return [
    ...providers
      .filter(({ type }) => type === "oauth" || type === "oidc")
      .map(({ name, callbackUrl }) => ok(name, `The callback URL to enter there is ${callbackUrl}`)),
    ...(passkey ? [await passkeyFinding(target, report, passkey.id)] : []),
  ];
}

async function passkeyFinding(target: URL, { authRoute, relatedOrigins }: Report, provider: string): Promise<Finding> {
  const url = new URL(`${authRoute}/webauthn-options/${encodeURIComponent(provider)}`, target);
  const answer = (await askJson(url)) as { options?: { rpId?: unknown } } | undefined;
  const rpId = String(answer?.options?.rpId ?? "");
  const isOwn = rpId !== "" && `.${target.hostname}`.endsWith(`.${rpId}`);
  const belong = `belong to ${rpId || "no host"}`;
  if (isOwn || relatedOrigins.includes(target.origin)) return ok("Passkeys", `${belong}.`);
  return fail(
    "Passkeys",
    `${belong}, and do not work here.`,
    `Add ${target.origin} to relatedOrigins of passkey() in src/server/auth/sign-in-methods.ts.`,
  );
}
