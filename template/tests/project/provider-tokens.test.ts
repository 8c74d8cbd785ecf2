// The application's own configuration with a real database file, a real OAuth server and a real OpenID provider: which
// provider tokens it stores at sign-in, and what a copy of the database reveals of them.

import { inspect } from "node:util";
import { customFetch } from "@auth/core";
import { EventError } from "@auth/core/errors";
import type { SolidAuthConfig } from "solid-authjs";
import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import {
  emailProvider,
  QUIET,
  SECRET,
  type SentMail,
  STRATEGIES,
  signInByMail,
} from "../../../packages/solid-authjs/test/support/application";
import { authorized, openId } from "../../../packages/solid-authjs/test/support/openid";
import { ADA, GRACE, LOCAL_ORIGIN, useGitHub, useOpenId } from "../../../packages/solid-authjs/test/support/peers";
import { Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import { type Database, openDatabase } from "../../../tests/support/adapter";

const NEWER_SECRET = "Xc3Rf8Uj1Wm6Qz5Bt9Kv2Ny7Ga4PdLhE";
const MAIL = "user@example.com";

interface Start {
  /** Undefined: the setting of app.config.ts. */
  storeProviderTokens?: boolean;
  strategy?: "database" | "jwt";
  /** Oldest first. */
  secrets?: string[];
}

const github = useGitHub();
const openIdPeer = useOpenId();
/** The last response of the token endpoint, by provider. */
let handedOut: Record<"github" | "oidc", Record<string, unknown>>;
let prisma: PrismaClient;
let database: Database;
let sent: SentMail[];
let errors: Error[];
let warnings: string[];

beforeEach(async () => {
  database = await openDatabase();
  prisma = database.prisma;
  [sent, errors, warnings] = [[], [], []];
  handedOut = { github: {}, oidc: {} };
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warnings.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of Object.keys(github.tokens)) delete github.tokens[name];
});

/** The application as after a restart: its modules are loaded again with these settings. */
async function start({ storeProviderTokens, strategy = "database", secrets = [SECRET] }: Start = {}) {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "solidAuthDatabases");
  vi.stubEnv("DATABASE_URL", database.url);
  for (const [index, name] of ["AUTH_SECRET", "AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"].entries())
    vi.stubEnv(name, secrets[index] ?? "");

  const appConfig = (await import("../../../app.config")).default;
  if (storeProviderTokens !== undefined) appConfig.storeProviderTokens = storeProviderTokens;
  const { authConfig } = await import("~/server/auth/config");
  const { providerTokens } = await import("~/server/auth/provider-tokens");

  const config: SolidAuthConfig = {
    ...authConfig,
    session: { strategy },
    providers: [
      emailProvider(sent),
      { ...github.provider(), [customFetch]: listenTo("github") },
      openId(openIdPeer, { [customFetch]: listenTo("oidc") }),
    ],
    logger: { ...QUIET, error: (error) => void errors.push(error) },
  };
  const { computeContext } = await import("~/server/middleware/compute-context");

  /** The application's callbacks read the request context, which its middleware creates. */
  class ApplicationVisitor extends Visitor {
    protected override handle(request: Request): Promise<Response> {
      const event = { request, response: { headers: new Headers() }, locals: {} } as RequestEvent;
      const next = () => super.handle(request);
      return provideRequestEvent(
        event,
        async () => computeContext({ req: request } as never, next) as Promise<Response>,
      );
    }
  }
  return { providerTokens, newVisitor: () => new ApplicationVisitor(config, { origin: LOCAL_ORIGIN }) };
}

function listenTo(provider: keyof typeof handedOut): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    if (/token$/.test(String(request[0]))) handedOut[provider] = await response.clone().json();
    return response;
  };
}

async function signInWithOpenId(visitor: Visitor, fields: Record<string, string> = {}): Promise<void> {
  const { location } = await visitor.post("/signin/oidc?login_hint=ada", fields);
  await visitor.get((await authorized(location)).href);
}

const userId = async (email = "ada@example.com") => (await prisma.user.findUniqueOrThrow({ where: { email } })).id;
const accountOf = (provider: string) => prisma.account.findFirstOrThrow({ where: { provider } });
const NO_TOKENS = {
  access_token: null,
  refresh_token: null,
  id_token: null,
  expires_at: null,
  scope: null,
  session_state: null,
};

/** Every row of every table, and everything else that is stored. */
async function dump(): Promise<string> {
  const rows = await Promise.all(
    [prisma.user, prisma.account, prisma.session].map((table) => (table as typeof prisma.user).findMany()),
  );
  const text = JSON.stringify(rows);
  return `${text}\n${await database.stored()}`;
}

/** During the action, every update of an existing account fails. */
async function whileUpdatesFail(action: () => Promise<unknown>): Promise<void> {
  const { create, remove } = database.url.startsWith("file:") ? FAILURE_ON_SQLITE : FAILURE_ON_POSTGRESQL;
  for (const statement of create) await prisma.$executeRawUnsafe(statement);
  try {
    await action();
  } finally {
    await prisma.$executeRawUnsafe(remove);
  }
}

const FAILURE_ON_SQLITE = {
  create: [`CREATE TRIGGER "fails" BEFORE UPDATE ON "Account" BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`],
  remove: `DROP TRIGGER "fails"`,
};

const FAILURE_ON_POSTGRESQL = {
  create: [
    `CREATE FUNCTION "fail"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$`,
    `CREATE TRIGGER "fails" BEFORE UPDATE ON "Account" FOR EACH ROW EXECUTE FUNCTION "fail"()`,
  ],
  remove: `DROP FUNCTION "fail" CASCADE`,
};

const FRAGMENT_LENGTH = 12;

/** Every part of a text that is too long to match by chance. */
function fragmentsOf(text: unknown): string[] {
  const count = String(text).length - FRAGMENT_LENGTH + 1;
  return Array.from({ length: count }, (_, start) => String(text).slice(start, start + FRAGMENT_LENGTH));
}

describe.each(STRATEGIES)("with sessions by %s", (strategy) => {
  const on = { strategy, storeProviderTokens: true } as const;

  it("a provider's tokens are not stored, unless app.config.ts says so", async () => {
    Object.assign(github.tokens, { refresh_token: "ghr_4f2a9c7e1b", expires_in: 3600, session_state: "f3a9" });
    const { newVisitor, providerTokens } = await start({ strategy });
    const visitor = newVisitor();
    await github.signIn(visitor);
    await github.signIn(newVisitor());
    await signInWithOpenId(visitor, { connect: "true" });
    const accounts = await prisma.account.findMany();
    expect(accounts).toMatchObject([NO_TOKENS, NO_TOKENS]);
    expect(await providerTokens(await userId(), "github")).toBeNull();
    expect(await providerTokens(await userId(), "oidc")).toBeNull();
    // Of no user they would be those of any user.
    await expect(providerTokens(undefined as never, "github")).rejects.toThrow("No userId is given.");
  });

  it("GitHub's tokens are read back unchanged", async () => {
    Object.assign(github.tokens, { refresh_token: "ghr_4f2a9c7e1b", expires_in: 3600 });
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { newVisitor, providerTokens } = await start(on);
    await github.signIn(newVisitor());
    const { access_token, scope } = handedOut.github;
    expect(access_token).toMatch(/^gho_\w{36}$/);
    const tokens = await providerTokens(await userId(), "github");
    const plain = { scope, tokenType: "bearer", expiresAt: expect.any(Date), sessionState: null };
    expect(tokens).toEqual({ accessToken: access_token, refreshToken: "ghr_4f2a9c7e1b", idToken: null, ...plain });
    expect(tokens?.expiresAt?.valueOf()).toBeGreaterThanOrEqual(before + 3600_000);
    expect(tokens?.expiresAt?.valueOf()).toBeLessThanOrEqual(Date.now() + 3600_000);
    expect(warnings).toEqual([]);
  });

  it("an OpenID provider's tokens are read back unchanged, with the ID token", async () => {
    const { newVisitor, providerTokens } = await start(on);
    await signInWithOpenId(newVisitor());
    const { access_token, id_token } = handedOut.oidc;
    expect(id_token).toMatch(/^eyJ/);
    const tokens = await providerTokens(await userId(), "oidc");
    expect(tokens).toMatchObject({ accessToken: access_token, idToken: id_token, scope: "openid profile email" });
  });

  it("the database contains no part of a token, not even 12 characters", async () => {
    Object.assign(github.tokens, { refresh_token: "ghr_c81d0be75f3a46291e7d" });
    const { newVisitor } = await start(on);
    const visitor = newVisitor();
    await github.signIn(visitor);
    await signInWithOpenId(visitor, { connect: "true" });
    const text = await dump();
    expect(new Set(text.match(/"v1\.[\w-]{40,}"/g)).size, "sealed values").toBe(4);
    for (const { access_token, refresh_token, id_token } of [handedOut.github, handedOut.oidc])
      for (const token of [access_token, refresh_token, id_token].filter(Boolean))
        expect(fragmentsOf(token).filter((fragment) => text.includes(fragment))).toEqual([]);
  });

  it("a second sign-in replaces the tokens of the first", async () => {
    Object.assign(github.tokens, { refresh_token: "ghr_first", expires_in: 3600, scope: "repo" });
    const { newVisitor, providerTokens } = await start(on);
    await github.signIn(newVisitor());
    const first = handedOut.github.access_token;
    delete github.tokens.expires_in;
    Object.assign(github.tokens, { refresh_token: "ghr_second", scope: "gist" });
    await github.signIn(newVisitor());
    const { access_token } = handedOut.github;
    expect(access_token).not.toBe(first);
    expect(await providerTokens(await userId(), "github")).toMatchObject({
      accessToken: access_token,
      refreshToken: "ghr_second",
      scope: "gist",
      expiresAt: null,
    });
  });

  it.each([
    ["a text", "f3a9.0c41", "b7d2.9e10"],
    ["an object", { login: ["\u00fc", 1, true, null] }, {}],
    ["a number", 7, 0],
    ["an empty text", "", false],
  ])("session_state is stored as the JSON value that the provider sends: %s", async (_what, first, second) => {
    const { newVisitor, providerTokens } = await start(on);
    for (const session_state of [first, second]) {
      Object.assign(github.tokens, { session_state });
      await github.signIn(newVisitor());
      expect(errors).toEqual([]);
      expect(await accountOf("github")).toMatchObject({ session_state });
      expect((await providerTokens(await userId(), "github"))?.sessionState).toEqual(session_state);
    }
    delete github.tokens.session_state;
    await github.signIn(newVisitor());
    expect((await accountOf("github")).session_state).toBeNull();
    expect((await providerTokens(await userId(), "github"))?.sessionState).toBeNull();
  });

  it("connecting an account stores its tokens", async () => {
    const { newVisitor, providerTokens } = await start(on);
    const visitor = newVisitor();
    await signInByMail(visitor, sent, MAIL);
    expect(await providerTokens(await userId(MAIL), "github")).toBeNull();
    await github.signIn(visitor, ADA, { connect: "true" });
    const { access_token } = handedOut.github;
    expect(await providerTokens(await userId(MAIL), "github")).toMatchObject({ accessToken: access_token });
  });

  it("a secret is rotated: tokens under the old one can be read while it is listed, and are encrypted again at the next sign-in", async () => {
    Object.assign(github.tokens, { refresh_token: "ghr_first" });
    const old = await start(on);
    await github.signIn(old.newVisitor());
    const id = await userId();
    const { access_token } = handedOut.github;

    const without = await start({ ...on, secrets: [NEWER_SECRET] });
    expect(await without.providerTokens(id, "github")).toBeNull();
    const both = await start({ ...on, secrets: [SECRET, NEWER_SECRET] });
    const opened = await both.providerTokens(id, "github");
    expect(opened).toMatchObject({ accessToken: access_token, refreshToken: "ghr_first" });

    // Some providers return it only once. It is kept, and must be encrypted with the new secret too.
    delete github.tokens.refresh_token;
    await github.signIn(both.newVisitor());
    const renewed = { accessToken: handedOut.github.access_token, refreshToken: "ghr_first" };
    const after = await start({ ...on, secrets: [NEWER_SECRET] });
    expect(await after.providerTokens(id, "github")).toMatchObject(renewed);
    expect(await (await start(on)).providerTokens(id, "github")).toBeNull();
  });

  it("tokens that cannot be stored do not fail the sign-in, and the log says so", async () => {
    const { newVisitor, providerTokens } = await start(on);
    const visitor = newVisitor();
    await whileUpdatesFail(() => github.signIn(visitor));
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(errors).toEqual([expect.any(EventError)]);
    expect(inspect(errors, { depth: null })).not.toContain(handedOut.github.access_token);
    expect(await providerTokens(await userId(), "github")).toBeNull();
  });
});

describe("a stored token", () => {
  let application: Awaited<ReturnType<typeof start>>;
  let ada: string;
  let sealed: string;

  beforeEach(async () => {
    Object.assign(github.tokens, { refresh_token: "ghr_4f2a9c7e1b" });
    application = await start({ storeProviderTokens: true });
    await github.signIn(application.newVisitor());
    ada = await userId();
    sealed = (await accountOf("github")).access_token ?? "";
  });

  it("counts as absent in another user's account", async () => {
    await github.signIn(application.newVisitor(), GRACE);
    const grace = await userId("grace@example.com");
    await prisma.account.updateMany({ where: { userId: grace }, data: { access_token: sealed } });
    expect(await application.providerTokens(grace, "github")).toMatchObject({ accessToken: null });
  });

  it("counts as absent in an account of another provider, or with another id there", async () => {
    const { providerAccountId } = await accountOf("github");
    for (const key of [
      { provider: "gitlab", providerAccountId },
      { provider: "github", providerAccountId: `${providerAccountId}0` },
      // A place of the same letters, split differently.
      { provider: "githu", providerAccountId: `b${providerAccountId}` },
    ]) {
      await prisma.account.updateMany({ data: key });
      expect(await application.providerTokens(ada, key.provider)).toBeNull();
    }
  });

  it("a token that cannot be decrypted is replaced at the next sign-in", async () => {
    await prisma.account.updateMany({ data: { access_token: "v1.x", refresh_token: "v1.y" } });
    delete github.tokens.refresh_token;
    await github.signIn(application.newVisitor());
    const { access_token } = handedOut.github;
    const tokens = await application.providerTokens(ada, "github");
    expect(tokens).toMatchObject({ accessToken: access_token, refreshToken: null });
  });

  it("belongs to its owner only, separately for each provider", async () => {
    await signInByMail(application.newVisitor(), sent, MAIL);
    expect(await application.providerTokens(await userId(MAIL), "github")).toBeNull();
    expect(await application.providerTokens("", "github")).toBeNull();
    expect(await application.providerTokens(ada, "oidc")).toBeNull();
    const visitor = application.newVisitor();
    await github.signIn(visitor);
    await signInWithOpenId(visitor, { connect: "true" });
    const [ofGitHub, ofOpenId] = [handedOut.github.access_token, handedOut.oidc.access_token];
    expect(await application.providerTokens(ada, "github")).toMatchObject({ accessToken: ofGitHub });
    expect(await application.providerTokens(ada, "oidc")).toMatchObject({ accessToken: ofOpenId });
  });

  it("the token is the oldest account's that has one, where a user has several of one provider from before that was refused", async () => {
    await github.signIn(application.newVisitor());
    const none = { id: "0", provider: "github", providerAccountId: "none", type: "oauth" };
    await prisma.account.create({ data: { userId: ada, ...none } });
    const { access_token } = handedOut.github;
    const second = { provider: "github", providerAccountId: "second", type: "oauth", access_token: "second" };
    await prisma.account.create({ data: { userId: ada, ...second } });
    expect(await application.providerTokens(ada, "github")).toMatchObject({ accessToken: access_token });
  });

  it("goes with its account", async () => {
    await prisma.account.deleteMany({ where: { userId: ada } });
    expect(await application.providerTokens(ada, "github")).toBeNull();
  });
});
