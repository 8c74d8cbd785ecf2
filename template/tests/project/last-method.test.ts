// A user's last sign-in method. With passkeys, which a clone may have removed.

import { afterEach, expect, it, vi } from "vitest";
import { openDatabase, passkeyOf } from "../../../tests/support/adapter";

afterEach(() => vi.unstubAllEnvs());

const USERS = 20;

it("one of two sign-in methods that are removed at the same time stays", async () => {
  const { prisma, url } = await openDatabase();
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
  const { removeMethod } = await import("~/server/auth/user-methods");
  for (let user = 0; user < USERS; user++) {
    const ids = [`a${user}`, `b${user}`];
    const authenticators = { create: ids.map(passkeyOf) };
    const { id } = await prisma.user.create({ data: { email: `user${user}@example.com`, authenticators } });
    const results = await Promise.all(
      ids.map((credentialID) =>
        removeMethod(id, async (tx) => (await tx.authenticator.deleteMany({ where: { credentialID } })).count),
      ),
    );
    expect(results.sort()).toEqual(["last", "removed"]);
    expect(await prisma.authenticator.count({ where: { userId: id } })).toBe(1);
  }
});
