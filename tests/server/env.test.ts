import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { engines } from "~/server/database/engines";
import { readEnvironment } from "~/server/env";

const ALL = { AUTH_SECRET: "first", AUTH_SECRET_1: "second", AUTH_SECRET_2: "third", AUTH_SECRET_3: "fourth" };

describe("the secrets", () => {
  it.each<[Record<string, string>, string[]]>([
    [ALL, ["fourth", "third", "second", "first"]],
    [{ AUTH_SECRET: "first" }, ["first"]],
    [{ AUTH_SECRET_2: "third", AUTH_SECRET: "first" }, ["third", "first"]],
    [{ AUTH_SECRET_1: "second", AUTH_SECRET_3: "fourth", AUTH_SECRET_2: "" }, ["fourth", "second"]],
  ])("are newest first, as in Auth.js: %o", (variables, secrets) => {
    expect(readEnvironment({ ...WORKING, ...variables }, false).secrets).toEqual(secrets);
  });

  it("are at least one", () => {
    expect(() => readEnvironment({ AUTH_SECRET: " " }, false)).toThrow("AUTH_SECRET is missing");
  });
});

const WORKING = { AUTH_URL: "https://app.example.com", DATABASE_URL: engines.exampleUrl };

/** What a production start says about these variables, added to a working environment. */
function problems(variables: Record<string, string>): string {
  try {
    readEnvironment({ ...WORKING, AUTH_SECRET: random(), ...variables }, true);
    return "";
  } catch (error) {
    return String(error);
  }
}

const random = () => randomBytes(33).toString("base64");

/** Prints lines for `.env`. */
const START = "src/server/start.ts";

/** Every value that our own texts give to AUTH_SECRET. */
const WRITTEN = [...globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "compose.yaml"]), ".env.example", START]
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/AUTH_SECRET(?:_\d)?[=:] ?(\S[^\n]*)/g)])
  .map(([, value = ""]) => value);

describe("a production secret", () => {
  it("is refused if it is a placeholder from our own texts", () => {
    expect(WRITTEN).toContain("<the output of: openssl rand -base64 33>");
    expect(readFileSync(START, "utf8")).toContain("AUTH_SECRET=");
    for (const value of WRITTEN) expect(problems({ AUTH_SECRET: value }), value).toMatch(/AUTH_SECRET (looks|is)/);
  });

  it.each([
    "$(openssl rand -base64 33 | tr -d =)",
    "`head -c 33 /dev/urandom | base64`",
    "<a-long-text-that-only-you-know-0123>",
    "[paste the text of 32 characters here]",
    "$" + "{A_VARIABLE_WHICH_IS_SET_SOMEWHERE_ELSE}",
    "please-change-me-before-you-go-live-ok",
    "ChangeMeChangeMeChangeMeChangeMeChangeMe",
    "your-own-text-of-at-least-32-characters",
    "replace-this-with-thirty-two-characters",
    "kR7vYt2qWm9Zkdefault-value-of-a-template",
    "a".repeat(44),
    "abcdefghijkl".repeat(4),
    "kR7vYt2qWm9Z".repeat(3),
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "9876543210zyxwvutsrqponmlkjihgfedcba",
    "00000000000000000000000000000000000kR7vYt2qWm9",
  ])("is refused as an example: %s", (secret) => {
    for (const name of ["AUTH_SECRET", "AUTH_SECRET_2"])
      expect(problems({ [name]: secret })).toContain(`${name} looks like an example`);
  });

  it("is accepted if it is random, in base64 or in hex", () => {
    for (let times = 0; times < 500; times++) {
      const bytes = randomBytes(32);
      for (const encoding of ["base64", "base64url", "hex"] as const)
        expect(problems({ AUTH_SECRET: bytes.toString(encoding) }), bytes.toString(encoding)).toBe("");
    }
  });

  it("is accepted if a short sequence stands in it by chance", () => {
    const secret = "7c12345f0e9ab4d86c13fb2a5d70e84996ce21b7a4f3d05860be7d1c93fa2e6b";
    expect(problems({ AUTH_SECRET: secret })).toBe("");
    // "OuTpuT".
    expect(problems({ AUTH_SECRET: "umbvkfOuTpuTYaysPPeZ8ZSsaWdMpkP8Fzan/HPorW4=" })).toBe("");
  });
});

it("a database of an unknown kind is a problem of the environment, with the kinds that there are", () => {
  expect(problems({ DATABASE_URL: "mysql://x" })).toContain(`DATABASE_URL must name ${engines.kinds}`);
});

describe("trusted proxies", () => {
  it.each([
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/1,128.0.0.0/1",
    "::/1, 8000::/1",
    "10.0.0.0/8, 64.0.0.0/2",
    "fc00::/6",
    "2000::/3",
  ])("are not the whole network, nor a large part of it: %s", (TRUST_PROXY) =>
    expect(problems({ TRUST_PROXY })).toContain("TRUST_PROXY trusts too many addresses"),
  );

  it.each(["1", "10.0.0.0/8", "10.0.0.0/8,::1", "fc00::/7", "2606:4700::/32, 104.16.0.0/13"])(
    "are a number of proxies or their networks: %s",
    (TRUST_PROXY) => expect(problems({ TRUST_PROXY })).toBe(""),
  );
});
