// Passkeys of an application on several domains (WebAuthn Level 3, 5.11: related origins).

import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider, relatedOriginProblems } from "../../../src";
import { useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { authenticate, ENABLED, optionsFor, register } from "../../support/passkeys";
import { ORIGIN, outcome } from "../../support/visitor";

const OTHER = "https://app.example.de";
const UNLISTED = "https://app.example.org";
const HOST = new URL(ORIGIN).hostname;

describe("a passkey on two domains", () => {
  const app = useApplication(() => ({
    providers: [PasskeyProvider({ relatedOrigins: [ORIGIN, OTHER] })],
    ...ENABLED,
  }));
  const visitorAt = (origin: string) => app.visitor({}, { origin });
  /** The same passkey, in a browser that shows a page of each domain. */
  let first: Passkey;
  let second: Passkey;

  beforeEach(async () => {
    const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
    first = new Passkey(ORIGIN, { existing: { id: "cGFzc2tleQ", key } });
    second = new Passkey(OTHER, { existing: { id: "cGFzc2tleQ", key } });
  });

  it("a passkey that was added on one domain signs in on both, and belongs to the host of the first", async () => {
    const owner = visitorAt(OTHER);
    await app.signIn(owner, "ada@example.com");
    expect((await optionsFor(owner, "register")).rp.id).toBe(HOST);
    expect(outcome(await register(owner, second))).toEqual(["/", null, null]);
    first.userHandle = second.userHandle;
    for (const [origin, passkey] of [
      [ORIGIN, first],
      [OTHER, second],
    ] as const) {
      const visitor = visitorAt(origin);
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
