// The application's own configuration with a real database file, a real OAuth server and a real OpenID provider: which
// provider tokens it stores at sign-in, and what a copy of the database reveals of them.

import { customFetch } from "@auth/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  emailProvider,
  QUIET,
  type SentMail,
  signInByMail,
} from "../../../packages/solid-authjs/test/support/application";
import { authorized, openId } from "../../../packages/solid-authjs/test/support/openid";
import { GRACE, LOCAL_ORIGIN, useGitHub, useOpenId } from "../../../packages/solid-authjs/test/support/peers";
import type { Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import type { Database } from "../../../tests/support/adapter";
import { useProviderApplication } from "../support/provider-application";

const MAIL = "user@example.com";

const github = useGitHub();
const openIdPeer = useOpenId();
const application = useProviderApplication();
/** The last response of the token endpoint, by provider. */
let handedOut: Record<"github" | "oidc", Record<string, unknown>>;
let prisma: Database["prisma"];
let sent: SentMail[];
let errors: Error[];
let warnings: string[];

beforeEach(() => {
  prisma = application.prisma;
  [sent, errors, warnings] = [[], [], []];
  handedOut = { github: {}, oidc: {} };
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warnings.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of Object.keys(github.tokens)) delete github.tokens[name];
});

async function start(settings: Parameters<typeof application.open>[1] = {}) {
  const providers = [
    emailProvider(sent),
    { ...github.provider(), [customFetch]: listenTo("github") },
    openId(openIdPeer, { [customFetch]: listenTo("oidc") }),
  ];
  const logger = { ...QUIET, error: (error: Error) => void errors.push(error) };
  const newVisitor = await application.open(providers, { logger, ...settings });
  const { providerTokens } = await import("~/server/auth/provider-tokens");
  return { providerTokens, newVisitor: () => newVisitor({ origin: LOCAL_ORIGIN }) };
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
const githubAccount = () => prisma.account.findFirstOrThrow({ where: { provider: "github" } });

/** Every row of every table, and everything else that is stored. */
async function dump(): Promise<string> {
  const rows = await Promise.all(
    [prisma.user, prisma.account, prisma.session].map((table) => (table as typeof prisma.user).findMany()),
  );
  return `${JSON.stringify(rows)}\n${await application.database.stored()}`;
}

const FRAGMENT_LENGTH = 12;

/** Every part of a text that is too long to match by chance. */
function fragmentsOf(text: unknown): string[] {
  const count = String(text).length - FRAGMENT_LENGTH + 1;
  return Array.from({ length: count }, (_, start) => String(text).slice(start, start + FRAGMENT_LENGTH));
}

const on = { storeProviderTokens: true };

it("a provider's tokens are not stored, unless app.config.ts says so", async () => {
  Object.assign(github.tokens, { refresh_token: "ghr_4f2a9c7e1b", expires_in: 3600, session_state: "f3a9" });
  const { newVisitor, providerTokens } = await start();
  const visitor = newVisitor();
  await github.signIn(visitor);
  await github.signIn(newVisitor());
  await signInWithOpenId(visitor, { connect: "true" });
  const none = { access_token: null, refresh_token: null, id_token: null, expires_at: null, scope: null };
  const account = { ...none, session_state: null };
  expect(await prisma.account.findMany()).toMatchObject([account, account]);
  for (const provider of ["github", "oidc"]) expect(await providerTokens(await userId(), provider)).toBeNull();
  // Of no user they would be those of any user.
  await expect(providerTokens(undefined as never, "github")).rejects.toThrow("No userId is given.");
});

it("each provider's tokens are read back unchanged, and the database has no part of them, not even 12 characters", async () => {
  Object.assign(github.tokens, { refresh_token: "ghr_c81d0be75f3a46291e7d", expires_in: 3600 });
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { newVisitor, providerTokens } = await start(on);
  const visitor = newVisitor();
  await github.signIn(visitor);
  await signInWithOpenId(visitor, { connect: "true" });
  const { access_token, refresh_token, scope } = handedOut.github;
  expect(access_token).toMatch(/^gho_\w{36}$/);
  const { expiresAt, ...tokens } = (await providerTokens(await userId(), "github")) ?? {};
  const plain = { scope, tokenType: "bearer", sessionState: null };
  expect(tokens).toEqual({ accessToken: access_token, refreshToken: refresh_token, idToken: null, ...plain });
  expect(expiresAt?.valueOf()).toBeGreaterThanOrEqual(before + 3600_000);
  expect(expiresAt?.valueOf()).toBeLessThanOrEqual(Date.now() + 3600_000);
  const { access_token: ofOpenId, id_token } = handedOut.oidc;
  expect(id_token).toMatch(/^eyJ/);
  const others = { accessToken: ofOpenId, idToken: id_token, scope: "openid profile email" };
  expect(await providerTokens(await userId(), "oidc")).toMatchObject(others);
  expect(warnings).toEqual([]);

  const text = await dump();
  expect(new Set(text.match(/"v1\.[\w-]{40,}"/g)).size, "sealed values").toBe(4);
  for (const token of [access_token, refresh_token, ofOpenId, id_token])
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
  const { access_token: accessToken } = handedOut.github;
  expect(accessToken).not.toBe(first);
  const second = { accessToken, refreshToken: "ghr_second", scope: "gist", expiresAt: null };
  expect(await providerTokens(await userId(), "github")).toMatchObject(second);
});

it("session_state is stored as the JSON value that the provider sends", async () => {
  const { newVisitor, providerTokens } = await start(on);
  for (const session_state of ["f3a9.0c41", { login: ["\u00fc", 1, true, null] }, {}, 7, 0, "", false]) {
    Object.assign(github.tokens, { session_state });
    await github.signIn(newVisitor());
    expect(errors).toEqual([]);
    expect(await githubAccount()).toMatchObject({ session_state });
    expect((await providerTokens(await userId(), "github"))?.sessionState).toEqual(session_state);
  }
  delete github.tokens.session_state;
  await github.signIn(newVisitor());
  expect((await githubAccount()).session_state).toBeNull();
});

it("a stored token belongs to its owner only, who may also have connected the account, and is found beside an account without one", async () => {
  const { newVisitor, providerTokens } = await start(on);
  await github.signIn(newVisitor());
  const ada = await userId();
  const own = await providerTokens(ada, "github");
  expect(own?.accessToken).toBe(handedOut.github.access_token);
  const visitor = newVisitor();
  await signInByMail(visitor, sent, MAIL);
  const user = await userId(MAIL);
  expect(await providerTokens(user, "github")).toBeNull();
  expect(await providerTokens("", "github")).toBeNull();
  await github.signIn(visitor, GRACE, { connect: "true" });
  const accessToken = handedOut.github.access_token;
  expect(await providerTokens(user, "github")).toMatchObject({ accessToken });
  // From before a second account of a provider was refused.
  const account = { id: "0", provider: "github", providerAccountId: "none", type: "oauth" };
  await prisma.account.create({ data: { ...account, userId: ada } });
  expect(await providerTokens(ada, "github")).toEqual(own);
});
