// SPEC.md, FrameworkAuthConfig: `jwt`, and the session's settings without an adapter. No configuration here has an
// adapter: @auth/core asks for one once it has seen an email provider.

import type { JWTDecodeParams, JWTEncodeParams } from "@auth/core/jwt";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, expect, it, vi } from "vitest";
import { getSession, type SolidAuthConfig } from "../src";
import { QUIET, SECRET } from "./support/application";
import { Visitor } from "./support/visitor";

const START = new Date("2030-01-01T00:00:00.000Z");
const ADA = { user: { name: "Ada", email: "ada@example.com" } };
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));

const configWith = (options: Partial<SolidAuthConfig> = {}): SolidAuthConfig => ({
  providers: [Credentials({ authorize: () => ({ id: "1", ...ADA.user }) })],
  secret: SECRET,
  trustHost: true,
  logger: QUIET,
  ...options,
});

async function signedIn(config = configWith()): Promise<Visitor> {
  const visitor = new Visitor(config);
  await visitor.post("/callback/credentials");
  return visitor;
}

it("the default without an adapter is jwt: the cookie is an encrypted token that holds the session", async () => {
  const visitor = await signedIn();
  const [header = "", ...parts] = visitor.sessionCookie?.[1].split(".") ?? [];
  expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({ alg: "dir", enc: "A256CBC-HS512" });
  expect(parts).toHaveLength(4);
  expect(visitor.sessionCookie?.[1]).not.toContain(Buffer.from("ada@example.com").toString("base64url"));
  expect(await visitor.session()).toMatchObject(ADA);
});

it("`database` without an adapter makes every request a configuration error", async () => {
  const answer = await new Visitor(configWith({ providers: [], session: { strategy: "database" } })).get("/session");
  expect([answer.status, answer.set.size]).toEqual([500, 0]);
});

it("the application's `encode` and `decode` get the secrets, the salt and the lifetime", async () => {
  const encode = vi.fn(async ({ token }: JWTEncodeParams) => Buffer.from(JSON.stringify(token)).toString("base64url"));
  const decode = vi.fn(async ({ token = "" }: JWTDecodeParams) =>
    JSON.parse(Buffer.from(token, "base64url").toString()),
  );
  const own = configWith({ jwt: { encode, decode, maxAge: 120 } });
  const visitor = await signedIn(own);
  const [salt, token] = visitor.sessionCookie ?? [];
  expect(encode).toHaveBeenCalledWith(expect.objectContaining({ salt, maxAge: 120, secret: [SECRET] }));
  expect(await visitor.session()).toMatchObject(ADA);
  expect(decode).toHaveBeenCalledWith(expect.objectContaining({ salt, token }));
  expect(await getSession(visitor.request(), own)).toMatchObject(ADA);
});
