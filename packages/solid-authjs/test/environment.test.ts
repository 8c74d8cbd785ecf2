// What a server says about the variables of Auth.js before it starts.

import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { checkAuthEnvironment, checkSignInMethods, missingVariables, trimmedVariables } from "../src/environment";

/** What a production start says about these variables, added to a working environment. */
function problems(variables: Record<string, string>): string {
  const working = { AUTH_URL: "https://app.example.com", AUTH_SECRET: randomBytes(33).toString("base64") };
  return checkAuthEnvironment({ ...working, ...variables }, true).problems.join("\n");
}

it.each<[Record<string, string>, string[]]>([
  [{ AUTH_SECRET: "1", AUTH_SECRET_1: "2", AUTH_SECRET_2: "3", AUTH_SECRET_3: "4" }, ["4", "3", "2", "1"]],
  [{ AUTH_SECRET: "1" }, ["1"]],
  [{ AUTH_SECRET_1: "2", AUTH_SECRET_3: "4", AUTH_SECRET_2: "" }, ["4", "2"]],
])("the newest secret is the first, as in Auth.js: %o", (variables, secrets) => {
  expect(checkAuthEnvironment(variables, false).secrets).toEqual(secrets);
});

// Kubernetes passes a secret's file on like this, and Docker a line of its `--env-file`.
it.each([(value: string) => `${value}\n`, (value: string) => ` "${value}" `, (value: string) => `'${value}'\r\n`])(
  "a variable counts without what is around its value: %#",
  (wrapped) => {
    expect(trimmedVariables({ A: wrapped("a value"), B: wrapped(""), C: undefined })).toEqual({ A: "a value" });
    expect(checkAuthEnvironment({ AUTH_SECRET: wrapped("first") }, false).secrets).toEqual(["first"]);
    expect(problems({ AUTH_URL: wrapped("https://app.example.com"), AUTH_TRUST_HOST: wrapped("true") })).toBe("");
    expect(missingVariables({ name: "One", variables: ["A", "B"] }, { A: wrapped("x"), B: wrapped("") })).toEqual([
      "B",
    ]);
  },
);

it("a variable keeps quotation marks that are not around it", () => {
  const values = { A: '"Acme" <a@example.com>', B: '"', C: `"it's'` };
  expect(trimmedVariables(values)).toEqual(values);
});

it.each([
  "$(openssl rand -base64 33 | tr -d =)",
  "`head -c 33 /dev/urandom | base64`",
  "<a-long-text-that-only-you-know-0123>",
  "$" + "{A_VARIABLE_WHICH_IS_SET_SOMEWHERE_ELSE}",
  "ChangeMeChangeMeChangeMeChangeMeChangeMe",
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

it("a random secret is accepted, in base64 or in hex, also with a short sequence by chance", () => {
  const random = Array.from({ length: 100 }, () => randomBytes(32)).flatMap((bytes) =>
    (["base64", "base64url", "hex"] as const).map((encoding) => bytes.toString(encoding)),
  );
  const byChance = "7c12345f0e9ab4d86c13fb2a5d70e84996ce21b7a4f3d05860be7d1c93fa2e6b";
  // With "OuTpuT".
  const word = "umbvkfOuTpuTYaysPPeZ8ZSsaWdMpkP8Fzan/HPorW4=";
  for (const secret of [...random, byChance, word]) expect(problems({ AUTH_SECRET: secret }), secret).toBe("");
});

const short = "kR7vYt2qWm9ZpL4x";

it.each<[string, Record<string, string>, string]>([
  ["no secret", { AUTH_SECRET: " " }, "AUTH_SECRET is missing"],
  ["a short secret beside a long one", { AUTH_SECRET_1: short }, "AUTH_SECRET_1 is too short: 16 characters"],
  ["no origin and no trusted proxy", { AUTH_URL: "", AUTH_TRUST_HOST: "false" }, "AUTH_URL is missing"],
  ["neither yes nor no", { AUTH_TRUST_HOST: "yes" }, "AUTH_TRUST_HOST must be true or false"],
  ["a host", { AUTH_URL: "app.example.com" }, "AUTH_URL is not an http(s) URL: app.example.com"],
  ["another protocol", { AUTH_URL: "ftp://a.example" }, "AUTH_URL is not an http(s) URL"],
  ["an origin without TLS", { AUTH_URL: "http://a.example" }, "AUTH_URL must be https: http://a.example"],
  ["a password", { AUTH_URL: "http://user:a-password@app.example.com" }, "AUTH_URL must be https: http://…@app"],
  ["more than an origin", { AUTH_URL: "https://user:pw@app.example.com/?a=1#b" }, "AUTH_URL has more than an origin"],
  ["a provider's host", { AUTH_ONE_URL: "app.example.com" }, "AUTH_ONE_URL is not an http(s) URL"],
  ["a provider without TLS", { AUTH_ONE_URL: "http://app.example.com" }, "AUTH_ONE_URL must be https"],
  ["a line end in a client id", { AUTH_ONE_ID: "one\ntwo" }, "AUTH_ONE_ID has a line end"],
  ["a tab in a client secret", { AUTH_ONE_SECRET: "one\ttwo" }, "AUTH_ONE_SECRET has a line end"],
])("a production start refuses %s", (_, variables, problem) => {
  expect(problems(variables)).toContain(problem);
});

it.each<[string, Record<string, string>]>([
  ["a trusted proxy in place of the origin", { AUTH_URL: "", AUTH_TRUST_HOST: "1" }],
  ["plain http at localhost", { AUTH_URL: "http://localhost:3000" }],
  ["plain http at [::1]", { AUTH_URL: "http://[::1]" }],
  ["a line end after a client id", { AUTH_ONE_ID: "one\n" }],
])("a production start accepts %s", (_, variables) => expect(problems(variables)).toBe(""));

it("AUTH_URL has no path but that of the configuration", () => {
  const found = (path: string, basePath?: string) =>
    checkAuthEnvironment({ AUTH_URL: `https://a.example${path}`, AUTH_SECRET: "x" }, false, basePath).problems.join();
  expect(found("/sub", "/api/auth")).toContain("AUTH_URL has the path /sub");
  for (const path of ["", "/", "/api/auth", "/api/auth/"]) expect(found(path, "/api/auth")).toBe("");
  expect(found("/auth")).toBe("");
});

const METHODS = [
  { name: "Passkey", variables: [] },
  { name: "One", variables: ["AUTH_ONE_ID", "AUTH_ONE_SECRET"] },
  { name: "Two", variables: ["AUTH_TWO_ID", "AUTH_TWO_SECRET", "AUTH_TWO_ISSUER"] },
];
const ONE = { AUTH_ONE_ID: "id", AUTH_ONE_SECRET: "secret" };

it("a start with one whole sign-in method is accepted, and in development one without any", () => {
  expect([...checkSignInMethods(METHODS, ONE, true), ...checkSignInMethods(METHODS, {}, false)]).toEqual([]);
});

it("a production start without a sign-in method names every choice: passkeys alone cannot sign users up", () => {
  expect(checkSignInMethods(METHODS, {}, true)).toEqual([
    "No sign-in method is configured, and at least one is needed. Set AUTH_ONE_ID and AUTH_ONE_SECRET (One), " +
      "or AUTH_TWO_ID, AUTH_TWO_SECRET, and AUTH_TWO_ISSUER (Two).",
  ]);
});

it.each([true, false])("a start names the missing variables of a method, in production or not: %s", (production) => {
  expect(checkSignInMethods(METHODS, { ...ONE, AUTH_TWO_ID: "id", AUTH_TWO_SECRET: " " }, production)).toEqual([
    "AUTH_TWO_SECRET and AUTH_TWO_ISSUER are missing. AUTH_TWO_ID, AUTH_TWO_SECRET, and AUTH_TWO_ISSUER turn on the " +
      'sign-in method "Two" together.',
  ]);
});
