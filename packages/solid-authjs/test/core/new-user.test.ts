// What an adapter learns of a session that it begins.

import { expect, it } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { useApplication } from "../support/application";

const app = useApplication(() => ({ session: { strategy: "database" } }));

it("an adapter that begins a session learns whether the sign-in has created the user", async () => {
  const { createSession } = app.adapter;
  const told: unknown[] = [];
  const adapter: SolidAuthAdapter = {
    ...app.adapter,
    createSession: (session, grant) => {
      told.push(grant?.isNewUser);
      return createSession?.(session, grant) as never;
    },
  };
  for (const _ of ["first", "again"]) await app.signedIn("user@example.com", { adapter });
  expect(told).toEqual([true, false]);
});
