// The security headers of static files, which do not pass through a middleware, and of pages, where each response has a
// policy with its own nonce. An application opens the policy by directive (policy-sources.ts).

import { randomBytes } from "node:crypto";
import { type PolicySources, policyWith } from "./policy-sources.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Headers that every response has. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // A page's URL may contain a token (in a mail link). Same-origin requests keep their Origin header, because the
  // server checks it.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": [
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
  ]
    .map((feature) => `${feature}=()`)
    .concat("publickey-credentials-create=(self)", "publickey-credentials-get=(self)")
    .join(", "),
};

/** HSTS. Browsers ignore HSTS on plain http (RFC 6797). */
const TRANSPORT = { "strict-transport-security": `max-age=${2 * YEAR_SECONDS}; includeSubDomains` };

/**
 * The headers of responses that need no script or style: static files, which a browser may open as a page, and the
 * error page of last resort.
 */
export const STATIC_HEADERS: Record<string, string> = {
  ...HEADERS,
  ...TRANSPORT,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

export const POLICY_HEADER = "content-security-policy";
const NONCE = "{nonce}";
const NONCE_BYTES = 16;

/** One call for random bytes is enough for many nonces: a call for each response costs a seventh of a small page. */
let drawn = Buffer.alloc(0);

/** @returns random text for one response's policy, in base64 */
export function newNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(256 * NONCE_BYTES);
  const nonce = drawn.toString("base64", 0, NONCE_BYTES);
  drawn = drawn.subarray(NONCE_BYTES);
  return nonce;
}

/**
 * Makes the headers of the application's responses.
 *
 * @param opened the additional sources of the directives. Chromium checks each redirect of a form against `form-action`
 * @returns the headers of a response, and the policy of a response that has scripts or styles. The scripts and styles
 *   of the page have the nonce, and injected ones do not
 */
export function pageHeaders(opened: PolicySources[]) {
  const directives = {
    "default-src": "'none'",
    "script-src": `'strict-dynamic' 'nonce-${NONCE}'`,
    // Vite's development server adds styles with the nonce. The policy is the same in a build, so that code that works
    // here works there.
    "style-src": `'self' 'nonce-${NONCE}'`,
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
  };
  const policy = policyWith(directives, opened);
  const withoutNonce = policy.replaceAll(` 'nonce-${NONCE}'`, "");
  return {
    headersOf: (isHttps: boolean) =>
      Object.entries({ ...HEADERS, ...(isHttps && TRANSPORT), [POLICY_HEADER]: withoutNonce }),
    policyFor: (nonce: string) => policy.replaceAll(NONCE, nonce),
  };
}
