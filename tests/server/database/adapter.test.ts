// What this application stores with a session and a passkey, and how many sessions a user has.

import type { SolidAuthAdapter } from "solid-authjs";
import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { beforeEach, expect, it } from "vitest";
import { deviceText } from "~/messages/devices";
import type { PrismaClient } from "~/server/database/generated/client";
import { openDatabase, passkeyOf } from "../../support/adapter";

const HOUR_MS = 60 * 60 * 1000;

let prisma: PrismaClient;
let adapter: Required<SolidAuthAdapter>;
let userId: string;

beforeEach(async () => {
  const database = await openDatabase();
  prisma = database.prisma;
  adapter = database.adapter as Required<SolidAuthAdapter>;
  userId = (await adapter.createUser({ id: "ignored", email: "user@example.com", emailVerified: null })).id;
});

function signIn(sessionToken: string) {
  return adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + HOUR_MS) });
}

function addPasskey(credentialID: string, aaguid?: string) {
  const account = { userId, type: "webauthn", provider: "passkey", providerAccountId: credentialID } as const;
  return adapter.addPasskey(account, { userId, ...passkeyOf(credentialID) }, { aaguid });
}

it("a new session's row has the browser's user agent, cut to 400 characters", async () => {
  const headers = { "user-agent": "x".repeat(500) };
  const event = { request: new Request("http://localhost", { headers }), response: {}, locals: {} };
  await provideRequestEvent(event as unknown as RequestEvent, () => signIn("token"));
  expect((await prisma.session.findFirstOrThrow()).userAgent).toBe("x".repeat(400));
});

it("the sessions of one user are at most fifty: the oldest ends", async () => {
  const earlier = Array.from({ length: 50 }, (_, number) => {
    const createdAt = new Date(Date.now() - HOUR_MS + number);
    return { sessionToken: `earlier ${number}`, userId, createdAt, expires: new Date(Date.now() + HOUR_MS) };
  });
  await prisma.session.createMany({ data: earlier });
  await signIn("newest");
  const oldest = await prisma.session.findFirst({ orderBy: { createdAt: "asc" } });
  expect([await prisma.session.count(), oldest?.sessionToken]).toEqual([50, "earlier 1"]);
  expect(await adapter.getSessionAndUser("newest")).not.toBeNull();
});

it("a passkey is named after its authenticator's model, if that is known", async () => {
  const aaguid = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
  expect(await addPasskey("a", aaguid)).toMatchObject({ name: "Google Password Manager", aaguid });
  expect(await addPasskey("b")).toMatchObject({ name: deviceText.passkey, aaguid: null });
});
