// A time limit for all calls of one request to an OAuth provider: discovery, tokens, the profile, and calls by the
// provider's own functions. Threat: a server that accepts connections and never answers holds the visitor's request for
// minutes.

import { customFetch } from "@auth/core";
import type { StartFlow } from "../../context.ts";
import type { ResolvedProvider } from "../../types.ts";

type Call = (...args: never[]) => unknown;

/** The options of a provider that call its servers. */
interface Calls {
  [customFetch]?: typeof fetch;
  userinfo?: unknown;
  profile?: Call;
}

export const providerTime: StartFlow = ({ config }) => {
  return {
    provider(provider) {
      const signal = AbortSignal.timeout(config.providerTimeout * 1000);
      const { options, ...rest } = provider as ResolvedProvider & { options?: Calls };
      const own = (rest as Calls)[customFetch] ?? options?.[customFetch] ?? fetch;
      const calls = { ...limited(rest as Calls, signal), options: options && limited(options, signal) };
      return { ...rest, ...calls, [customFetch]: limitedFetch(own, signal) } as ResolvedProvider;
    },
  };
};

function limitedFetch(own: typeof fetch, signal: AbortSignal): typeof fetch {
  return (input, init) =>
    own(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
}

/** Functions of the provider fetch by themselves, so the limit can only end the wait for them. */
function limited(calls: Calls, signal: AbortSignal): Calls {
  const { userinfo, profile } = calls;
  const request = (userinfo as { request?: Call } | undefined)?.request;
  return {
    ...calls,
    ...(request && { userinfo: { ...(userinfo as object), request: rejectingOn(signal, request) } }),
    ...(profile && { profile: rejectingOn(signal, profile) }),
  };
}

function rejectingOn(signal: AbortSignal, call: Call): Call {
  return (...args) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener("abort", () => reject(signal.reason));
      Promise.resolve(call(...args)).then(resolve, reject);
    });
}
