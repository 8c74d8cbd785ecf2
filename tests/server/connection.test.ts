// What requests may expect of the connection that they share.

import { afterEach, expect, it, vi } from "vitest";
import { openDatabase } from "../support/adapter";

const user = (name: string) => ({ data: { email: `${name}@example.com` } });

it("undoes a failed transaction, and nothing that other requests have written meanwhile", async () => {
  const { prisma } = await openDatabase();
  const { promise: other, resolve: otherBegins } = Promise.withResolvers<unknown>();
  const transaction = prisma.$transaction(async (tx) => {
    await tx.user.create(user("undone"));
    otherBegins(undefined);
    // As long as a query takes: the other request's has reached the database by then.
    for (let turn = 0; turn < 10; turn++) await tx.user.count();
    throw new Error("undo");
  });
  const written = other.then(() => prisma.user.create(user("kept")));
  await expect(transaction).rejects.toThrow("undo");
  await written;
  expect((await prisma.user.findMany()).map(({ email }) => email)).toEqual(["kept@example.com"]);
});

afterEach(() => vi.unstubAllEnvs());

it("keeps one of two sign-in methods that are removed at the same time", async () => {
  const { prisma, url } = await openDatabase();
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
  const { removeMethod } = await import("~/server/auth/user-methods");
  const passkey = {
    providerAccountId: "p",
    credentialPublicKey: "k",
    counter: 0,
    credentialDeviceType: "x",
    credentialBackedUp: true,
  };
  const ids = ["a", "b"];
  const authenticators = { create: ids.map((credentialID) => ({ credentialID, ...passkey })) };
  const { id } = await prisma.user.create({ data: { ...user("ada").data, authenticators } });
  const results = await Promise.all(
    ids.map((credentialID) =>
      removeMethod(id, async (tx) => (await tx.authenticator.deleteMany({ where: { credentialID } })).count),
    ),
  );
  expect(results.sort()).toEqual(["last", "removed"]);
  expect(await prisma.authenticator.count()).toBe(1);
});

it("runs many transactions and queries at once", async () => {
  const { prisma } = await openDatabase();
  const names = Array.from({ length: 30 }, (_, number) => `user${number}`);
  await Promise.all(
    names.map((name, number) =>
      number % 2 ? prisma.user.create(user(name)) : prisma.$transaction([prisma.user.create(user(name))]),
    ),
  );
  expect(await prisma.user.count()).toBe(names.length);
});
