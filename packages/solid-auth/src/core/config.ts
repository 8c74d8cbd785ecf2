// The request and the configuration for @auth/core: the request is on the canonical origin, and the configuration is a
// copy, wrapped by each flow.

import type { AuthConfig } from "@auth/core";
import { toCookieHeader } from "../cookies.ts";
import type { AuthRequest, Exchange, Flow } from "../exchange.ts";
import { wrapAdapter } from "./adapter.ts";
import { coreCalls } from "./calls.ts";
import { coreLogger } from "./logger.ts";

/** The request for core. */
export function coreRequest({ url, method, headers: received, cookies, body }: AuthRequest): Request {
  const headers = new Headers(received);
  // Redirects come back as such. The handler turns them into JSON where the client asked for that.
  headers.delete("x-auth-return-redirect");
  headers.delete("content-length");
  headers.set("cookie", toCookieHeader(cookies));
  if (method === "GET") return new Request(url, { headers });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** The configuration for one request. */
export function coreConfig(exchange: Exchange, flows: Flow[]): AuthConfig {
  const { config, request } = exchange;
  const { core, secrets, session } = config;
  const { signIn, ...events } = core.events ?? {};
  const calls = coreCalls(exchange);
  for (const flow of flows) Object.assign(calls, flow.calls?.({ ...calls }));
  const { decode, ...callbacks } = calls;
  return {
    ...core,
    // Hashes and forms are made with the newest secret alone. JWTs made with an older one still open.
    secret: secrets[0],
    jwt: { ...config.jwt, decode },
    useSecureCookies: request.secure,
    session,
    adapter: core.adapter && wrapAdapter(core.adapter, flows, exchange.reported),
    providers: config.providers.map((provider) =>
      provider === request.provider
        ? flows.reduce((inner, flow) => flow.provider?.(inner) ?? inner, provider)
        : provider,
    ),
    callbacks: { ...core.callbacks, ...callbacks },
    events: {
      ...events,
      ...(signIn && {
        signIn: (message) =>
          signIn({ ...message, isAdded: exchange.reported.added === true && message.isNewUser !== true }),
      }),
    },
    logger: coreLogger(exchange),
  };
}
