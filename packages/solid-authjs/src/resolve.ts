// Resolves a SolidAuthConfig: its defaults, the values of the environment, and which of the two wins. The result is
// made once for each configuration object. Nothing is written into that object (@auth/core writes
// into the object that it gets).

import { randomBytes } from "node:crypto";
import { setEnvDefaults } from "@auth/core";
import { MissingSecret, UnsupportedStrategy } from "@auth/core/errors";
import { decode } from "@auth/core/jwt";
import type { Provider } from "@auth/core/providers";
import { authUrlProblem, trimmedVariables, urlProblem } from "./environment.ts";
import { mayUse } from "./flows/index.ts";
import { lifetimeProblems } from "./lifetime-problems.ts";
import { checkingProfile } from "./profile.ts";
import { type Endpoint, isOAuth, type ResolvedConfig, urlOf } from "./resolved-config.ts";
import type { ResolvedProvider, SolidAuthConfig } from "./types.ts";

const DEFAULT_BASE_PATH = "/api/auth";
const DAY_SECONDS = 24 * 60 * 60;
const SESSION_TOKEN_BYTES = 32;
const PROVIDER_TIMEOUT_SECONDS = 10;

/**
 * The checks that tie a provider's answer to the browser and the sign-in, if the provider's entry names none. Core's
 * default is PKCE alone, which a provider may ignore. Some OpenID providers demand a nonce.
 */
const CHECKS: Record<string, string[]> = { oauth: ["pkce", "state"], oidc: ["pkce", "state", "nonce"] };

/**
 * The URLs of an OAuth provider that get its users and the client's secret. An OpenID provider's metadata name the
 * other URLs.
 */
const ENDPOINTS = ["issuer", "authorization", "token", "userinfo"] as const;

type Endpoints = { [Name in (typeof ENDPOINTS)[number]]?: Endpoint };
type Variables = Record<string, string | undefined>;

const resolved = new WeakMap<object, ResolvedConfig>();

/**
 * @param config the application's; the same object is resolved only once
 * @param environment variables, read at the first call for a configuration
 * @throws {AuthError} for a configuration that cannot work
 */
export function resolveConfig(config: SolidAuthConfig, environment: Variables = process.env): ResolvedConfig {
  const result = resolved.get(config) ?? resolve(config, trimmedVariables(environment));
  resolved.set(config, result);
  return result;
}

function resolve(config: SolidAuthConfig, environment: Variables): ResolvedConfig {
  const { prefix, secret, session, providerTimeout = PROVIDER_TIMEOUT_SECONDS, raw: _raw, ...rest } = defined(config);
  const url = parseUrl(environment.AUTH_URL, config.basePath ?? prefix);
  const pathOfUrl = url?.pathname === "/" ? undefined : url?.pathname;
  const basePath = normalizePath(config.basePath ?? prefix ?? pathOfUrl ?? DEFAULT_BASE_PATH);
  const core = {
    ...rest,
    jwt: defined(rest.jwt),
    callbacks: defined(rest.callbacks),
    events: defined(rest.events),
    basePath,
    trustHost: config.trustHost ?? (url !== undefined || isHostTrusted(environment)),
    secret,
    // Deep copies: setEnvDefaults and core write into provider objects, and into the objects within.
    providers: config.providers.map(copyProvider),
  };
  setEnvDefaults(environment, core, true);
  // Core appends "/callback/…".
  core.redirectProxyUrl = core.redirectProxyUrl?.replace(/(?<!\/)\/+$/, "");
  const { secret: allSecrets, providers, ...others } = core;

  // An empty string in the list is an unset variable, never a key.
  const [newest, ...older] = [allSecrets ?? []].flat().filter(Boolean);
  if (!newest) throw new MissingSecret("Set AUTH_SECRET, or `secret` in the configuration.");
  const secrets: ResolvedConfig["secrets"] = [newest, ...older];

  const resolvedProviders = (providers as ResolvedProvider[]).map(resolveProvider);
  const [wrong] = lifetimeProblems(config);
  if (wrong) throw new TypeError(wrong);
  const strategy = session?.strategy ?? (config.adapter ? "database" : "jwt");
  // @auth/core signs the visitor in with a JWT, which the database strategy cannot read.
  if (strategy === "database" && resolvedProviders.some(({ type }) => type === "credentials"))
    throw new UnsupportedStrategy('The credentials provider needs `session: { strategy: "jwt" }`.');

  const own = defined(session);
  const { maxAge = 30 * DAY_SECONDS, updateAge = DAY_SECONDS } = own;
  const lifetime = strategy === "jwt" ? Math.min(maxAge, core.jwt?.maxAge ?? maxAge) : maxAge;

  return {
    core: others,
    providers: resolvedProviders,
    basePath,
    secrets,
    jwt: { secret: secrets, decode, ...core.jwt },
    origin: url?.origin,
    providerTimeout,
    mayUse,
    session: {
      strategy,
      maxAge,
      absoluteMaxAge: 90 * DAY_SECONDS,
      freshAge: Number.POSITIVE_INFINITY,
      generateSessionToken: () => randomBytes(SESSION_TOKEN_BYTES).toString("hex"),
      ...own,
      // A session that ends before the time of its extension is never extended.
      updateAge: Math.min(updateAge, lifetime / 2),
    },
  };
}

function resolveProvider(provider: ResolvedProvider): ResolvedProvider {
  const { options } = provider;
  const id = typeof options?.id === "string" ? options.id : provider.id;
  if (isOAuth(provider)) {
    const { profile, ...endpoints } = { ...provider, ...defined(options) } as Endpoints & {
      profile?: Parameters<typeof checkingProfile>[1];
    };
    for (const name of ENDPOINTS) {
      const url = urlOf(endpoints[name]) ?? "";
      const problem = URL.canParse(url) ? urlProblem(url) : undefined;
      if (problem) throw new TypeError(`The provider "${id}": ${name} ${problem}`);
    }
    const checks = options?.checks ?? (provider as { checks?: unknown }).checks ?? [...(CHECKS[provider.type] ?? [])];
    const checked = { ...options, checks, profile: checkingProfile(id, profile) };
    return { ...provider, id, options: checked } as ResolvedProvider;
  }
  if (provider.type !== "email" && provider.type !== "webauthn") return { ...provider, id };
  return { ...provider, ...defined(options), options: undefined, id };
}

/** A factory may return the same object each time, and its caller may use the object too. */
function copyProvider(provider: Provider): Provider {
  if (typeof provider !== "function") return copy(provider);
  return ((options: object) => copy(provider(options))) as Provider;
}

/** A deep copy of plain objects and arrays, including symbol keys. Functions and class instances are not copied. */
function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const keys = Reflect.ownKeys(value) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, copy(value[key])])) as T;
}

/** Removes undefined fields: in @auth/core, such a field replaces its default. */
function defined<T extends object>(fields: T | undefined): T {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as T;
}

function parseUrl(value: string | undefined, basePath: string | undefined): URL | undefined {
  if (!value) return undefined;
  // "localhost:3000" also parses as a URL, with the scheme "localhost:" and no origin.
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new TypeError(`AUTH_URL is not an http(s) URL: ${value}`);
  const problem = authUrlProblem(value, basePath);
  if (problem) throw new TypeError(`AUTH_URL ${problem}`);
  return new URL(value);
}

function normalizePath(path: string): string {
  const normalized = `/${path.replace(/^\/+|\/+$/g, "")}`;
  // Core makes a regular expression of the path, and does not work at the root. The parser of a request's URL resolves
  // "." and "..", so a path with them never matches.
  const isParsed = URL.parse(normalized, "http://localhost")?.pathname === normalized;
  if (!isParsed || !/^(\/[\w.~-]+)+$/.test(normalized))
    throw new TypeError(`The auth route cannot be mounted at "${path}".`);
  return normalized;
}

/**
 * Core treats any non-empty AUTH_TRUST_HOST as yes, even `false`. Without the variable, the host is trusted outside of
 * production, and on the platforms that @auth/core lists, whose own proxy sets it.
 */
function isHostTrusted(environment: Variables): boolean {
  if (environment.AUTH_TRUST_HOST) return ["true", "1"].includes(environment.AUTH_TRUST_HOST);
  return Boolean(environment.VERCEL ?? environment.CF_PAGES) || environment.NODE_ENV !== "production";
}
