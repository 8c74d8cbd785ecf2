// The environment variables of the application, beside those of Auth.js (`AUTH_VARIABLES` of solid-authjs) and of the
// sign-in methods (./auth/sign-in-methods.ts). ./env.ts reads them once. .env.example explains each variable.

import "server-only";
import { isIP } from "node:net";
import { readTrustedProxies } from "start-kit/trusted-proxies";
import { type Checked, readMailServer, readSender } from "./email-settings";
import { engines } from "./engines";
import { SHUTDOWN_SECONDS } from "./time-limits";

export interface Variable<Value> {
  name: string;
  /** The purpose of the variable, as a sentence for the operator. */
  purpose: string;
  /** The default of the variable. */
  standard?: string;
  /** @param text the value, without surrounding space and quotation marks */
  read: (text: string) => Checked<Value>;
}

const MAX_PORT = 65_535;
const MAX_SHUTDOWN_SECONDS = 60 * 60;

export const VARIABLES = {
  databaseUrl: {
    name: "DATABASE_URL",
    purpose: "It says where users and sessions are kept.",
    standard: engines.defaultUrl ?? "",
    read: readDatabaseUrl,
  },
  databaseMigrations: {
    name: "DATABASE_MIGRATIONS",
    purpose: "It says what the start does with migrations.",
    standard: "apply",
    read: oneOf("apply", "check", "only"),
  },
  emailServer: { name: "EMAIL_SERVER", purpose: "The application's mail goes there.", read: readMailServer },
  emailFrom: { name: "EMAIL_FROM", purpose: "It is the sender of mails.", read: readSender },
  host: { name: "HOST", purpose: "It says where the server listens.", read: readHost },
  port: {
    name: "PORT",
    purpose: "It says where the server listens.",
    standard: "3000",
    read: wholeNumber(0, MAX_PORT),
  },
  trustProxy: {
    name: "TRUST_PROXY",
    purpose: "It says which proxies are trusted to report the client IP, by which rate limits count attempts.",
    standard: "false",
    read: readProxies,
  },
  logLevel: {
    name: "LOG_LEVEL",
    purpose: "It sets what is logged.",
    standard: "info",
    read: oneOf("debug", "info", "warn", "error"),
  },
  shutdownSeconds: {
    name: "SERVER_SHUTDOWN_TIMEOUT",
    purpose: "It says how many seconds running requests have when the server stops.",
    standard: String(SHUTDOWN_SECONDS),
    read: wholeNumber(1, MAX_SHUTDOWN_SECONDS),
  },
} satisfies Record<string, Variable<unknown>>;

function oneOf<Text extends string>(...known: Text[]): (text: string) => Checked<Text> {
  return (text) => {
    const value = known.find((each) => each === text);
    return value === undefined ? { problem: `must be one of ${known.join(", ")}.` } : { value };
  };
}

function wholeNumber(least: number, most: number): (text: string) => Checked<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? { value } : { problem: `must be a number from ${least} to ${most}.` };
  };
}

function readHost(text: string): Checked<string> {
  const isHost = isIP(text) !== 0 || /^\w(?:[\w.-]*\w)?$/.test(text);
  return isHost ? { value: text } : { problem: "must be an IP address, like 0.0.0.0 or ::, or a name like localhost." };
}

/** The proxies that are trusted to report the client IP. */
export type TrustedProxies = ReturnType<typeof readTrustedProxies>["proxies"];

function readProxies(text: string): Checked<TrustedProxies> {
  const { proxies, problem } = readTrustedProxies(text);
  return problem ? { problem } : { value: proxies };
}

function readDatabaseUrl(text: string): Checked<string> {
  const problem = engines.urlProblem(text);
  if (problem) return { problem };
  // The path of a SQLite file may not be a URL.
  const url = URL.parse(text);
  const limit = url?.searchParams.get("connection_limit") ?? "1";
  if (!/^[1-9]\d{0,3}$/.test(limit)) return { problem: "has a connection_limit that is no number from 1 to 9999." };
  if (url?.port === "0" || url?.searchParams.has("port")) return { problem: "has a port that no database listens on." };
  return { value: text };
}
