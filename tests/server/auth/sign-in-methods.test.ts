import Credentials from "@auth/core/providers/credentials";
import { describe, expect, it } from "vitest";
import { createProvider, SIGN_IN_METHODS, strategyProblems } from "~/server/auth/sign-in-methods";

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

  it("is refused at startup with database sessions, and works with JWTs", () => {
    expect(strategyProblems("database", [password])).toEqual([
      expect.stringMatching(/^The sign-in method "Password" is a credentials provider.*strategy: "jwt"/),
    ]);
    expect(strategyProblems("jwt", [password])).toEqual([]);
  });
});
