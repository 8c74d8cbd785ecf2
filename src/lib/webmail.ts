// Where people with an address of a well-known provider read their mail.

const WEBMAIL: [domain: RegExp, name: string, url: string][] = [
  [/^(gmail|googlemail)\.com$/, "Gmail", "https://mail.google.com/mail/"],
  [/^((outlook|hotmail|live)\.[a-z.]+|msn\.com)$/, "Outlook", "https://outlook.live.com/mail/"],
  [/^(yahoo\.[a-z.]+|ymail\.com)$/, "Yahoo Mail", "https://mail.yahoo.com/"],
  [/^(icloud|me|mac)\.com$/, "iCloud Mail", "https://www.icloud.com/mail"],
  [/^(proton\.me|protonmail\.com|pm\.me)$/, "Proton Mail", "https://mail.proton.me/"],
  [/^(fastmail\.com|fastmail\.fm)$/, "Fastmail", "https://app.fastmail.com/"],
];

/** @returns undefined for an address with any other domain */
export function webmailOf(address: string): { name: string; url: string } | undefined {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const [, name, url] = WEBMAIL.find(([pattern]) => pattern.test(domain)) ?? [];
  return name && url ? { name, url } : undefined;
}
