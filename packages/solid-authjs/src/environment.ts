// Checks the environment variables that Auth.js and this package read, so that a server with a weak secret or an unsafe
// origin does not start. This file imports nothing: it can run before anything else is loaded.

/** Shorter secrets can be guessed. */
const MIN_SECRET_LENGTH = 32;
/** The least share of different groups of three characters in a secret. A random secret in hex has more. */
const MIN_VARIETY_OF_GROUPS = 0.75;
/** Words of examples. Random text contains short sequences: one in 17,000 secrets in hex has "12345". */
const EXAMPLE_WORDS =
  "example change.?[Mm]e change.?[Tt]his change.?[Ii]t replace secret password passwd 12345678 placeholder openssl output generate random insert sample default qwerty your[-_]";
/**
 * Each word in its usual cases. Other mixtures of cases do not count, because one in a million random secrets contains
 * such a word in some mixture.
 */
const EXAMPLE = new RegExp(
  EXAMPLE_WORDS.split(" ")
    .flatMap((word) => [word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)])
    .join("|"),
);
/** Placeholders, and commands that a shell did not replace: <secret>, [secret], ${SECRET}, $(command). */
const BRACKETED = /^(?:<.*>|\[.*\]|\$?\{.*\}|\$?\(.*\)|`.*`)$/;
/** How much of a value a problem quotes, in characters. */
const MAX_SHOWN_LENGTH = 100;

type Variables = Record<string, string | undefined>;
type Get = (name: string) => string | undefined;

/**
 * The variables that Auth.js and this package read, beside those of providers: AUTH_<ID>_ID, _SECRET, _URL, _ISSUER.
 */
export const AUTH_VARIABLES = [
  ...["AUTH_SECRET", "AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"],
  ...["AUTH_URL", "AUTH_TRUST_HOST", "AUTH_REDIRECT_PROXY_URL"],
];

/**
 * The values of variables, cleaned in one way for all readers: a secret's file ends in a line end, and Docker keeps the
 * quotation marks of its `--env-file`.
 *
 * @param variables an environment, such as `process.env`
 * @returns the values without surrounding space and quotation marks; empty variables are absent
 */
export function trimmedVariables(variables: Variables): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(variables).map(([name, text = ""]) => [name, trimmed(text) || undefined]));
}

function trimmed(text: string): string {
  const value = text.trim();
  const isQuoted = value.length > 1 && (value[0] === '"' || value[0] === "'") && value.at(-1) === value[0];
  return isQuoted ? value.slice(1, -1).trim() : value;
}

/**
 * Checks AUTH_SECRET, AUTH_URL, AUTH_TRUST_HOST, and the variables of providers (AUTH_<ID>_ID, _SECRET, _URL, _ISSUER).
 *
 * @param variables an environment, such as `process.env`; empty values count as absent
 * @param production whether secrets have to be random, and the origin has to be known
 * @param basePath the configuration's, if it sets one: AUTH_URL may then have no other path
 * @returns the secrets, newest first, in the order in which Auth.js reads them; and the problems, one line each
 */
export function checkAuthEnvironment(
  variables: Variables,
  production: boolean,
  basePath?: string,
): { secrets: string[]; problems: string[] } {
  const problems: string[] = [];
  const values = trimmedVariables(variables);
  const get = (name: string) => values[name];
  const secrets = readSecrets(get, production, problems);
  checkOrigin(get, production, problems, basePath);
  checkProviders(values, problems);
  return { secrets, problems };
}

function readSecrets(get: Get, production: boolean, problems: string[]): string[] {
  const names = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"].filter((name) => get(name));
  if (names.length === 0)
    problems.push(
      "AUTH_SECRET is missing. It signs cookies and hashes tokens. Generate one with: openssl rand -base64 33",
    );
  if (production) for (const name of names) checkSecret(name, get(name) ?? "", problems);
  return names.map((name) => get(name) ?? "");
}

function checkSecret(name: string, secret: string, problems: string[]): void {
  if (secret.length < MIN_SECRET_LENGTH)
    problems.push(`${name} is too short: ${secret.length} characters, at least ${MIN_SECRET_LENGTH} are needed.`);
  else if (EXAMPLE.test(secret) || BRACKETED.test(secret) || isRegular(secret))
    problems.push(`${name} looks like an example. Generate a random one with: openssl rand -base64 33`);
}

/** Whether a text has few characters, a repeated part, or a sequence like the alphabet. */
function isRegular(text: string): boolean {
  const groups = Array.from({ length: text.length - 2 }, (_, start) => text.slice(start, start + 3));
  const inSequence = groups.filter((group) => {
    const [a = 0, b = 0, c = 0] = Buffer.from(group);
    return b - a === c - b && Math.abs(b - a) <= 1;
  });
  return new Set(groups).size < MIN_VARIETY_OF_GROUPS * groups.length || inSequence.length > groups.length / 2;
}

function checkOrigin(get: Get, production: boolean, problems: string[], basePath: string | undefined): void {
  const trust = get("AUTH_TRUST_HOST");
  if (trust && !["true", "false", "1", "0"].includes(trust))
    problems.push("AUTH_TRUST_HOST must be true or false. It takes the origin from what a proxy forwards.");
  const url = get("AUTH_URL");
  if (url) {
    const purpose = "It is the origin in mails, redirects and passkeys.";
    const problem = urlProblem(url) ?? authUrlProblem(url, basePath);
    if (problem) problems.push(`AUTH_URL ${problem} ${purpose}`);
  } else if (production && trust !== "true" && trust !== "1")
    problems.push(
      "AUTH_URL is missing. It is the public origin, like https://app.example.com, in mails, redirects and passkeys. " +
        "(Behind a proxy that sets the host safely, use AUTH_TRUST_HOST=true instead.)",
    );
}

/**
 * @param url an http(s) URL
 * @param basePath the configuration's, if it sets one
 * @returns the words after AUTH_URL if a part of the URL has no effect
 */
export function authUrlProblem(url: string, basePath: string | undefined): string | undefined {
  const { username, password, search, hash, pathname } = new URL(url);
  if (username || password || search || hash) return "has more than an origin: a user, a query or a hash.";
  const path = pathname.replace(/(?<!\/)\/+$/, "");
  if (!basePath || path === "" || path === `/${basePath.replace(/^\/+|(?<!\/)\/+$/g, "")}`) return undefined;
  return `has the path ${shown(path)}, and the application is not there: it answers at ${basePath}. Leave the path out.`;
}

/** @returns the words after the name of a variable, or of a provider's endpoint, if its URL is not safe */
export function urlProblem(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return `is not an http(s) URL: ${shown(value)}.`;
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return `must be https: ${shown(value)}. Over plain http, attackers on the network can read tokens.`;
  return undefined;
}

/** @returns whether a URL's host is this machine */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);
}

/** One line for a terminal, without the password that a URL may have. */
function shown(value: string): string {
  return value
    .replace(/\/\/[^/]*@/, "//…@")
    .replace(/\p{C}/gu, "?")
    .slice(0, MAX_SHOWN_LENGTH);
}

function checkProviders(values: Variables, problems: string[]): void {
  for (const [name, value = ""] of Object.entries(values)) {
    if (!value || !/^AUTH_\w+_(?:ID|SECRET|URL|ISSUER)$/.test(name)) continue;
    const problem = /_(?:URL|ISSUER)$/.test(name) ? urlProblem(value) : undefined;
    if (problem) problems.push(`${name} ${problem} Users are sent there to sign in.`);
    else if (/\p{Cc}/u.test(value)) problems.push(`${name} has a line end or another control character within.`);
  }
}

/** A sign-in method, and the environment variables that turn it on. The method needs all of them. */
export interface SwitchedMethod {
  name: string;
  variables: string[];
}

/** @returns the variables of a method that are not set */
export function missingVariables({ variables: names }: SwitchedMethod, variables: Variables): string[] {
  return names.filter((name) => !trimmed(variables[name] ?? ""));
}

/**
 * Checks that each method has all of its variables, or none.
 *
 * @param variables an environment, such as `process.env`
 * @param production whether at least one method must be configured. Methods without variables, such as passkeys, do not
 *   count, because only signed-in users can add them
 * @returns the problems, one line each
 */
export function checkSignInMethods(methods: SwitchedMethod[], variables: Variables, production: boolean): string[] {
  const switchable = methods.filter((method) => method.variables.length > 0);
  const problems = switchable.flatMap((method) => {
    const missing = missingVariables(method, variables);
    if (missing.length === 0 || missing.length === method.variables.length) return [];
    const verb = missing.length === 1 ? "is" : "are";
    return [
      `${inWords(missing)} ${verb} missing. ${inWords(method.variables)} turn on the sign-in method "${method.name}" together.`,
    ];
  });
  const isAnyOn = switchable.some((method) => missingVariables(method, variables).length === 0);
  if (!production || isAnyOn || problems.length > 0) return problems;
  const choices = switchable.map((method) => `${inWords(method.variables)} (${method.name})`).join(", or ");
  return [`No sign-in method is configured, and at least one is needed. Set ${choices}.`];
}

function inWords(names: string[]): string {
  return new Intl.ListFormat("en").format(names);
}
