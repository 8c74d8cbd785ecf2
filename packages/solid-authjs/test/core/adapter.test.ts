// Adapters: which methods they need, and what they learn.

import { expect, it } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthAdapter } from "../../src";
import { EMAIL, QUIET, useApplication } from "../support/application";
import { useOAuth } from "../support/oauth";

const oauth = useOAuth();
const app = useApplication(() => ({ providers: [oauth.provider(), PasskeyProvider()] }));

it.each(["linkAccount", "createUser", "useVerificationToken", "createAuthenticator"] as const)(
  "an adapter that lacks %s is refused, before a user is half made",
  async (method) => {
    const { [method]: _, ...rest } = app.adapter;
    const logged: string[] = [];
    const logger = { ...QUIET, error: (error: Error) => logged.push(error.name) };
    const answer = await app.visitor({ adapter: rest as SolidAuthAdapter, logger }).get("/csrf");
    expect(answer.status).not.toBe(200);
    expect(logged).toContain("MissingAdapterMethods");
  },
);

it("an adapter that begins a session learns whether the sign-in has created the user", async () => {
  const told: unknown[] = [];
  const createSession: SolidAuthAdapter["createSession"] = (session, grant) => {
    told.push(grant?.isNewUser);
    return app.adapter.createSession?.(session, grant) as never;
  };
  for (const _ of ["first", "again"]) await app.signedIn(EMAIL, { adapter: { ...app.adapter, createSession } });
  expect(told).toEqual([true, false]);
});
