// A database from before version 14 of @simplewebauthn/server. Only the rows and the private keys are from then.

import { expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, authenticate, ENABLED, optionsFor, register } from "../../support/passkeys";
import { errorOf, ORIGIN } from "../../support/visitor";
import { STORED } from "./stored-passkeys";

const app = useApplication(() => ({ providers: [PasskeyProvider()], ...ENABLED }));

async function restore({ key, handle, user, account, authenticator }: (typeof STORED)[number]): Promise<Passkey> {
  await app.prisma.user.create({ data: { ...user, emailVerified: new Date() } });
  await app.prisma.account.create({ data: account });
  await app.prisma.authenticator.create({ data: authenticator });
  const passkey = new Passkey(ORIGIN, { existing: { id: toBase64Url(authenticator.credentialID, "base64"), key } });
  passkey.userHandle = toBase64Url(handle);
  passkey.counter = authenticator.counter && authenticator.counter + 1;
  return passkey;
}

function toBase64Url(text: string, encoding?: BufferEncoding): string {
  return Buffer.from(text, encoding).toString("base64url");
}

it.each(STORED)("a passkey from before an update still signs its owner in: $user.email", async (stored) => {
  const passkey = await restore(stored);
  const visitor = app.visitor();
  expect(errorOf(await authenticate(visitor, passkey))).toBeNull();
  expect(await visitor.session()).toMatchObject({ user: { email: stored.user.email } });
  expect(await app.prisma.authenticator.findMany()).toMatchObject([{ counter: passkey.counter }]);
});

it.each(STORED)("another key's answer is refused for a passkey from before: $user.email", async (stored) => {
  const passkey = await restore(stored);
  const visitor = app.visitor();
  const options = await optionsFor(visitor, "authenticate");
  const forger = new Passkey(ORIGIN);
  forger.counter = passkey.counter;
  const { response } = forger.authenticate(options);
  const answer = await answerWith(visitor, "authenticate", { ...passkey.authenticate(options), response });
  expect(errorOf(answer)).toBe("WebAuthnVerificationError");
  expect(await visitor.session()).toBeNull();
});

it("a new passkey of its owner has the same user handle, and the old one is named, so no device holds two", async () => {
  const [stored] = STORED;
  const passkey = await restore(stored);
  const owner = await app.signedIn(stored.user.email);
  const options = await optionsFor(owner, "register");
  expect(options.user.id).toBe(passkey.userHandle);
  expect(options.excludeCredentials).toMatchObject([{ id: passkey.id, type: "public-key" }]);
  expect(errorOf(await register(owner, new Passkey(ORIGIN)))).toBeNull();
  expect(await app.prisma.authenticator.count()).toBe(2);
});
