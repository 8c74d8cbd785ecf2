// Whether the DNS of the sender's domain allows mail to arrive: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489).

import { Resolver } from "node:dns/promises";
import { type Finding, fail, ok, warn } from "./finding.ts";

const TIMEOUT_MS = 3000;

export interface MailOptions {
  /** The DKIM selector that the mail server uses. DNS has no list of selectors. */
  dkim: string | undefined;
  /** A DNS server, as address and port, to use instead of the system's. */
  dns: string | undefined;
}

/** The texts at a name; `exists` is true if there is any record at or below it. */
type LookUp = (name: string) => Promise<{ texts: string[]; exists: boolean }>;

/** @param sender an address, perhaps after a name */
export async function mailFindings(sender: string, { dkim, dns }: MailOptions): Promise<Finding[]> {
  const domain = sender.match(/@([^\s>]+)>?\s*$/)?.[1]?.toLowerCase() ?? "";
  if (!domain)
    return [fail("SPF", `${sender} has no domain.`, "Set EMAIL_FROM to an address, like sign-in@example.com.")];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (dns) resolver.setServers([dns]);
  const lookUp: LookUp = async (name) => {
    try {
      return { texts: (await resolver.resolveTxt(name)).map((parts) => parts.join("")), exists: true };
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== "ENODATA" && code !== "ENOTFOUND") throw error;
      return { texts: [], exists: code === "ENODATA" };
    }
  };
  const checks = [["SPF", spf] as const, ["DKIM", dkimWith(dkim)] as const, ["DMARC", dmarc] as const];
  return Promise.all(
    checks.map(([about, check]) =>
      check(domain, lookUp).catch((error) =>
        warn(
          about,
          `of ${domain} could not be looked up (${error.code}).`,
          "Try again, or name a server: --dns 9.9.9.9.",
        ),
      ),
    ),
  );
}

async function spf(domain: string, lookUp: LookUp): Promise<Finding> {
  const records = (await lookUp(domain)).texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record = ""] = records;
  const [, all] = record.match(/ ([+?~-]?)all\b/i) ?? [];
  if (records.length !== 1)
    return fail(
      "SPF",
      `${domain} has ${records.length} records, and receivers need one.`,
      "Publish one TXT record that names your mail server, like: v=spf1 include:… -all",
    );
  if (all === "" || all === "+")
    return fail("SPF", `of ${domain} lets any server send (${record}).`, "End it with -all.");
  if (all === "?" || (all === undefined && !/ redirect=/i.test(record)))
    return warn("SPF", `of ${domain} forbids no server (${record}).`, "End it with ~all or -all.");
  return ok("SPF", `of ${domain} is ${record}`);
}

const dkimWith = (selector: string | undefined) => async (domain: string, lookUp: LookUp) => {
  const cure = "Publish the key that your mail server signs with.";
  if (selector) {
    const name = `${selector}._domainkey.${domain}`;
    const isKey = (await lookUp(name)).texts.some((text) => /(?:^|;)\s*p=[^;\s]/.test(text));
    return isKey ? ok("DKIM", `${name} has a key.`) : fail("DKIM", `${name} has no key.`, cure);
  }
  const { exists } = await lookUp(`_domainkey.${domain}`);
  if (!exists) return fail("DKIM", `${domain} has no key under any selector.`, cure);
  return ok("DKIM", `${domain} has keys. With --dkim and the selector of your mail server, its own key is checked.`);
};

/** A domain without its own record uses the record of the domain above it. */
async function dmarc(domain: string, lookUp: LookUp): Promise<Finding> {
  const labels = domain.split(".");
  for (let start = 0; start < Math.max(1, labels.length - 1); start++) {
    const name = `_dmarc.${labels.slice(start).join(".")}`;
    const record = (await lookUp(name)).texts.find((text) => /^v=DMARC1\b/.test(text));
    if (!record) continue;
    const [, policy] = (start > 0 && record.match(/\bsp=(\w+)/)) || (record.match(/\bp=(\w+)/) ?? []);
    if (policy === "quarantine" || policy === "reject") return ok("DMARC", `of ${domain} is p=${policy}.`);
    const cure = "Raise it to p=quarantine once the reports show only your own mail.";
    return warn("DMARC", `of ${domain} is p=${policy ?? "missing"}: others can send in its name.`, cure);
  }
  const cure = `Publish a TXT record at _dmarc.${domain}, at first: v=DMARC1; p=none; rua=mailto:…`;
  return fail("DMARC", `${domain} has no record: large providers refuse such mail, or call it spam.`, cure);
}
