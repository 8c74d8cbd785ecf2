// An address that its owner proves while an attacker who registered it signs in. The adapter learns in which state the
// attacker's request found the user, and adds nothing to one whose address was verified since.

import type { Adapter } from "@auth/core/adapters";
import { beforeEach, expect, it } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { wrapAdapter } from "../../src/core/adapter";
import { openStore, type Store } from "../support/store";

const EMAIL = "victim@example.com";

type Methods = Required<SolidAuthAdapter>;

let store: Store;
let id: string;

beforeEach(async () => {
  store = await openStore();
  id = (await request().createUser({ id: "ignored", email: EMAIL, emailVerified: null })).id;
});

/** The adapter as core gets it for one request. */
const request = () => wrapAdapter(store.adapter, [], {}) as Adapter as Methods;

const session = (sessionToken: string) => ({ sessionToken, userId: id, expires: new Date(Date.now() + 3_600_000) });
const account = (type: "oauth" | "webauthn", providerAccountId: string) =>
  ({ userId: id, type, provider: "provider", providerAccountId }) as const;
const passkey = (credentialID: string) => ({
  userId: id,
  credentialID,
  providerAccountId: credentialID,
  credentialPublicKey: "key",
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
});

/** A request of the owner, who spends the link in a mail. */
async function prove(): Promise<void> {
  const owner = request();
  await owner.getUserByEmail(EMAIL);
  await owner.updateUser({ id, emailVerified: new Date() });
  await owner.createSession(session("owner's"));
}

/** What the attacker's request adds is refused, and only the owner has access. */
async function expectRefused(adding: unknown): Promise<void> {
  await expect(adding).rejects.toThrow("The address was verified since the user was found.");
  const { prisma, adapter } = store;
  expect(await adapter.getSessionAndUser?.("owner's")).not.toBeNull();
  const tables = [prisma.user, prisma.session, prisma.account, prisma.authenticator];
  expect(await Promise.all(tables.map((table) => table.count()))).toEqual([1, 1, 0, 0]);
}

const findByAccount = (attacker: Methods) =>
  attacker.getUserByAccount({ provider: "provider", providerAccountId: "first" });
const findByAddress = (attacker: Methods) => attacker.getUserByEmail(EMAIL);
const findBySession = (attacker: Methods) => attacker.getSessionAndUser("attacker's");

it.each<[string, (attacker: Methods) => unknown, (attacker: Methods) => unknown]>([
  ["session, found by an account", findByAccount, (attacker) => attacker.createSession(session("attacker's second"))],
  ["session, found by the address", findByAddress, (attacker) => attacker.createSession(session("attacker's second"))],
  ["account, found by a session", findBySession, (attacker) => attacker.linkAccount(account("oauth", "second"))],
  [
    "passkey, found by a session",
    findBySession,
    (attacker) => attacker.addPasskey(account("webauthn", "key"), passkey("key")),
  ],
])("an attacker's request adds no %s before the proof, after it", async (_, find, add) => {
  await store.adapter.linkAccount?.(account("oauth", "first"));
  await store.adapter.createSession?.(session("attacker's"));
  const attacker = request();
  await find(attacker);
  await prove();
  await expectRefused(add(attacker));
});

it("an attacker's request that created the user, and cannot store its account then, leaves the owner their user", async () => {
  await store.prisma.user.deleteMany();
  const attacker = request();
  id = (await attacker.createUser({ id: "ignored", email: EMAIL, emailVerified: null })).id;
  await prove();
  await expectRefused(attacker.linkAccount(account("oauth", "second")));
});

it("the owner becomes no user who has changed to another address meanwhile", async () => {
  const owner = request();
  await owner.getUserByEmail(EMAIL);
  await store.adapter.updateUser?.({ id, email: "attacker@example.com", emailVerified: new Date() });
  await expect(owner.updateUser({ id, emailVerified: new Date() })).rejects.toThrow("changed their address");
});
