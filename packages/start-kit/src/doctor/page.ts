// Whether addresses in pages arrive unchanged.

import type { Answer } from "./ask.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

/**
 * Cloudflare does not change the text after this comment. https://developers.cloudflare.com/waf/tools/scrape-shield/
 */
const KEPT = "<!--email_off-->";

/** The text with which Cloudflare replaces an address. */
const REPLACED = "/cdn-cgi/l/email-protection";

export function addressFinding({ body }: Answer): Finding {
  const cure =
    "Turn off Email Address Obfuscation in Cloudflare (Scrape Shield), and what removes comments from pages.";
  if (body.includes(REPLACED)) return fail("Addresses", 'are replaced by "[email protected]" in pages.', cure);
  if (body.includes(KEPT)) return ok("Addresses", "in pages stand between comments that keep Cloudflare from them.");
  return warn("Addresses", `in pages do not stand behind ${KEPT}, so Cloudflare would replace them.`, cure);
}
