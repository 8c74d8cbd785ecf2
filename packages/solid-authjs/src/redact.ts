// Removes addresses, tokens and secrets from a log entry, in every encoding: libraries put them into error messages,
// and links contain them percent-encoded, often more than once. Visitors choose much of the text, so each step takes
// linear time. This file imports only files without imports, so that a log can use it.

import { trimmedVariables } from "./environment.ts";

/** The pattern matches only from the beginning of a word. A match attempt at each character takes quadratic time. */
const ADDRESS =
  /(?<![^\s"(),:;<>[\\\]?&@/])(?:"[^"\n]{1,64}"|[^\s"(),:;<>[\\\]?&@/]+)@(?:\[[\w.:]+\]|[\p{L}\p{M}\p{N}.-]+)/gu;
/**
 * Session tokens, link tokens, JWTs and provider tokens are all longer than a word in a stack trace. The name of a
 * migration is as long, and begins with its time: 20261125014803_device_bound_sessions.
 */
const TOKEN = /(?<![\w-])(?!\d{14}_[a-z\d_]+(?![\w-]))[\w-]{32,}/g;
/** base64 with the older alphabet. Paths match too. */
const BASE64 = /[\w+/-]{32,}={0,2}/g;
/** Shorter base64 contains no address. */
const SHORT_BASE64 = /[\w+-]{8,}={0,2}/g;
/**
 * The least length of a secret of the environment, in characters: a password like "database" is part of other words.
 */
const MIN_HIDDEN_LENGTH = 12;

/** How escapes begin. */
const ESCAPE = /[%\\=]|[^\p{ASCII}]/u;
/** How many layers of encodings are removed. A percent sign that is encoded many times counts as one layer. */
const MAX_LAYERS = 8;

/**
 * @returns the message without addresses, tokens and secrets. Line breaks are indented, so that visitors cannot start a
 *   new entry
 */
export function redact(message: string): string {
  // Quoted-printable splits long words.
  const masked = message.replace(/=\r?\n/g, "").replace(/\S+/g, redactEncoded);
  return conceal(masked).replace(/[\r\n]+/g, "\n  ");
}

/** A word stays encoded if it hides nothing. */
function redactEncoded(word: string): string {
  if (!ESCAPE.test(word)) return word;
  const text = decodeLayers(word);
  if (text === undefined) return "[encoded]";
  if (text === word) return word;
  const concealed = conceal(text);
  return concealed === text ? word : concealed.replace(/\p{C}/gu, " ");
}

function conceal(text: string): string {
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text)
    .replace(ADDRESS, "[address]")
    .replace(TOKEN, "[token]")
    .replace(BASE64, (run) => (isRandom(run) ? "[token]" : run))
    .replace(SHORT_BASE64, concealBase64);
}

function concealBase64(run: string): string {
  const text = Buffer.from(run, "base64").toString();
  if (/[\p{C}\ufffd]/u.test(text)) return run;
  if (secrets.some((secret) => text.includes(secret))) return "[secret]";
  return text.search(ADDRESS) < 0 ? run : "[address]";
}

/**
 * Random text often changes between kinds of characters, and has capital letters. The words of a path do not.
 */
function isRandom(run: string): boolean {
  const changes = run.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)|[^a-zA-Z\d](?=[a-zA-Z\d])/g) ?? [];
  const capitals = run.match(/[A-Z]/g) ?? [];
  return changes.length > 0.4 * run.length && capitals.length >= 5;
}

/** @returns the text without any encoding; undefined if it has too many layers */
function decodeLayers(word: string): string | undefined {
  let text = word;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const decoded = decodeLayer(text);
    if (decoded === text) return text;
    text = decoded;
  }
}

function decodeLayer(text: string): string {
  return (
    text
      // Replaces characters that look alike, such as a wide "@". Combining marks stay: sorting thousands takes
      // quadratic time.
      .replace(/[^\p{ASCII}\p{M}]+/gu, (run) => run.normalize("NFKC"))
      .replace(/\\+/g, "\\")
      .replace(/%(?:25)+/g, "%")
      .replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString())
      .replace(/[%\\](?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, ...codes) =>
        String.fromCharCode(Number.parseInt(codes.slice(0, 2).find(Boolean), 16)),
      )
      // Quoted-printable. "status=400" is not.
      .replace(/=40(?=[\p{L}\p{N}.-]*\.\p{L}{2})/gu, "@")
  );
}

/** The longest comes first, because one secret may contain another. */
const secrets = Object.entries(trimmedVariables(process.env))
  .flatMap(([name, value = ""]) => (/SECRET|PASSWORD/.test(name) ? value : passwordsIn(value)))
  .filter(({ length }) => length >= MIN_HIDDEN_LENGTH)
  .sort((a, b) => b.length - a.length);

function passwordsIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : "";
  return [password, decodeLayers(password) ?? ""];
}
