import Apple from "@auth/core/providers/apple";
import Credentials from "@auth/core/providers/credentials";
import Keycloak from "@auth/core/providers/keycloak";
import EntraId from "@auth/core/providers/microsoft-entra-id";
import { describe, expect, it } from "vitest";
import {
  createProvider,
  idProblems,
  SIGN_IN_METHODS,
  type SignInMethodEntry,
  strategyProblems,
} from "~/server/auth/sign-in-methods";

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
  const password = { id: "password", name: "Password", provider: Credentials({}), variables: [] };

  it("the start refuses it with database sessions, and it works with JWTs", () => {
    expect(strategyProblems("database", [password])).toEqual([
      expect.stringMatching(/^The sign-in method "Password" is a credentials provider.*strategy: "jwt"/),
    ]);
    expect(strategyProblems("jwt", [password])).toEqual([]);
  });
});

describe("a provider that Auth.js treats by its id", () => {
  const entry = (id: string, provider: SignInMethodEntry["provider"]): SignInMethodEntry => ({
    id,
    name: id,
    provider,
    variables: [],
  });

  it("the start refuses it under another id, and any other provider may have any", () => {
    expect(
      idProblems([entry("apple", Apple), entry("microsoft-entra-id", EntraId), entry("company", Keycloak)]),
    ).toEqual([]);
    expect(idProblems([entry("fruit", Apple), entry("company", EntraId)])).toEqual([
      expect.stringContaining('"fruit" needs the id "apple"'),
      expect.stringContaining('"company" needs the id "microsoft-entra-id"'),
    ]);
  });
});
