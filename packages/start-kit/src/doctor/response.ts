// Checks an answer as it arrives: TLS, HSTS, the security headers, the cookies.

import type { Answer } from "./ask.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import type { Report } from "./report.ts";
import { LOOPBACK } from "./request.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Certificates that renew themselves do so a month before their end. */
const MIN_CERTIFICATE_DAYS = 14;
const MIN_HSTS_DAYS = 180;
const HSTS = "strict-transport-security";

export function tlsFindings(target: URL, { tls, headers }: Answer): Finding[] {
  const withoutTls = LOOPBACK.has(target.hostname) ? warn : fail;
  if (!tls) return [withoutTls("TLS", "There is none.", "Use https everywhere but on your own machine.")];
  const days = Math.floor((tls.expires.valueOf() - Date.now()) / DAY_MS);
  const certificate = `${tls.protocol}; the certificate is trusted, and valid for ${days} more days.`;
  const [, maxAge = 0] = headers[HSTS]?.match(/max-age="?(\d+)/i) ?? [];
  const hstsDays = Math.floor((Number(maxAge) * 1000) / DAY_MS);
  return [
    // A certificate without a date fails.
    !(days >= MIN_CERTIFICATE_DAYS)
      ? warn("TLS", certificate, "Renew the certificate, and see why it does not renew itself.")
      : ok("TLS", certificate),
    hstsDays < MIN_HSTS_DAYS
      ? fail(
          "HSTS",
          headers[HSTS] ? `lasts ${hstsDays} days only.` : "does not arrive: a first click can be led to plain http.",
          "Let the proxy pass Strict-Transport-Security, which the application sends if its origin is https.",
        )
      : ok("HSTS", `lasts ${hstsDays} days.`),
  ];
}

/** Compares the headers of a page with those that the server sends. */
export function headerFindings(page: Answer, report: Report): Finding[] {
  const changed = Object.entries(report.headers).filter(
    ([name, sent]) => name !== HSTS && arrived(page, name) !== sent,
  );
  const cure = "Let the proxy pass it as it is, and set none of its own (nginx: no proxy_hide_header, no add_header).";
  const findings = changed.map(([name]) =>
    fail("Policy", `${name} arrives ${page.headers[name] === undefined ? "not at all" : "changed"}.`, cure),
  );
  const names = Object.keys(report.headers).length;
  if (names === 0) return [fail("Policy", "The server sends no security header.", "Deploy the template's middleware.")];
  return findings.length > 0 ? findings : [ok("Policy", `All ${names} security headers arrive as they were built.`)];
}

/** Each page's policy has another nonce. */
function arrived({ headers }: Answer, name: string): string | undefined {
  return headers[name]?.replace(/ 'nonce-[\w+/=]+'/g, "");
}

export function cookieFinding({ setCookies }: Answer): Finding {
  if (setCookies.length === 0)
    return fail("Cookies", "do not arrive.", "Let the proxy pass Set-Cookie, and store no page in a cache.");
  const open = setCookies.filter((line) => !/^__(?:Host|Secure)-/.test(line) || !/; *secure(?:;|$)/i.test(line));
  const names = (lines: string[]) => lines.map((line) => line.split("=")[0]).join(", ");
  if (open.length === 0) return ok("Cookies", `have their prefix and are Secure: ${names(setCookies)}.`);
  return fail(
    "Cookies",
    `are open to plain http and to sibling subdomains: ${names(open)}.`,
    "Give the application an https origin (AUTH_URL), and let the proxy pass Set-Cookie as it is.",
  );
}
