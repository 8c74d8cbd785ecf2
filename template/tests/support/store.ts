// The application's adapter and tables, for the tests of packages/solid-authjs (../../vitest.config.ts).

import type { Store } from "../../../packages/solid-authjs/test/support/store";
import { openDatabase } from "../../../tests/support/adapter";

export { openDatabase };

/** @returns a migrated database of its own. The tests use Prisma's client through the narrower types of the package */
export async function openStore(): Promise<Store> {
  const { adapter, prisma } = await openDatabase();
  return { adapter, prisma: prisma as unknown as Store["prisma"] };
}
