// The headers that tell browsers what this site never does. src/middleware sends them with all that the application answers;
// vite.config.ts gives static files theirs, which never pass there.

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The same for every answer. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // A page's address may hold a token (a mail link's). Same-origin requests keep their Origin header, which is checked.
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

/** Browsers follow this over https only, and by RFC 6797 ignore it elsewhere. */
const TRANSPORT = { "strict-transport-security": `max-age=${2 * YEAR_SECONDS}; includeSubDomains` };

/** For what needs nothing: static files, which a browser may be made to open as a page, and the page of last resort. */
export const STATIC_HEADERS: Record<string, string> = {
  ...HEADERS,
  ...TRANSPORT,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/**
 * For what the application renders.
 *
 * @param nonce marks this answer's own scripts; what was injected does not have it
 * @param formTargets origins that forms may lead to, besides this one: Chromium checks each hop of a redirect as well
 */
export function pageHeaders({
  nonce,
  formTargets,
  isHttps,
}: {
  nonce: string;
  formTargets: string[];
  isHttps: boolean;
}): Record<string, string> {
  const policy = {
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's development server puts styles into the page itself.
    "style-src": import.meta.env.DEV ? "'self' 'unsafe-inline'" : "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": ["'self'", ...formTargets].join(" "),
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
  };
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  return { ...HEADERS, ...(isHttps && TRANSPORT), "content-security-policy": directives.join("; ") };
}
