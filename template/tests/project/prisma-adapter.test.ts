// The layer with Auth.js's own adapter for Prisma, unmodified, on the application's tables.

import { PrismaAdapter } from "@auth/prisma-adapter";
import { describeAdapter } from "../../../packages/solid-authjs/test/support/adapters";

describeAdapter("Auth.js's own adapter for Prisma", ({ prisma }) =>
  PrismaAdapter(prisma as unknown as Parameters<typeof PrismaAdapter>[0]),
);
