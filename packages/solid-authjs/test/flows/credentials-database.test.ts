// With database sessions, @auth/core lets a sign-in with credentials succeed with a JWT, which the database strategy
// cannot read. So the session is lost immediately.

import { UnsupportedStrategy } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { expect, it } from "vitest";
import { SolidAuth, type SolidAuthConfig } from "../../src";
import { useApplication } from "../support/application";

const ada = { id: "1", email: "ada@example.com", name: "Ada" };

const app = useApplication(() => ({
  providers: [
    Credentials({ credentials: { password: {} }, authorize: ({ password }) => (password === "right" ? ada : null) }),
  ],
}));

it.each<[string, SolidAuthConfig["session"]]>([
  ["only the adapter implies", undefined],
  ["a session setting without a strategy leaves so", { maxAge: 60 }],
  ["the configuration asks for", { strategy: "database" }],
])("refuses, before the first request, credentials with the database sessions that %s", (_how, session) => {
  expect(() => SolidAuth({ ...app.config, session })).toThrow(UnsupportedStrategy);
  expect(() => SolidAuth({ ...app.config, session })).toThrow(/credentials.*strategy: "jwt"/);
});

it("credentials with database sessions are refused, even beside a provider that works with them", () => {
  const email = { id: "email", type: "email", name: "Email", sendVerificationRequest: async () => {} } as const;
  const providers = [{ ...email, maxAge: 600 }, ...app.config.providers];
  expect(() => SolidAuth({ ...app.config, providers })).toThrow(UnsupportedStrategy);
});

it("credentials with JWT sessions keep the visitor signed in", async () => {
  const visitor = app.visitor({ session: { strategy: "jwt" } });
  await visitor.post("/callback/credentials", { password: "wrong" });
  expect(await visitor.session()).toBeNull();
  await visitor.post("/callback/credentials", { password: "right" });
  expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com", name: "Ada" } });
  expect(await app.prisma.session.count()).toBe(0);
});
