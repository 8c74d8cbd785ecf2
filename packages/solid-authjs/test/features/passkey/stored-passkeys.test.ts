// A passkey as it was stored with version 9 of @simplewebauthn/server, which Auth.js uses: written by the real handler,
// on 2026-11-23.

import { expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { authenticate, ENABLED, optionsFor, register } from "../../support/passkeys";
import { errorOf, ORIGIN } from "../../support/visitor";

const USER = { id: "60132340-00a4-406d-a226-1b3fbbabf372", email: "grace@example.com" };
const PRIVATE_KEY = {
  kty: "EC",
  x: "FZaMHwcVbtTtRcNLqkrrLid1dqO3IkK9hV1NZIlYNSY",
  y: "GgLN0iu6_YniQ750JzI4uTPYBuEXivDuaUWcgfghIKs",
  crv: "P-256",
  d: "I9XI-FvyXAvCaHWzqgHIxrCF4UY9PV7BnUUV0YQoQz4",
};
/** What the authenticator has stored, as text. */
const HANDLE = "v1.d7d43fe993451c94b5603f985b4435ef2c4fda40f4d488e6c79c51463994";
const IDS = { providerAccountId: "zeQpphQ/2mnMOg+J2wBZiIg=", userId: USER.id };
const AUTHENTICATOR = {
  ...IDS,
  counter: 8,
  credentialID: IDS.providerAccountId,
  credentialPublicKey:
    "pQECAyYgASFYIBWWjB8HFW7U7UXDS6pK6y4ndXajtyJCvYVdTWSJWDUmIlggGgLN0iu6/YniQ750JzI4uTPYBuEXivDuaUWcgfghIKs=",
  credentialBackedUp: true,
  credentialDeviceType: "multiDevice",
  transports: "internal,hybrid",
};

const app = useApplication(() => ({ providers: [PasskeyProvider()], ...ENABLED }));

it("a passkey from before an update signs its owner in, and no device holds a second one for the same user", async () => {
  await app.prisma.user.create({ data: { ...USER, emailVerified: new Date() } });
  await app.prisma.account.create({ data: { ...IDS, provider: "passkey", type: "webauthn" } });
  await app.prisma.authenticator.create({ data: AUTHENTICATOR });
  const id = Buffer.from(AUTHENTICATOR.credentialID, "base64").toString("base64url");
  const passkey = new Passkey(ORIGIN, { existing: { id, key: PRIVATE_KEY } });
  passkey.userHandle = Buffer.from(HANDLE).toString("base64url");
  passkey.counter = AUTHENTICATOR.counter + 1;
  const visitor = app.visitor();
  expect(errorOf(await authenticate(visitor, passkey))).toBeNull();
  expect(await visitor.session()).toMatchObject({ user: { email: USER.email } });
  expect(await app.prisma.authenticator.findMany()).toMatchObject([{ counter: passkey.counter }]);

  const options = await optionsFor(visitor, "register");
  expect(options.user.id).toBe(passkey.userHandle);
  expect(options.excludeCredentials).toMatchObject([{ id, type: "public-key" }]);
  expect(errorOf(await register(visitor, new Passkey(ORIGIN)))).toBeNull();
  expect(await app.prisma.authenticator.count()).toBe(2);
});
