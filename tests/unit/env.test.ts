import { describe, expect, it } from "vitest";
import { readEnvironment } from "~/server/env";
import { resolveConfig } from "~/solid-auth/resolve";

const ALL = { AUTH_SECRET: "first", AUTH_SECRET_1: "second", AUTH_SECRET_2: "third", AUTH_SECRET_3: "fourth" };

describe("the secrets", () => {
  it.each([
    [ALL],
    [{ AUTH_SECRET: "first" }],
    [{ AUTH_SECRET_2: "third", AUTH_SECRET: "first" }],
    [{ AUTH_SECRET_1: "second", AUTH_SECRET_3: "fourth", AUTH_SECRET_2: "" }],
  ])("are those of the integration layer, newest first as it has them: %o", (variables: Record<string, string>) => {
    const { secrets } = resolveConfig({ providers: [] }, variables);
    expect(readEnvironment(variables, false).secrets).toEqual(secrets);
  });

  it("are at least one", () => {
    expect(() => readEnvironment({ AUTH_SECRET: " " }, false)).toThrow("AUTH_SECRET is missing");
  });
});
