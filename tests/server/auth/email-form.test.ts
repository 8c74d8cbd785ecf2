// What the sign-in form remembers of an address that was refused.

import { getRequestEvent } from "solid-js/web";
import { expect, it } from "vitest";
import { openDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

/** @returns the cookies of the answer to an address that is refused */
async function refusedWith(email: string): Promise<string | null | undefined> {
  useApplication(await openDatabase());
  const { rememberMailForm } = await import("~/server/auth/email-form");
  const request = new Request(`${ORIGIN}/api/auth/signin/email`, { method: "POST" });
  const report = {
    response: new Response(),
    action: "signin",
    provider: { type: "email" },
    fields: { email },
    failure: { error: "EmailSignInError", code: "address", page: "signIn" },
  } as never;
  return inRequest(request, async () => {
    await rememberMailForm(request, report);
    return getRequestEvent()?.response.headers.get("set-cookie");
  });
}

it.each([
  ["\ud83d\ude00", true],
  ["x".repeat(320), true],
  ["x".repeat(321), false],
  ["ada\udfff@example.com", false],
])("an address that was refused is shown again, unless it fits into no cookie: %j, %s", async (email, isShown) => {
  const set = isShown ? expect.stringContaining(`typed-email=${encodeURIComponent(email)};`) : null;
  expect(await refusedWith(email)).toEqual(set);
});
