// SPEC.md, FrameworkAuthConfig: `providers` and `adapter`.

import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuth2Config } from "@auth/core/providers";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import Nodemailer from "@auth/core/providers/nodemailer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import {
  emailProvider,
  ORIGIN,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../support/auth";

interface Profile extends Record<string, unknown> {
  id: number;
  name: string;
  email: string;
}

const ADA: Profile = { id: 7, name: "Ada", email: "ada@example.com" };

let server: Server;
let issuer: string;
let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const token = { access_token: "token", token_type: "bearer" };
    response.end(JSON.stringify(request.url === "/token" ? token : ADA));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
  sent = [];
});
afterEach(() => vi.unstubAllEnvs());

function custom(id = "custom"): OAuth2Config<Profile> {
  return {
    id,
    name: "Custom",
    type: "oauth",
    clientId: "client",
    clientSecret: "client-secret",
    authorization: { url: `${issuer}/authorize`, params: { scope: "profile" } },
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    checks: ["pkce", "state"],
    profile: ({ id, name, email }) => ({ id: String(id), name, email }),
  };
}

function configWith(providers: SolidAuthConfig["providers"], options: Partial<SolidAuthConfig> = {}): SolidAuthConfig {
  const logger = QUIET;
  return { adapter, providers, secret: SECRET, trustHost: true, logger, ...options };
}

async function signInByCustom(visitor: Visitor, id = "custom") {
  const { location } = await visitor.post(`/signin/${id}`);
  return visitor.get(`/callback/${id}?code=code&state=${location?.searchParams.get("state")}`);
}

describe("providers", () => {
  it("may be built in or custom, objects or factories, in any order", async () => {
    const providers = [
      () => custom("factory"),
      GitHub({ clientId: "id", clientSecret: "secret" }),
      emailProvider(sent),
      custom("object"),
      Google,
    ];
    for (const ordered of [providers, providers.toReversed()]) {
      const listed = await (await new Visitor(configWith(ordered)).get("/providers")).json();
      const ids = ["factory", "github", "email", "object", "google"];
      expect(Object.keys(listed)).toEqual(ordered === providers ? ids : ids.reverse());
      for (const id of ids)
        expect(listed[id]).toMatchObject({
          id,
          signinUrl: `${ORIGIN}/api/auth/signin/${id}`,
          callbackUrl: `${ORIGIN}/api/auth/callback/${id}`,
        });
    }
  });

  it("sends to a built-in provider with the options it was made with", async () => {
    const provider = GitHub({
      clientId: "my-client",
      clientSecret: "secret",
      authorization: { params: { login: "ada" } },
    });
    const { location } = await new Visitor(configWith([provider])).post("/signin/github");
    expect(location?.origin).toBe("https://github.com");
    expect(location?.searchParams.get("client_id")).toBe("my-client");
    expect(location?.searchParams.get("login")).toBe("ada");
    expect(location?.searchParams.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/github`);
  });

  it("gives a built-in factory its client from the environment", async () => {
    vi.stubEnv("AUTH_GITHUB_ID", "from-environment");
    vi.stubEnv("AUTH_GITHUB_SECRET", "secret");
    const { location } = await new Visitor(configWith([GitHub])).post("/signin/github");
    expect(location?.searchParams.get("client_id")).toBe("from-environment");
  });

  it.each([
    ["an object", () => custom()],
    ["a factory", () => () => custom()],
  ])("signs in with a custom provider given as %s", async (_form, provider) => {
    const visitor = new Visitor(configWith([provider()]));
    expect((await signInByCustom(visitor)).location?.href).toBe(`${ORIGIN}/`);
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada", email: ADA.email } });
    expect(await prisma.account.findFirst()).toMatchObject({ provider: "custom", providerAccountId: "7" });
  });

  it("gives a built-in e-mail provider the options it was made with, in its defaults' place", async () => {
    const sendVerificationRequest = vi.fn();
    const options = { server: "smtp://127.0.0.1:1", from: "sign-in@example.com", maxAge: 300, sendVerificationRequest };
    const visitor = new Visitor(configWith([Nodemailer({ id: "mail", ...options })]));
    const asked = Date.now();
    await visitor.post("/signin/mail", { email: "user@example.com" });
    const { url, provider, expires } = sendVerificationRequest.mock.lastCall?.[0] ?? {};
    expect(new URL(url).pathname).toBe("/api/auth/callback/mail");
    expect(provider).toMatchObject({ from: "sign-in@example.com", server: "smtp://127.0.0.1:1" });
    expect(Math.round((expires.valueOf() - asked) / 60_000)).toBe(5);
  });

  it("keeps two clients of one built-in provider apart by their ids", async () => {
    const one = GitHub({ id: "github-one", clientId: "one", clientSecret: "secret" });
    const two = GitHub({ id: "github-two", clientId: "two", clientSecret: "secret" });
    const visitor = new Visitor(configWith([one, two]));
    for (const id of ["one", "two"]) {
      const { location } = await visitor.post(`/signin/github-${id}`);
      expect(location?.searchParams.get("client_id")).toBe(id);
    }
  });

  it("offers nothing and signs nobody in when the list is empty", async () => {
    const visitor = new Visitor(configWith([]));
    expect(await (await visitor.get("/providers")).json()).toEqual({});
    const answer = await visitor.post("/signin/github");
    expect(answer.location?.searchParams.get("error")).toBe("InvalidProvider");
  });
});

describe("adapter", () => {
  it("makes sessions rows of the database, and the cookie nothing but their token", async () => {
    const visitor = new Visitor(configWith([emailProvider(sent)]));
    await signInByMail(visitor, sent, "user@example.com");
    const [, token = ""] = visitor.sessionCookie ?? [];
    const { sessionToken } = await prisma.session.findFirstOrThrow();
    expect(sessionToken).toBe(createHash("sha256").update(token).digest("hex"));
    await prisma.session.deleteMany();
    expect(await visitor.session()).toBeNull();
  });

  it("holds the users also where the strategy is forced to jwt, and then no session", async () => {
    const visitor = new Visitor(configWith([emailProvider(sent)], { session: { strategy: "jwt" } }));
    await signInByMail(visitor, sent, "user@example.com");
    expect(visitor.sessionCookie?.[1].split(".")).toHaveLength(5);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.session.count()).toBe(0);
  });
});
