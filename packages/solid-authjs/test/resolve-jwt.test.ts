// SPEC.md, FrameworkAuthConfig: `jwt`, and the session's settings without an adapter. No configuration here has an
// adapter: @auth/core asks for one once it has seen an email provider.

import { decode, type JWTDecodeParams, type JWTEncodeParams } from "@auth/core/jwt";
import Credentials from "@auth/core/providers/credentials";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getSession, type SolidAuthConfig } from "../src";
import { QUIET, SECRET } from "./support/application";
import { LOCAL_ORIGIN, useGitHub } from "./support/peers";
import { Visitor } from "./support/visitor";

const START = new Date("2030-01-01T00:00:00.000Z");

const gitHub = useGitHub();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

function configWith(options: Partial<SolidAuthConfig> = {}): SolidAuthConfig {
  const authorize = () => ({ id: "1", name: "Ada", email: "ada@example.com" });
  const logger = QUIET;
  return { providers: [Credentials({ authorize })], secret: SECRET, trustHost: true, logger, ...options };
}

async function signedIn(options: Partial<SolidAuthConfig> = {}) {
  const visitor = new Visitor(configWith(options));
  await visitor.post("/callback/credentials");
  return { visitor };
}

describe("session.strategy", () => {
  it("the default without an adapter is jwt: the cookie is an encrypted token that holds the session", async () => {
    const { visitor } = await signedIn();
    const [header = "", ...parts] = visitor.sessionCookie?.[1].split(".") ?? [];
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({ alg: "dir", enc: "A256CBC-HS512" });
    expect(parts).toHaveLength(4);
    expect(visitor.sessionCookie?.[1]).not.toContain(Buffer.from("ada@example.com").toString("base64url"));
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada", email: "ada@example.com" } });
  });

  it("a provider without an adapter signs in and out, and the jwt callback gets its tokens", async () => {
    const jwt = vi.fn(({ token }) => token);
    const own = configWith({ providers: [gitHub.provider()], callbacks: { jwt } });
    const visitor = new Visitor(own, { origin: LOCAL_ORIGIN });
    await gitHub.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada Lovelace", email: "ada@example.com" } });
    expect(jwt.mock.calls[0]?.[0]).toMatchObject({ account: { access_token: expect.stringMatching(/^gho_/) } });
    await visitor.post("/signout");
    expect(await visitor.session()).toBeNull();
  });

  it("`database` without an adapter makes every request a configuration error", async () => {
    const config = configWith({ providers: [], session: { strategy: "database" } });
    const answer = await new Visitor(config).get("/session");
    expect(answer.status).toBe(500);
    expect(answer.set.size).toBe(0);
  });
});

describe("jwt", () => {
  it("lets `maxAge` end a token before its session's `maxAge` does", async () => {
    const { visitor } = await signedIn({ jwt: { maxAge: 60 } });
    vi.setSystemTime(START.valueOf() + 50_000);
    expect(await visitor.session()).not.toBeNull();
    vi.setSystemTime(START.valueOf() + 150_000);
    expect(await visitor.session()).toBeNull();
  });

  it("encrypts sessions with `jwt.secret` if it is set, not with the configuration's", async () => {
    const secret = "gN5wQx7Tb2mZr9Lk4VpYc8HsJd3FaUe6";
    const own = configWith({ jwt: { secret } });
    const visitor = new Visitor(own);
    await visitor.post("/callback/credentials");
    const [salt = "", token = ""] = visitor.sessionCookie ?? [];
    expect(await decode({ token, salt, secret })).toMatchObject({ name: "Ada" });
    await expect(decode({ token, salt, secret: SECRET })).rejects.toThrow();
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada" } });
    const request = visitor.request();
    expect(await getSession(request, own)).toMatchObject({ user: { name: "Ada" } });
  });

  it("calls the application's `encode` and `decode` with the secrets, the salt and the lifetime", async () => {
    const encode = vi.fn(async ({ token }: JWTEncodeParams) =>
      Buffer.from(JSON.stringify(token)).toString("base64url"),
    );
    const decode = vi.fn(async ({ token }: JWTDecodeParams) =>
      JSON.parse(Buffer.from(token ?? "", "base64url").toString()),
    );
    const config = configWith({ jwt: { encode, decode, maxAge: 120 } });
    const visitor = new Visitor(config);
    await visitor.post("/callback/credentials");
    const [name = "", value = ""] = visitor.sessionCookie ?? [];
    expect(JSON.parse(Buffer.from(value, "base64url").toString())).toMatchObject({ name: "Ada", sub: "1" });
    expect(encode).toHaveBeenCalledWith(expect.objectContaining({ salt: name, maxAge: 120, secret: [SECRET] }));

    expect(await visitor.session()).toMatchObject({ user: { name: "Ada" } });
    expect(decode).toHaveBeenCalledWith(expect.objectContaining({ salt: name, token: value }));
    const request = visitor.request();
    expect(await getSession(request, config)).toMatchObject({ user: { name: "Ada" } });
  });

  it("treats a `decode` that throws as no session, and clears the cookie", async () => {
    const { visitor } = await signedIn();
    const [name = "", value = ""] = visitor.sessionCookie ?? [];
    const decode = () => Promise.reject(new Error("not mine"));
    const stranger = new Visitor(configWith({ jwt: { decode } }));
    stranger.cookies.set(name, value);
    expect(await stranger.session()).toBeNull();
    expect(stranger.sessionCookie).toBeUndefined();
  });
});
