// The request and the configuration for @auth/core: the request has the canonical origin, and each flow wraps a copy of
// the configuration.

import type { AuthConfig } from "@auth/core";
import type { AuthRequest, Flow, FlowContext } from "../context.ts";
import { toCookieHeader } from "../cookies.ts";
import { wrapAdapter } from "./adapter.ts";
import { coreCallbacks } from "./callbacks.ts";
import { coreLogger } from "./logger.ts";

/** The request for core. */
export function coreRequest({ url, method, headers: received, cookies, body }: AuthRequest): Request {
  const headers = new Headers(received);
  // Core returns redirects as redirects. The handler turns them into JSON if the client asked for JSON.
  headers.delete("x-auth-return-redirect");
  headers.delete("content-length");
  headers.set("cookie", toCookieHeader(cookies));
  if (method === "GET") return new Request(url, { headers });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** The configuration for one request. */
export function coreConfig(context: FlowContext, flows: Flow[]): AuthConfig {
  const { config, request } = context;
  const { core, secrets, session } = config;
  const { signIn, ...events } = core.events ?? {};
  for (const flow of flows) Object.assign(events, flow.events?.({ ...events }));
  const wrapped = coreCallbacks(context);
  for (const flow of flows) Object.assign(wrapped, flow.callbacks?.({ ...wrapped }));
  const { decode, encode, ...callbacks } = wrapped;
  return {
    ...core,
    // Core makes hashes and forms with the newest secret only. JWTs that an older secret made still open.
    secret: secrets[0],
    jwt: { ...config.jwt, encode, decode },
    useSecureCookies: request.secure,
    session,
    adapter: core.adapter && wrapAdapter(core.adapter, flows, context.outcome),
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
          signIn({ ...message, isAdded: context.outcome.added === true && message.isNewUser !== true }),
      }),
    },
    logger: coreLogger(context),
  };
}
