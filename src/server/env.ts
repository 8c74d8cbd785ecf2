// The environment variables, checked once when the server starts. In production the server does not start if one is
// missing or unsafe, and it reports all problems at once.

import "server-only";
import { checkAuthEnvironment } from "solid-auth/environment";
import { readTrustedProxies, type TrustedProxies } from "start-kit/trusted-proxies";
import { engines } from "./database/engines";
import { type EmailSettings, readMailServer, readSender } from "./email-settings";

const MAX_PORT = 65_535;

export interface Environment {
  /** Newest first: the first one encrypts, each one decrypts. */
  secrets: [string, ...string[]];
  /** For an engine in ./database/engines.ts. */
  databaseUrl: string;
  /** What the server does with pending migrations at startup: apply them, refuse to start, or apply them and exit. */
  databaseMigrations: DatabaseMigrations;
  /** Undefined: no mail is sent. */
  email: EmailSettings | undefined;
  logLevel: LogLevel;
  /** The proxies that are trusted to report the client IP. */
  trustProxy: TrustedProxies;
  /** The URL of the development mailbox. Always undefined in production. */
  mailbox: string | undefined;
}

const DATABASE_MIGRATIONS = ["apply", "check", "only"] as const;
type DatabaseMigrations = (typeof DATABASE_MIGRATIONS)[number];

const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Variables = Record<string, string | undefined>;

/** Its message has all problems with the environment, one line each. */
class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/**
 * @param variables an environment, such as `process.env`; empty values count as absent
 * @param production whether to require the variables that are optional in development
 * @throws {EnvironmentError} listing all problems
 */
export function readEnvironment(variables: Variables, production: boolean): Environment {
  const { secrets, problems } = checkAuthEnvironment(variables, production);
  const get = (name: string) => variables[name]?.trim() || undefined;
  const email = readEmail(get, problems);

  const databaseUrl = get("DATABASE_URL") ?? engines.defaultUrl ?? "";
  if (!engines.aboutUrl(databaseUrl))
    problems.push(`DATABASE_URL must name ${engines.kinds}. It says where users and sessions are kept.`);
  const oneOf = <T extends string>(name: string, known: readonly T[], standard: T, purpose: string): T => {
    const value = get(name) ?? standard;
    const found = known.find((each) => each === value);
    if (!found) problems.push(`${name} must be one of ${known.join(", ")}. It ${purpose}.`);
    return found ?? standard;
  };
  const databaseMigrations = oneOf(
    "DATABASE_MIGRATIONS",
    DATABASE_MIGRATIONS,
    "apply",
    "says what the start does with migrations",
  );
  const logLevel = oneOf("LOG_LEVEL", LOG_LEVELS, "info", "sets what is logged");

  const port = Number(get("PORT") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    problems.push(`PORT must be a number from 0 to ${MAX_PORT}. It says where the server listens.`);

  const { proxies, problem } = readTrustedProxies(get("TRUST_PROXY"));
  if (problem) problems.push(`TRUST_PROXY ${problem}`);

  const [newest, ...older] = secrets;
  if (!newest || problems.length > 0) throw new EnvironmentError(problems.join("\n"));
  return {
    secrets: [newest, ...older],
    databaseUrl,
    databaseMigrations,
    email,
    logLevel,
    trustProxy: proxies,
    mailbox: import.meta.env.DEV ? get("DEV_MAILBOX") : undefined,
  };
}

type Get = (name: string) => string | undefined;

function readEmail(get: Get, problems: string[]): EmailSettings | undefined {
  const [serverText, fromText] = [get("EMAIL_SERVER"), get("EMAIL_FROM")];
  const server = serverText === undefined ? undefined : readMailServer(serverText);
  const from = fromText === undefined ? undefined : readSender(fromText);
  if (server?.problem) problems.push(`EMAIL_SERVER ${server.problem}`);
  if (from?.problem) problems.push(`EMAIL_FROM ${from.problem}`);
  return server?.value && from?.value && { server: server.value, from: from.value };
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
    if (error instanceof EnvironmentError) return error.message.split("\n");
    throw error;
  }
}
