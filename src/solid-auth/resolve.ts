// What a SolidAuthConfig means on this machine: its defaults, the environment's share, and the order between the two.
// Worked out once for each configuration object, which is never written to (@auth/core writes into the one it is given).

import { type AuthConfig, setEnvDefaults } from "@auth/core";
import { MissingSecret, UnsupportedStrategy } from "@auth/core/errors";
import type { SolidAuthConfig } from "./types";

/** Auth.js's session lifetime, in seconds: 30 days. */
const DEFAULT_MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const DEFAULT_BASE_PATH = "/api/auth";

export interface ResolvedConfig {
  /** As given, with providers, basePath and trustHost settled. Copy before handing it to core. */
  core: Omit<AuthConfig, "secret"> & Pick<SolidAuthConfig, "adapter" | "pages">;
  basePath: string;
  /** Newest first. The first one signs; any of them opens what an older one sealed. */
  secrets: [string, ...string[]];
  /** From AUTH_URL. Without it the origin is each request's own, and only with `trustHost`. */
  origin: string | undefined;
  strategy: "jwt" | "database";
  /** In seconds. */
  maxAge: number;
}

type Environment = Record<string, string | undefined>;

const resolved = new WeakMap<object, ResolvedConfig>();

export function resolveConfig(config: SolidAuthConfig, environment: Environment = process.env): ResolvedConfig {
  let result = resolved.get(config);
  if (!result) {
    result = resolve(config, environment);
    resolved.set(config, result);
  }
  return result;
}

function resolve(config: SolidAuthConfig, environment: Environment): ResolvedConfig {
  const url = parseUrl(environment.AUTH_URL);
  const { prefix, secret, ...rest } = config;
  const basePath = normalizePath(config.basePath ?? prefix ?? pathOf(url) ?? DEFAULT_BASE_PATH);
  const core = {
    ...rest,
    basePath,
    trustHost:
      config.trustHost ?? (url !== undefined || isTrue(environment.AUTH_TRUST_HOST) || onTrustedPlatform(environment)),
    secret,
    // Copies: setEnvDefaults writes ids and secrets into provider objects.
    providers: config.providers.map((provider) => (typeof provider === "function" ? provider : { ...provider })),
  };
  setEnvDefaults(environment, core, true);

  const secrets = [core.secret ?? []].flat();
  if (!isNotEmpty(secrets)) throw new MissingSecret("Set AUTH_SECRET, or `secret` in the configuration.");

  const strategy = config.session?.strategy ?? (config.adapter ? "database" : "jwt");
  // @auth/core would sign the visitor in with a JWT that the database strategy then cannot read.
  if (strategy === "database" && core.providers.some((provider) => typeOf(provider) === "credentials"))
    throw new UnsupportedStrategy('The credentials provider needs `session: { strategy: "jwt" }`.');

  const { secret: _, ...settled } = core;
  return {
    core: settled,
    basePath,
    secrets,
    origin: url?.origin,
    strategy,
    maxAge: config.session?.maxAge ?? DEFAULT_MAX_AGE_SECONDS,
  };
}

function typeOf(provider: AuthConfig["providers"][number]) {
  return (typeof provider === "function" ? provider() : provider).type;
}

function isNotEmpty(list: string[]): list is [string, ...string[]] {
  return list.length > 0;
}

function parseUrl(value: string | undefined): URL | undefined {
  if (!value) return undefined;
  if (!URL.canParse(value)) throw new TypeError(`AUTH_URL is not a URL: ${value}`);
  return new URL(value);
}

function pathOf(url: URL | undefined): string | undefined {
  return url && url.pathname !== "/" ? url.pathname : undefined;
}

function normalizePath(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, "")}`;
}

/** `AUTH_TRUST_HOST=false` means false here; core takes any non-empty word for yes. */
function isTrue(value: string | undefined): boolean {
  return value === "true" || value === "1";
}

/** Platforms whose own proxy sets the host header, as @auth/core lists them; and anything but production. */
function onTrustedPlatform(environment: Environment): boolean {
  return Boolean(environment.VERCEL ?? environment.CF_PAGES) || environment.NODE_ENV !== "production";
}
