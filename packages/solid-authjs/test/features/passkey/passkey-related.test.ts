// Passkeys of an application on several domains (WebAuthn Level 3, 5.11: related origins).

import { describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider, relatedOriginProblems } from "../../../src";
import { useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { authenticate, optionsFor, register } from "../../support/passkeys";
import { ORIGIN, outcome } from "../../support/visitor";

const OTHER = "https://app.example.de";
const UNLISTED = "https://app.example.org";
const HOST = new URL(ORIGIN).hostname;

describe("a passkey on two domains", () => {
  const app = useApplication(() => ({
    providers: [PasskeyProvider({ relatedOrigins: [ORIGIN, OTHER] })],
  }));
  const visitorAt = (origin: string) => app.visitor({}, { origin });

  it("a passkey that was added on one domain signs in on both, and belongs to the host of the first", async () => {
    const passkey = new Passkey(OTHER);
    const owner = visitorAt(OTHER);
    await app.signIn(owner, "ada@example.com");
    expect((await optionsFor(owner, "register")).rp.id).toBe(HOST);
    expect(outcome(await register(owner, passkey))).toEqual(["/", null, null]);
    for (const origin of [ORIGIN, OTHER]) {
      const visitor = visitorAt(origin);
      passkey.origin = origin;
      expect((await optionsFor(visitor, "authenticate")).rpId).toBe(HOST);
      expect(outcome(await authenticate(visitor, passkey))).toEqual(["/", null, null]);
      expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    }
  });

  it("belongs to the own host of a domain that is not listed, such as a developer's", async () => {
    expect((await optionsFor(visitorAt(UNLISTED), "authenticate")).rpId).toBe(new URL(UNLISTED).hostname);
  });
});

it.each(["http://example.com", "https://example.com/", "https://Example.com", "example.com"])(
  "the check at startup refuses what is no https origin: %s",
  (origin) => {
    const problem = `relatedOrigins: "${origin}" is not an https origin, like https://example.com.`;
    expect(relatedOriginProblems(["https://example.de:8443", origin])).toEqual([problem]);
  },
);
