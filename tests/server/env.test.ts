import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { engines } from "~/server/database/engines";
import { readEnvironment } from "~/server/env";

const WORKING = { AUTH_URL: "https://app.example.com", DATABASE_URL: engines.exampleUrl };

/** What a production start says about these variables, added to a working environment. */
function problems(variables: Record<string, string>): string {
  try {
    readEnvironment({ ...WORKING, AUTH_SECRET: randomBytes(33).toString("base64"), ...variables }, true);
    return "";
  } catch (error) {
    return String(error);
  }
}

/** Prints lines for `.env`. */
const START = "src/server/start.ts";

/** Every value that our own texts give to AUTH_SECRET. */
const WRITTEN = [...globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "compose.yaml"]), ".env.example", START]
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/AUTH_SECRET(?:_\d)?[=:] ?(\S[^\n]*)/g)])
  .map(([, value = ""]) => value);

it("a secret that is a placeholder from our own texts is refused in production", () => {
  expect(WRITTEN).toContain("<the output of: openssl rand -base64 33>");
  expect(readFileSync(START, "utf8")).toContain("AUTH_SECRET=");
  for (const value of WRITTEN) expect(problems({ AUTH_SECRET: value }), value).toMatch(/AUTH_SECRET (looks|is)/);
});

it("a database of an unknown kind is a problem of the environment, with the kinds that there are", () => {
  expect(problems({ DATABASE_URL: "mysql://x" })).toContain(`DATABASE_URL must name ${engines.kinds}`);
});

it("proxies that could be anyone are a problem of the environment", () => {
  expect(problems({ TRUST_PROXY: "0.0.0.0/0" })).toContain("TRUST_PROXY trusts too many addresses");
  expect(problems({ TRUST_PROXY: "10.0.0.0/8" })).toBe("");
});

it("a mail server or a sender that cannot work is a problem of the environment, by the variable's name", () => {
  const server = "smtps://user:p%@smtp.example.com";
  expect(problems({ EMAIL_SERVER: server, EMAIL_FROM: "a@example.com" })).toMatch(/EMAIL_SERVER has .* %25/);
  expect(problems({ EMAIL_SERVER: "smtps://", EMAIL_FROM: "a@example.com" })).toContain("EMAIL_SERVER names no host");
  const from = { EMAIL_SERVER: "smtp://localhost", EMAIL_FROM: "not an address" };
  expect(problems(from)).toContain("EMAIL_FROM must be one address");
  expect(problems({ ...from, EMAIL_FROM: "Acme <a@example.com>" })).toBe("");
});
