// The layer with Auth.js's own adapter for Prisma, unmodified, on the application's tables: sign-in, sessions, passkeys
// and sign-out work without the methods that the layer adds to Auth.js's.

import { PrismaAdapter } from "@auth/prisma-adapter";
import { beforeEach, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider } from "../../../packages/solid-authjs/src";
import { linkFields, useApplication } from "../../../packages/solid-authjs/test/support/application";
import { Passkey } from "../../../packages/solid-authjs/test/support/passkey";
import { authenticate, register } from "../../../packages/solid-authjs/test/support/passkeys";
import { LOCAL_ORIGIN, useGitHub } from "../../../packages/solid-authjs/test/support/peers";
import { errorOf, type Visitor } from "../../../packages/solid-authjs/test/support/visitor";

const gitHub = useGitHub();
const app = useApplication(
  () => ({
    providers: [gitHub.provider(), PasskeyProvider()],
    pages: { signIn: "/sign-in", error: "/error" },
  }),
  LOCAL_ORIGIN,
);
beforeEach(() => {
  app.config.adapter = PrismaAdapter(app.prisma as unknown as Parameters<typeof PrismaAdapter>[0]);
});

async function signedIn(): Promise<Visitor> {
  const visitor = app.visitor();
  expect(errorOf(await app.signIn(visitor))).toBeNull();
  return visitor;
}

it("a mail link signs up, works once, and signs in again as the same user", async () => {
  const visitor = await signedIn();
  const first = await visitor.session();
  expect(first).toMatchObject({ user: { email: "user@example.com" } });
  const spent = linkFields(app.sent.at(-1));
  expect(errorOf(await app.visitor().post("/callback/email", spent))).toBe("Verification");
  expect(await (await signedIn()).session()).toMatchObject({ user: first?.user ?? {} });
});

it("an OAuth account signs up and in", async () => {
  for (const _ of ["first", "again"]) {
    const visitor = app.visitor();
    expect(errorOf(await gitHub.signIn(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  }
});

it("a passkey is added, and signs in", async () => {
  const [passkey, visitor] = [new Passkey(LOCAL_ORIGIN), app.visitor()];
  expect(errorOf(await register(await signedIn(), passkey))).toBeNull();
  expect(errorOf(await authenticate(visitor, passkey))).toBeNull();
  expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
});

it("a cookie of a deleted session blocks neither signing in nor signing out", async () => {
  const visitor = await signedIn();
  const [cookie, value] = visitor.sessionCookie ?? ["", ""];
  await visitor.copy().post("/signout");
  expect(errorOf(await app.signIn(visitor))).toBeNull();
  expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  visitor.cookies.set(cookie, value);
  expect(errorOf(await visitor.post("/signout"))).toBeNull();
  expect(visitor.cookies.has(cookie)).toBe(false);
});

it("an expired session is refused", async () => {
  app.config.session = { maxAge: 60 };
  const visitor = await signedIn();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await visitor.session()).toBeNull();
});
