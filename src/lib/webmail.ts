// The sites on which users with an address of a well-known provider read their mail.

const WEBMAIL = [
  { name: "Gmail", url: "https://mail.google.com/mail/", domains: ["gmail.com", "googlemail.com"] },
  {
    name: "Outlook",
    url: "https://outlook.live.com/mail/",
    domains: ["outlook.com", "hotmail.com", "live.com", "msn.com"],
  },
  { name: "Yahoo Mail", url: "https://mail.yahoo.com/", domains: ["yahoo.com", "ymail.com"] },
  { name: "iCloud Mail", url: "https://www.icloud.com/mail", domains: ["icloud.com", "me.com", "mac.com"] },
  { name: "Proton Mail", url: "https://mail.proton.me/", domains: ["proton.me", "protonmail.com", "pm.me"] },
  { name: "Fastmail", url: "https://app.fastmail.com/", domains: ["fastmail.com", "fastmail.fm"] },
];

/** @returns undefined for an address with any other domain */
export function webmailOf(address: string): { name: string; url: string } | undefined {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return WEBMAIL.find(({ domains }) => domains.includes(domain));
}
