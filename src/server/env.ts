// The environment variables, checked once when the server starts. In production the server does not start if a variable
// is missing or unsafe, and it reports all problems at once. ./variables.ts lists them.

import "server-only";
import { AUTH_VARIABLES, checkAuthEnvironment, trimmedVariables } from "solid-authjs/environment";
import type { EmailSettings } from "./email-settings";
import { type TrustedProxies, VARIABLES, type Variable } from "./variables";

/** The path of Auth.js. */
export const AUTH_PATH = "/api/auth";

export interface Environment {
  /** The secrets, newest first: the first one encrypts, and each one decrypts. */
  secrets: [string, ...string[]];
  /** The URL of the database, for an engine in ./engines.ts. */
  databaseUrl: string;
  /**
   * The treatment of pending migrations at startup: the server applies them, refuses to start, or applies them and
   * exits.
   */
  databaseMigrations: "apply" | "check" | "only";
  /** If it is undefined, the application sends no mail. */
  email: EmailSettings | undefined;
  logLevel: LogLevel;
  /** The proxies that are trusted to report the client IP. */
  trustProxy: TrustedProxies;
  /** How long running requests may take after SIGTERM. */
  shutdownSeconds: number;
  /** The URL of the development mailbox. Always undefined in production. */
  mailbox: string | undefined;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

type Variables = Record<string, string | undefined>;

/** An error whose message lists all problems with the environment, one line each. */
class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/**
 * @param variables an environment, such as `process.env`; empty values count as absent
 * @param production whether to require the variables that are optional in development
 * @throws {EnvironmentError} listing all problems
 */
export function readEnvironment(variables: Variables, production: boolean): Environment {
  const { secrets, problems } = checkAuthEnvironment(variables, production, AUTH_PATH);
  const texts = trimmedVariables(variables);
  function read<Value>({ name, purpose, standard, read }: Variable<Value>): Value | undefined {
    const text = texts[name] ?? standard;
    if (text === undefined) return undefined;
    const { value, problem } = /\p{Cc}/u.test(text) ? { problem: "has a control character within." } : read(text);
    if (problem) problems.push(`${name} ${problem} ${purpose}`);
    return value;
  }
  const [databaseUrl, databaseMigrations] = [read(VARIABLES.databaseUrl), read(VARIABLES.databaseMigrations)];
  const [server, from] = [read(VARIABLES.emailServer), read(VARIABLES.emailFrom)];
  const [logLevel, trustProxy] = [read(VARIABLES.logLevel), read(VARIABLES.trustProxy)];
  const shutdownSeconds = read(VARIABLES.shutdownSeconds);
  // Nitro reads these two variables.
  read(VARIABLES.host);
  read(VARIABLES.port);

  const [newest, ...older] = secrets;
  const given = { databaseUrl, databaseMigrations, logLevel, trustProxy, shutdownSeconds };
  if (problems.length > 0 || !newest || !isComplete(given)) throw new EnvironmentError(problems.join("\n"));
  return {
    ...given,
    secrets: [newest, ...older],
    email: server && from && { server, from },
    mailbox: import.meta.env.DEV ? texts.DEV_MAILBOX : undefined,
  };
}

function isComplete<Given extends object>(given: Given): given is { [Name in keyof Given]: NonNullable<Given[Name]> } {
  return Object.values(given).every((value) => value !== undefined);
}

let environment: Environment | undefined;

/** The environment of this process. The start has checked it, so this does not throw in a running server. */
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

/** Trims the variables of this process. Nitro reads some variables by itself, without trimming them. */
export function trimEnvironment(): void {
  const names = new Set([...AUTH_VARIABLES, ...Object.values(VARIABLES).map(({ name }) => name)]);
  for (const [name, text] of Object.entries(trimmedVariables(process.env))) {
    if (!names.has(name) && !name.startsWith("AUTH_")) continue;
    if (text === undefined) delete process.env[name];
    else process.env[name] = text;
  }
}
