// The environment: .env.example names what the application reads, and no text in a variable ends in a stack.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { createTransport } from "nodemailer";
import { SolidAuth } from "solid-authjs";
import { AUTH_VARIABLES, checkSignInMethods, trimmedVariables } from "solid-authjs/environment";
import { describe, expect, it } from "vitest";
import { SIGN_IN_METHODS } from "~/server/auth/sign-in-methods";
import { engines } from "~/server/engines";
import { AUTH_PATH, type Environment, readEnvironment } from "~/server/env";
import { smtpOptions } from "~/server/mail/smtp";
import { VARIABLES } from "~/server/variables";
import { verifiedGitHub } from "../../../packages/solid-authjs/src/features/oauth/github";

const WORKING: Record<string, string> = {
  AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
  AUTH_URL: "https://app.example.com",
  DATABASE_URL: engines.exampleUrl ?? "",
  EMAIL_SERVER: "smtps://user:password@smtp.example.com:465",
  EMAIL_FROM: "sign-in@example.com",
  AUTH_GITHUB_ID: "id",
  AUTH_GITHUB_SECRET: "secret",
};

/** Each variable that is read. */
const NAMES = [
  ...new Set([
    ...AUTH_VARIABLES,
    ...SIGN_IN_METHODS.flatMap(({ variables }) => variables),
    ...Object.values(VARIABLES).map(({ name }) => name),
    "AUTH_GITHUB_URL",
  ]),
];

/** @returns the problems of a production start that are not about the variable's name alone, empty if it starts */
function refusalOf(name: string, text: string): string {
  const variables = { ...WORKING, [name]: text };
  try {
    use(readEnvironment(variables, true), variables);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "EnvironmentError") throw error;
    return error.message;
  }
  return checkSignInMethods(SIGN_IN_METHODS, variables, true).join("\n");
}

/** What a server does first with its settings. */
function use(
  { databaseUrl, email, trustProxy, shutdownSeconds, secrets }: Environment,
  variables: typeof WORKING,
): void {
  engines.aboutUrl(databaseUrl)?.shownUrl(databaseUrl);
  expect(secrets[0]).toMatch(/\S/);
  expect(trustProxy.clientIp("192.0.2.1", "192.0.2.2")).toMatch(/^192\.0\.2\./);
  expect(shutdownSeconds).toBeGreaterThan(0);
  if (email) {
    createTransport(smtpOptions(email.server)).close();
    expect(email.from.address).toMatch(/^\S+@\S+$/);
  }
  const { AUTH_URL, AUTH_GITHUB_URL } = trimmedVariables(variables);
  for (const url of [AUTH_URL, AUTH_GITHUB_URL]) if (url) expect(new URL(url).hostname).not.toBe("");
  verifiedGitHub({ baseUrl: AUTH_GITHUB_URL });
  SolidAuth({ providers: [], secret: secrets, basePath: AUTH_PATH, trustHost: true });
}

/** The lines of .env.example that set a variable, commented out or not. */
const EXAMPLES = [...readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=(.*)$/gm)];

describe(".env.example", () => {
  it("names each variable that the application reads, and no other", () => {
    // The highest number is the newest of the secrets: one stands for three.
    const isNamed = (name = "") => !/^AUTH_\w+_URL$|_SECRET_[23]$/.test(name);
    expect(new Set(EXAMPLES.map(([, name]) => name).filter(isNamed))).toEqual(new Set(NAMES.filter(isNamed)));
  });

  it("gives values that work, or nothing", () => {
    for (const [, name = "", value = ""] of EXAMPLES) if (value) expect(refusalOf(name, value), name).toBe("");
  });
});

it.each(["connection_limit=-5", "connection_limit=many", "connection_limit=", "port=abc"])(
  "a database's option that cannot work is refused: %s",
  (option) => {
    expect(refusalOf("DATABASE_URL", `postgresql://user@localhost/app?${option}`)).toMatch(/^DATABASE_URL has a /);
  },
);

/** Parts of values, and what gets between them by mistake. */
const PARTS = [
  ...["", " ", "\n", "\r\n", "\t", "\0", "é", "ﬁ", "\u200b", "\u202e", "\ud800", "💥", "a".repeat(10_000)],
  ...`" ' \\ % %zz %25 @ : / // ? # & = , < > :// smtp smtps https http file postgresql localhost a.example [::1]`.split(
    " ",
  ),
  ..."0 -1 65536 Infinity NaN 1e9 0x1F true false null undefined toString __proto__ info apply".split(" "),
  ..."password user 10.0.0.0/8".split(" "),
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  // A value that works, with a part of another in it.
  fc
    .tuple(fc.constantFrom(...Object.values(WORKING)), fc.nat(), fc.constantFrom(...PARTS))
    .map(([value, at, part]) => value.slice(0, at % (value.length + 1)) + part + value.slice(at % (value.length + 1))),
);

it.each(NAMES)(
  "any text in %s is a setting that works, or is refused by that name in one line for each problem",
  (name) => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = refusalOf(name, text).split("\n");
        for (const line of lines) if (line) expect(line).toContain(name);
        for (const line of lines) expect(line).not.toMatch(/\p{Cc}|^\s+at /u);
      }),
      { numRuns: 300 },
    );
  },
);
