// Adapters: the tests' own, one with nothing in addition to Auth.js, and ones that lack a method.

import { describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthAdapter } from "../../src";
import { describeAdapter } from "../support/adapters";
import { QUIET, useApplication } from "../support/application";
import { ENABLED } from "../support/passkeys";
import { useOAuth } from "../support/peers";

describeAdapter("all methods", ({ adapter }) => adapter);

describeAdapter("only the methods that Auth.js knows", ({ adapter }) => {
  const { useChallenge, rotateSession, addPasskey, ...known } = adapter;
  return known;
});

describe("an adapter that lacks a method", () => {
  const oauth = useOAuth();
  const app = useApplication(() => ({ providers: [oauth.provider(), PasskeyProvider()], ...ENABLED }));

  it.each([
    "linkAccount",
    "createUser",
    "useVerificationToken",
    "createAuthenticator",
    "updateAuthenticatorCounter",
  ] as const)("%s is refused, before a user is half made", async (method) => {
    const { [method]: _, ...rest } = app.adapter;
    const logged: string[] = [];
    const logger = { ...QUIET, error: (error: Error) => logged.push(error.name) };
    const lacking = { adapter: rest as SolidAuthAdapter, logger };
    const answer = await app.visitor(lacking).get("/csrf");
    expect(answer.status).not.toBe(200);
    expect(logged).toContain("MissingAdapterMethods");
    expect(await app.prisma.user.count()).toBe(0);
  });
});
