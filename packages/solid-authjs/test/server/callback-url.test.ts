// A page reads its session and its passkey options while the visitor presses a sign-in button.

import { expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../src";
import { openApplication } from "../support/application";
import { ENABLED } from "../support/passkeys";

it.each(["/session", "/webauthn-options/passkey?action=authenticate"])(
  "a late answer of %s changes neither where a sign-in leads nor the token of its form",
  async (path) => {
    const app = await openApplication({ providers: [PasskeyProvider()], ...ENABLED });
    const answer = await app.visitor().get(path);
    expect(answer.status).toBe(200);
    expect([...answer.set.keys()].filter((name) => /callback-url|csrf/.test(name))).toEqual([]);
  },
);
