// Passkeys of an application on several domains (WebAuthn Level 3, 5.11: related origins).

import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider, relatedOriginProblems } from "../../../src";
import { STRATEGIES, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, authenticate, ENABLED, optionsFor, register } from "../../support/passkeys";
import { ORIGIN, outcome } from "../../support/visitor";

const OTHER = "https://app.example.de";
const UNLISTED = "https://app.example.org";
const HOST = new URL(ORIGIN).hostname;
const OTHER_ORIGIN = ["/api/auth/error", "WebAuthnVerificationError", "origin"];

describe.each(STRATEGIES)("a passkey on two domains, sessions by %s", (strategy) => {
  const app = useApplication(() => ({
    providers: [PasskeyProvider({ relatedOrigins: [ORIGIN, OTHER] })],
    session: { strategy },
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

  it("signs in on no domain with an answer that was made on the other", async () => {
    await register(await app.signedIn("ada@example.com"), first);
    second.userHandle = first.userHandle;
    const visitor = visitorAt(ORIGIN);
    const data = second.authenticate(await optionsFor(visitor, "authenticate"));
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(OTHER_ORIGIN);
    expect(await visitor.session()).toBeNull();
  });

  it("belongs to the own host of a domain that is not listed, such as a developer's", async () => {
    expect((await optionsFor(visitorAt(UNLISTED), "authenticate")).rpId).toBe(new URL(UNLISTED).hostname);
  });
});

it("the check at startup accepts https origins with at most five names, which may have many domains", () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => `https://app.name${index}.example`);
  const domains = ["https://name0.com", "https://www.name0.co.uk", "https://name0.de:8443"];
  for (const origins of [[], [...named(5), ...domains]]) expect(relatedOriginProblems(origins)).toEqual([]);
  expect(relatedOriginProblems(named(6))).toEqual([
    "relatedOrigins: these are 6 names, and browsers accept 5: name0, name1, name2, name3, name4, name5.",
  ]);
});

it.each(["http://example.com", "https://example.com/", "https://Example.com", "example.com"])(
  "the check at startup refuses what is no https origin: %s",
  (origin) => {
    const problem = `relatedOrigins: "${origin}" is not an https origin, like https://example.com.`;
    expect(relatedOriginProblems(["https://example.de", origin])).toEqual([problem]);
  },
);
