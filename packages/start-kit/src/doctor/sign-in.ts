// Checks where providers send their users back, where passkeys belong, and on which origins they work.

import { askJson, onSite } from "./ask.ts";
import { type Finding, fail, ok } from "./finding.ts";
import type { Report } from "./report.ts";

const ABOUT = "Passkeys";

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
  const listed = await askJson(onSite(`${report.authRoute}/providers`, target));
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
    ...(passkey ? await passkeyFindings(target, report, passkey.id) : []),
  ];
}

async function passkeyFindings(
  target: URL,
  { authRoute, relatedOrigins }: Report,
  provider: string,
): Promise<Finding[]> {
  const url = onSite(`${authRoute}/webauthn-options/${encodeURIComponent(provider)}`, target);
  const answer = (await askJson(url)) as { options?: { rpId?: unknown } } | undefined;
  const rpId = String(answer?.options?.rpId ?? "");
  const related = await Promise.all(relatedOrigins.map((origin) => relatedFinding(origin, relatedOrigins)));
  const isOwn = rpId !== "" && `.${target.hostname}`.endsWith(`.${rpId}`);
  const belong = `belong to ${rpId || "no host"}`;
  if (!isOwn && !relatedOrigins.includes(target.origin))
    related.unshift(
      fail(
        ABOUT,
        `${belong}, and do not work here.`,
        `Add ${target.origin} to relatedOrigins of passkey() in src/server/auth/sign-in-methods.ts.`,
      ),
    );
  return related.length > 0 ? related : [ok(ABOUT, `${belong}.`)];
}

/**
 * Browsers look for the list at its first origin. Each origin serves the list, so that another origin can become the
 * first.
 */
async function relatedFinding(origin: string, origins: string[]): Promise<Finding> {
  const url = new URL("/.well-known/webauthn", origin);
  const served = ((await askJson(url)) as { origins?: unknown } | undefined)?.origins;
  const list = Array.isArray(served) ? served : undefined;
  const missing = origins.filter((each) => !list?.includes(each));
  if (missing.length === 0) return ok(ABOUT, `work on ${origin}, which lists all related origins.`);
  const what = list ? `does not list ${missing.join(", ")}` : "is no list of related origins";
  return fail(ABOUT, `${url} ${what}.`, `Deploy this version at ${origin} too, and let its proxy pass that path.`);
}
