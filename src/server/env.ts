// The environment variables, checked once when the server starts. In production the server does not start if one is
// missing or unsafe, and it reports all problems at once.

import "server-only";
import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { engines } from "./database/engines";

/** Shorter secrets can be guessed. */
const MIN_SECRET_LENGTH = 32;
/**
 * How many different characters, and which part of all groups of three, a secret has at least. A random one in hex has
 * more.
 */
const MIN_VARIETY = 10;
const MIN_VARIETY_OF_GROUPS = 0.75;
/** Words of examples. Random text contains short ones: one in 17,000 secrets in hex has "12345". */
const EXAMPLE_WORDS =
  "example change.?[Mm]e change.?[Tt]his change.?[Ii]t replace secret password passwd 12345678 placeholder openssl output generate random insert sample default qwerty your[-_]";
/** Each word as people write it. In any mixture of cases, one in a million random secrets has one. */
const EXAMPLE = new RegExp(
  EXAMPLE_WORDS.split(" ")
    .flatMap((word) => [word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)])
    .join("|"),
);
/** Placeholders, and commands that a shell would have replaced: <secret>, [secret], ${SECRET}, $(command). */
const BRACKETED = /^(?:<.*>|\[.*\]|\$?\{.*\}|\$?\(.*\)|`.*`)$/;
/** The widest network of proxies. 10.0.0.0/8 and fc00::/7 are the widest private ones. Others have few addresses. */
const MIN_PREFIX_BITS = { ipv4: 8, ipv6: 16, uniqueLocal: 7 };
const MAX_PORT = 65_535;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Either the number of trusted proxies, counted from the connection, or their networks. */
export type TrustProxy = number | ReturnType<typeof ipaddr.parseCIDR>[];

export interface Environment {
  /** Newest first: the first one encrypts, each one decrypts. */
  secrets: [string, ...string[]];
  /** For an engine in ./database/engines.ts. */
  databaseUrl: string;
  /** What the server does with pending migrations at startup: apply them, refuse to start, or apply them and exit. */
  databaseMigrations: DatabaseMigrations;
  /** Undefined: no mail is sent. */
  email: { server: string; from: string } | undefined;
  logLevel: LogLevel;
  /** The proxies that are trusted to report the client IP. */
  trustProxy: TrustProxy;
  /** The URL of the development mailbox. Always undefined in production. */
  mailbox: string | undefined;
}

export const DATABASE_MIGRATIONS = ["apply", "check", "only"] as const;
export type DatabaseMigrations = (typeof DATABASE_MIGRATIONS)[number];

const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Variables = Record<string, string | undefined>;

/** All problems with the environment, one line each. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * @param variables an environment, such as `process.env`; empty values count as absent
 * @param production whether to require the variables that are optional in development
 * @throws {EnvironmentError} listing all problems
 */
export function readEnvironment(variables: Variables, production: boolean): Environment {
  const problems: string[] = [];
  const get = (name: string) => variables[name]?.trim() || undefined;

  const secrets = readSecrets(get, production, problems);
  checkOrigin(get, production, problems);
  checkProviderUrls(variables, problems);
  const email = readEmail(get, problems);

  const databaseUrl = get("DATABASE_URL") ?? engines.defaultUrl ?? "";
  checkDatabaseUrl(databaseUrl, problems);
  const databaseMigrations = get("DATABASE_MIGRATIONS") ?? "apply";
  if (!isOneOf(DATABASE_MIGRATIONS, databaseMigrations))
    problems.push(
      `DATABASE_MIGRATIONS must be one of ${DATABASE_MIGRATIONS.join(", ")}. It says what the start does with migrations.`,
    );

  const logLevel = get("LOG_LEVEL") ?? "info";
  if (!isOneOf(LOG_LEVELS, logLevel))
    problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}. It sets what is logged.`);

  const port = Number(get("PORT") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    problems.push(`PORT must be a number from 0 to ${MAX_PORT}. It says where the server listens.`);

  const trustProxy = readTrustProxy(get("TRUST_PROXY"), problems);

  const [newest, ...older] = secrets;
  if (!newest || problems.length > 0) throw new EnvironmentError(problems);
  return {
    secrets: [newest, ...older],
    databaseUrl,
    databaseMigrations: isOneOf(DATABASE_MIGRATIONS, databaseMigrations) ? databaseMigrations : "apply",
    email,
    logLevel: isOneOf(LOG_LEVELS, logLevel) ? logLevel : "info",
    trustProxy,
    mailbox: import.meta.env.DEV ? get("DEV_MAILBOX") : undefined,
  };
}

type Get = (name: string) => string | undefined;

/** @returns the secrets that are set, newest first, in the same order as in the integration layer */
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

/** Whether a text is few characters, a part that is repeated, or a sequence like the alphabet. */
function isRegular(text: string): boolean {
  const groups = Array.from({ length: text.length - 2 }, (_, start) => text.slice(start, start + 3));
  const inSequence = groups.filter((group) => {
    const [a = 0, b = 0, c = 0] = Buffer.from(group);
    return b - a === c - b && Math.abs(b - a) <= 1;
  });
  return (
    new Set(text).size < MIN_VARIETY ||
    new Set(groups).size < MIN_VARIETY_OF_GROUPS * groups.length ||
    inSequence.length > groups.length / 2
  );
}

function checkOrigin(get: Get, production: boolean, problems: string[]): void {
  const trust = get("AUTH_TRUST_HOST");
  if (trust && !["true", "false", "1", "0"].includes(trust))
    problems.push("AUTH_TRUST_HOST must be true or false. It takes the origin from what a proxy forwards.");
  const url = get("AUTH_URL");
  if (url) checkUrl("AUTH_URL", url, "It is the origin in mails, redirects and passkeys.", problems);
  else if (production && trust !== "true" && trust !== "1")
    problems.push(
      "AUTH_URL is missing. It is the public origin, like https://app.example.com, in mails, redirects and passkeys. " +
        "(Behind a proxy that sets the host safely, use AUTH_TRUST_HOST=true instead.)",
    );
}

function checkUrl(name: string, value: string, purpose: string, problems: string[]): void {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    problems.push(`${name} is not an http(s) URL: ${value}. ${purpose}`);
  else if (new URL(value).protocol === "http:" && !LOOPBACK.has(new URL(value).hostname))
    problems.push(
      `${name} must be https: ${value}. Over plain http, attackers on the network can read tokens. ${purpose}`,
    );
}

/** Checks the configured URLs of OAuth providers: AUTH_<ID>_URL and AUTH_<ID>_ISSUER. */
function checkProviderUrls(variables: Variables, problems: string[]): void {
  for (const [name, value] of Object.entries(variables))
    if (/^AUTH_\w+_(URL|ISSUER)$/.test(name) && value?.trim())
      checkUrl(name, value.trim(), "Users are sent there to sign in.", problems);
}

function readEmail(get: Get, problems: string[]): Environment["email"] {
  const server = get("EMAIL_SERVER");
  const from = get("EMAIL_FROM");
  if (server && !(URL.canParse(server) && /^smtps?:$/.test(new URL(server).protocol)))
    problems.push(
      "EMAIL_SERVER must be an SMTP URL, like smtps://user:password@smtp.example.com:465. The application's mail goes there.",
    );
  return server && from ? { server, from } : undefined;
}

/** `1` is one proxy in front, `2` a proxy behind another; `10.0.0.0/8, ::1` are networks of proxies. */
function readTrustProxy(value: string | undefined, problems: string[]): TrustProxy {
  if (!value || value === "false") return 0;
  if (value === "true") return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const entries = value.split(",").map((entry) => entry.trim());
  const networks = entries.map((entry) => (entry.includes("/") ? entry : `${entry}/${isIPv6(entry) ? 128 : 32}`));
  if (networks.every((network) => isIP(network.split("/")[0] ?? "") && ipaddr.isValidCIDR(network))) {
    const parsed = networks.map((network) => ipaddr.parseCIDR(network));
    const wide = networks.filter((_, index) => isTooWide(parsed[index]));
    if (wide.length > 0)
      problems.push(
        `TRUST_PROXY trusts too many addresses: ${wide.join(", ")}. Clients in it could claim any client IP. ` +
          "Name the networks of your own proxies.",
      );
    return parsed;
  }
  problems.push(
    "TRUST_PROXY must be a number of proxies, like 1, or their networks, like 10.0.0.0/8. " +
      "It says which proxies are trusted to report the client IP, by which rate limits count attempts.",
  );
  return 0;
}

function isTooWide(network: ReturnType<typeof ipaddr.parseCIDR> | undefined): boolean {
  if (!network) return false;
  const [address, bits] = network;
  return bits < MIN_PREFIX_BITS[address.range() === "uniqueLocal" ? "uniqueLocal" : address.kind()];
}

function checkDatabaseUrl(url: string, problems: string[]): void {
  const about = engines.aboutUrl(url);
  const problem = about
    ? about.urlProblem?.(url)
    : `DATABASE_URL must name ${engines.kinds}. It says where users and sessions are kept.`;
  if (problem) problems.push(problem);
}

function isOneOf<T extends string>(known: readonly T[], value: string): value is T {
  return known.some((each) => each === value);
}

let environment: Environment | undefined;

/** The environment of this process. Start-up has checked it, so this does not throw in a running server. */
export function env(): Environment {
  environment ??= readEnvironment(process.env, import.meta.env.PROD);
  return environment;
}

/** @returns the problems with the environment of this process, one line each */
export function environmentProblems(): string[] {
  try {
    env();
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
}
