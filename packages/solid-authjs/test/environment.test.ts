// What a server says about the variables of Auth.js before it starts.

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkAuthEnvironment, checkSignInMethods, missingVariables, trimmedVariables } from "../src/environment";

const ALL = { AUTH_SECRET: "first", AUTH_SECRET_1: "second", AUTH_SECRET_2: "third", AUTH_SECRET_3: "fourth" };

describe("the secrets", () => {
  it.each<[Record<string, string>, string[]]>([
    [ALL, ["fourth", "third", "second", "first"]],
    [{ AUTH_SECRET: "first" }, ["first"]],
    [{ AUTH_SECRET_2: "third", AUTH_SECRET: "first" }, ["third", "first"]],
    [{ AUTH_SECRET_1: "second", AUTH_SECRET_3: "fourth", AUTH_SECRET_2: "" }, ["fourth", "second"]],
  ])("the newest secret is the first, as in Auth.js: %o", (variables, secrets) => {
    expect(checkAuthEnvironment(variables, false).secrets).toEqual(secrets);
  });

  it("at least one secret is required", () => {
    const { problems } = checkAuthEnvironment({ AUTH_SECRET: " " }, false);
    expect(problems).toEqual([expect.stringContaining("AUTH_SECRET is missing")]);
  });
});

/** Kubernetes passes a secret's file on like this, and Docker a line of its `--env-file`. */
const WRAPPED = [
  (value: string) => `${value}\n`,
  (value: string) => ` "${value}" `,
  (value: string) => `'${value}'\r\n`,
];

describe("a variable", () => {
  it.each(WRAPPED)("counts without what is around its value: %#", (wrapped) => {
    expect(trimmedVariables({ A: wrapped("a value"), B: wrapped(""), C: undefined })).toEqual({ A: "a value" });
    expect(checkAuthEnvironment({ AUTH_SECRET: wrapped("first") }, false).secrets).toEqual(["first"]);
    const url = { AUTH_URL: wrapped("https://app.example.com"), AUTH_TRUST_HOST: wrapped("true") };
    expect(problems(url)).toBe("");
    expect(missingVariables({ name: "One", variables: ["A", "B"] }, { A: wrapped("x"), B: wrapped("") })).toEqual([
      "B",
    ]);
  });

  it("keeps quotation marks that are not around it", () => {
    const values = { A: '"Acme" <a@example.com>', B: '"', C: `"it's'`, D: "" };
    expect(trimmedVariables(values)).toEqual({ A: '"Acme" <a@example.com>', B: '"', C: `"it's'` });
  });
});

/** What a production start says about these variables, added to a working environment. */
function problems(variables: Record<string, string>): string {
  const working = { AUTH_URL: "https://app.example.com", AUTH_SECRET: randomBytes(33).toString("base64") };
  return checkAuthEnvironment({ ...working, ...variables }, true).problems.join("\n");
}

describe("a production secret", () => {
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
  ])("an example as a secret is refused: %s", (secret) => {
    for (const name of ["AUTH_SECRET", "AUTH_SECRET_2"])
      expect(problems({ [name]: secret })).toContain(`${name} looks like an example`);
  });

  it("a short secret is refused, also beside a long one", () => {
    expect(problems({ AUTH_SECRET: "kR7vYt2qWm9ZpL4x" })).toContain("AUTH_SECRET is too short: 16 characters");
    expect(problems({ AUTH_SECRET_1: "kR7vYt2qWm9ZpL4x" })).toContain("AUTH_SECRET_1 is too short: 16 characters");
  });

  it("a random secret is accepted, in base64 or in hex", () => {
    for (let times = 0; times < 500; times++) {
      const bytes = randomBytes(32);
      for (const encoding of ["base64", "base64url", "hex"] as const)
        expect(problems({ AUTH_SECRET: bytes.toString(encoding) }), bytes.toString(encoding)).toBe("");
    }
  });

  it("a secret in which a short sequence stands by chance is accepted", () => {
    const secret = "7c12345f0e9ab4d86c13fb2a5d70e84996ce21b7a4f3d05860be7d1c93fa2e6b";
    expect(problems({ AUTH_SECRET: secret })).toBe("");
    // "OuTpuT".
    expect(problems({ AUTH_SECRET: "umbvkfOuTpuTYaysPPeZ8ZSsaWdMpkP8Fzan/HPorW4=" })).toBe("");
  });
});

describe("the origin", () => {
  it.each([
    ["app.example.com", "is not an http(s) URL"],
    ["http://app.example.com", "must be https"],
  ])("an origin that is not an https URL is refused: %s", (AUTH_URL, problem) => {
    expect(problems({ AUTH_URL })).toContain(`AUTH_URL ${problem}: ${AUTH_URL}`);
    expect(problems({ AUTH_GITHUB_URL: AUTH_URL })).toContain(`AUTH_GITHUB_URL ${problem}: ${AUTH_URL}`);
  });

  it.each(["https://app.example.com", "https://app.example.com/api/auth?a=b", "https://ada@app.example.com/api/auth"])(
    "a place to which core cannot append the callback's path is refused: %s",
    (AUTH_REDIRECT_PROXY_URL) => {
      expect(problems({ AUTH_REDIRECT_PROXY_URL })).toContain("AUTH_REDIRECT_PROXY_URL must be where");
      expect(problems({ AUTH_REDIRECT_PROXY_URL: "https://app.example.com/api/auth/" })).not.toContain("PROXY");
    },
  );

  it("a loopback address may be on plain http", () => {
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]"])
      expect(problems({ AUTH_URL: `http://${host}` })).toBe("");
  });

  it("production needs an origin, unless a proxy's host is trusted", () => {
    expect(problems({ AUTH_URL: "" })).toContain("AUTH_URL is missing");
    expect(problems({ AUTH_URL: "", AUTH_TRUST_HOST: "false" })).toContain("AUTH_URL is missing");
    expect(problems({ AUTH_URL: "", AUTH_TRUST_HOST: "1" })).toBe("");
    expect(problems({ AUTH_TRUST_HOST: "yes" })).toContain("AUTH_TRUST_HOST must be true or false");
  });

  it("AUTH_URL has no path but that of the configuration, and nothing else that would be dropped", () => {
    const found = (AUTH_URL: string, basePath?: string) =>
      checkAuthEnvironment({ AUTH_URL, AUTH_SECRET: "x" }, false, basePath).problems.join("\n");
    expect(found("https://app.example.com/sub", "/api/auth")).toContain("AUTH_URL has the path /sub");
    for (const path of ["", "/", "/api/auth", "/api/auth/"])
      expect(found(`https://app.example.com${path}`, "/api/auth")).toBe("");
    expect(found("https://app.example.com/auth")).toBe("");
    const withPassword = found("https://user:a-password@app.example.com/?a=1#b");
    expect(withPassword).toContain("AUTH_URL has more than an origin");
    expect(found("http://user:a-password@app.example.com")).toContain("AUTH_URL must be https: http://…@app");
  });
});

describe("a provider's variable", () => {
  it("a value with a line end within, which a client id or a secret never has, is refused", () => {
    expect(problems({ AUTH_ONE_ID: "one\ntwo" })).toContain("AUTH_ONE_ID has a line end");
    expect(problems({ AUTH_ONE_SECRET: "one\ttwo" })).toContain("AUTH_ONE_SECRET has a line end");
    expect(problems({ AUTH_ONE_ID: "one\n" })).toBe("");
  });
});

const METHODS = [
  { name: "Passkey", variables: [] },
  { name: "One", variables: ["AUTH_ONE_ID", "AUTH_ONE_SECRET"] },
  { name: "Two", variables: ["AUTH_TWO_ID", "AUTH_TWO_SECRET", "AUTH_TWO_ISSUER"] },
];
const ONE = { AUTH_ONE_ID: "id", AUTH_ONE_SECRET: "secret" };

describe("the check of sign-in methods at startup", () => {
  it.each([
    ["one method is on", ONE, true],
    ["nothing is on in development", {}, false],
  ])("finds nothing where %s", (_, variables, production) => {
    expect(checkSignInMethods(METHODS, variables, production)).toEqual([]);
  });

  it("names every choice if production has none: passkeys alone cannot sign users up", () => {
    expect(checkSignInMethods(METHODS, {}, true)).toEqual([
      "No sign-in method is configured, and at least one is needed. Set AUTH_ONE_ID and AUTH_ONE_SECRET (One), " +
        "or AUTH_TWO_ID, AUTH_TWO_SECRET, and AUTH_TWO_ISSUER (Two).",
    ]);
  });

  it.each([true, false])("names the missing variables of a method, in production or not: %s", (production) => {
    const variables = { ...ONE, AUTH_TWO_ID: "id", AUTH_TWO_SECRET: " " };
    expect(checkSignInMethods(METHODS, variables, production)).toEqual([
      "AUTH_TWO_SECRET and AUTH_TWO_ISSUER are missing. AUTH_TWO_ID, AUTH_TWO_SECRET, and AUTH_TWO_ISSUER turn on the " +
        'sign-in method "Two" together.',
    ]);
  });
});
