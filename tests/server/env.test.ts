import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { engines } from "~/server/engines";
import { readEnvironment, trimEnvironment } from "~/server/env";
import { VARIABLES } from "~/server/variables";

const WORKING = { AUTH_URL: "https://app.example.com", DATABASE_URL: engines.exampleUrl };

/** What a production start says about these variables, added to a working environment. */
function problems(variables: Record<string, string | undefined>): string {
  try {
    readEnvironment({ ...WORKING, AUTH_SECRET: randomBytes(33).toString("base64"), ...variables }, true);
    return "";
  } catch (error) {
    return String(error);
  }
}

it.each(["AUTH_SECRET", "AUTH_URL"])("without %s, production does not start", (name) => {
  expect(problems({ [name]: undefined })).toContain(`${name} is missing`);
});

/** A value that differs from the default, for each variable. */
const VALUES: Record<keyof typeof VARIABLES, string> = {
  databaseUrl: engines.exampleUrl ?? "",
  databaseMigrations: "check",
  emailServer: "smtps://user:password@smtp.example.com",
  emailFrom: "Acme <a@example.com>",
  host: "::1",
  port: "8080",
  trustProxy: "10.0.0.0/8",
  logLevel: "warn",
  shutdownSeconds: "30",
};

it("a value counts without the line end of a file and the quotation marks of Docker", () => {
  const AUTH_SECRET = randomBytes(33).toString("base64");
  const named = Object.entries(VARIABLES).map(([key, { name }]) => [name, VALUES[key as keyof typeof VARIABLES]]);
  const plain = { ...Object.fromEntries(named), AUTH_SECRET, AUTH_URL: WORKING.AUTH_URL };
  const ways = [(text: string) => `${text}\n`, (text: string) => `\t"${text}"\r\n`, (text: string) => `'${text}'`];
  for (const around of ways) {
    const wrapped = Object.fromEntries(Object.entries(plain).map(([name, text]) => [name, around(String(text))]));
    expect(readEnvironment(wrapped, true)).toEqual(readEnvironment(plain, true));
    for (const [name, text] of Object.entries(wrapped)) vi.stubEnv(name, text);
    trimEnvironment();
    for (const [name, text] of Object.entries(plain)) expect(process.env[name]).toBe(text);
    vi.unstubAllEnvs();
  }
});

it.each([
  ["PORT", ["http", "0x50", "65536", "-1", "3000.5"]],
  ["HOST", ["local host", "[::1]", "http://localhost", "a,b", "."]],
  ["EMAIL_FROM", ["Acme", "Acme\nBcc: b@example.com <a@example.com>"]],
  ["LOG_LEVEL", ["loud", "INFO", "info,debug", "toString"]],
  ["DATABASE_MIGRATIONS", ["applied", "apply only"]],
  ["DATABASE_URL", ["mysql://x", "app.db", "://", "file:", "file::memory:", "file:~/app.db"]],
  ["DATABASE_URL", ["file:a.db?x", `${engines.exampleUrl}\n\n?a`]],
  ["TRUST_PROXY", ["yes", "0.0.0.0/0", "10.0.0.0/33", "-1", "100"]],
  ["SERVER_SHUTDOWN_TIMEOUT", ["0", "ten", "1e3", "3601", "-5"]],
  ["AUTH_URL", ["https://app.example.com/sub", "https://", "app.example.com", "https://a b"]],
])("%s is refused by its name where it cannot work", (name, values) => {
  for (const value of values) expect(problems({ [name]: value }), value).toMatch(new RegExp(`^\\w+: ${name} `));
});

it.each([
  ["PORT", "0", "65535"],
  ["SERVER_SHUTDOWN_TIMEOUT", "1", "3600"],
])("%s may be the least and the most: %s and %s", (name, ...edges) => {
  for (const value of edges) expect(problems({ [name]: value }), value).toBe("");
});
