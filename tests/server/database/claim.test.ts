// Work that is claimed, so that it is done once.

import { claim } from "database-engines";
import { beforeEach, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { openDatabase } from "../../support/adapter";

const MINUTE_MS = 60 * 1000;

let prisma: PrismaClient;

beforeEach(async () => {
  ({ prisma } = await openDatabase());
});

it("a claim in a transaction that fails is free again, and one that was carried out is not", async () => {
  const work = (fails: boolean) =>
    prisma.$transaction(async (tx) => {
      const isDue = await claim(tx, "event 1", MINUTE_MS);
      if (fails) throw new Error("The work has failed.");
      return isDue;
    });
  await expect(work(true)).rejects.toThrow("The work has failed.");
  expect(await work(false)).toBe(true);
  expect(await work(false)).toBe(false);
});
