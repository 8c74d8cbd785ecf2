// @auth/core lets a credentials sign-in succeed under database sessions, and the session then vanishes: it signs the visitor
// in with a JWT, which the database strategy cannot read.

import { UnsupportedStrategy } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { SolidAuth, type SolidAuthConfig } from "~/solid-auth";
import { openDatabase, QUIET, SECRET, Visitor } from "../../support/auth";

let prisma: PrismaClient;
let config: SolidAuthConfig;

const ada = { id: "1", email: "ada@example.com", name: "Ada" };

beforeEach(async () => {
  const database = await openDatabase();
  prisma = database.prisma;
  config = {
    adapter: database.adapter,
    providers: [
      Credentials({ credentials: { password: {} }, authorize: ({ password }) => (password === "right" ? ada : null) }),
    ],
    secret: SECRET,
    trustHost: true,
    logger: QUIET,
  };
});

it.each<[string, SolidAuthConfig["session"]]>([
  ["only the adapter implies", undefined],
  ["a session setting without a strategy leaves so", { maxAge: 60 }],
  ["the configuration asks for", { strategy: "database" }],
])("refuses, before the first request, credentials with the database sessions that %s", (_how, session) => {
  expect(() => SolidAuth({ ...config, session })).toThrow(UnsupportedStrategy);
  expect(() => SolidAuth({ ...config, session })).toThrow(/credentials.*strategy: "jwt"/);
});

it("refuses them also where another provider could do with database sessions", () => {
  const email = { id: "email", type: "email", name: "E-mail", sendVerificationRequest: async () => {} } as const;
  const providers = [{ ...email, maxAge: 600 }, ...config.providers];
  expect(() => SolidAuth({ ...config, providers })).toThrow(UnsupportedStrategy);
});

it("keeps the visitor signed in with JWT sessions, where the right password was given", async () => {
  const visitor = new Visitor({ ...config, session: { strategy: "jwt" } });
  await visitor.post("/callback/credentials", { password: "wrong" });
  expect(await visitor.session()).toBeNull();
  await visitor.post("/callback/credentials", { password: "right" });
  expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com", name: "Ada" } });
  expect(await prisma.session.count()).toBe(0);
});
