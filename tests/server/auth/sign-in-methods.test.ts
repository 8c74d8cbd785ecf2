import Credentials from "@auth/core/providers/credentials";
import { describe, expect, it } from "vitest";
import {
  createProvider,
  SIGN_IN_METHODS,
  type SignInMethodEntry,
  signInMethodProblems,
  strategyProblems,
} from "~/server/auth/sign-in-methods";

const provider = Credentials({});
const METHODS: SignInMethodEntry[] = [
  { id: "passkey", name: "Passkey", provider, variables: [] },
  { id: "one", name: "One", provider, variables: ["AUTH_ONE_ID", "AUTH_ONE_SECRET"] },
  { id: "two", name: "Two", provider, variables: ["AUTH_TWO_ID", "AUTH_TWO_SECRET", "AUTH_TWO_ISSUER"] },
];
const ONE = { AUTH_ONE_ID: "id", AUTH_ONE_SECRET: "secret" };

describe("the check of sign-in methods at startup", () => {
  it.each([
    ["one method is on", ONE, true],
    ["nothing is on in development", {}, false],
  ])("finds nothing where %s", (_, variables, production) => {
    expect(signInMethodProblems(variables, production, METHODS)).toEqual([]);
  });

  it("names every choice if production has none: passkeys alone cannot sign users up", () => {
    expect(signInMethodProblems({}, true, METHODS)).toEqual([
      "No sign-in method is configured, and at least one is needed. Set AUTH_ONE_ID and AUTH_ONE_SECRET (One), " +
        "or AUTH_TWO_ID, AUTH_TWO_SECRET, and AUTH_TWO_ISSUER (Two).",
    ]);
  });

  it.each([true, false])("names the missing variables of a method, in production or not: %s", (production) => {
    const variables = { ...ONE, AUTH_TWO_ID: "id", AUTH_TWO_SECRET: " " };
    expect(signInMethodProblems(variables, production, METHODS)).toEqual([
      "AUTH_TWO_SECRET and AUTH_TWO_ISSUER are missing. AUTH_TWO_ID, AUTH_TWO_SECRET, and AUTH_TWO_ISSUER turn on the " +
        'sign-in method "Two" together.',
    ]);
  });
});

describe("the list", () => {
  it("contains each id once, with the variables of its own provider", () => {
    const ids = SIGN_IN_METHODS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, icon, variables } of SIGN_IN_METHODS)
      if (icon) expect(variables).toContain(`AUTH_${id.toUpperCase().replaceAll("-", "_")}_ID`);
  });

  it("gives each provider its entry's id and name", () => {
    for (const method of SIGN_IN_METHODS) {
      const { id, name } = method;
      expect(createProvider(method)).toMatchObject({ id, name, type: expect.any(String) });
    }
  });
});

describe("a credentials provider", () => {
  const [, password] = METHODS;

  it("is refused at startup with database sessions, and works with JWTs", () => {
    expect(strategyProblems("database", password ? [password] : [])).toEqual([
      expect.stringMatching(/^The sign-in method "One" is a credentials provider.*strategy: "jwt"/),
    ]);
    expect(strategyProblems("jwt", METHODS)).toEqual([]);
  });
});
