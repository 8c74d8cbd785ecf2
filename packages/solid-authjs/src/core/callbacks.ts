// The application's callbacks, wrapped for core. The flows wrap them further. If a callback throws, core blames the
// provider or the authenticator; here the application is at fault.

import { AccessDenied } from "@auth/core/errors";
import type { CoreCallbacks, FlowContext } from "../context.ts";
import { CONFIGURATION } from "../errors.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import { boundedEncode } from "./jwt.ts";

export function coreCallbacks(context: FlowContext): CoreCallbacks {
  const { config, request, outcome } = context;
  const { callbacks = {} } = config.core;
  return {
    decode: config.jwt.decode,
    encode: boundedEncode(context),

    async jwt(parameters) {
      try {
        return callbacks.jwt ? await callbacks.jwt(parameters) : parameters.token;
      } catch (error) {
        if (request.action === "callback") outcome.failure ??= CONFIGURATION;
        throw error;
      }
    },

    session: (parameters) => callSession(config, parameters),

    /** A callback may throw a Response, as is usual in SolidStart. The Response is the answer, and ends the flow. */
    async signIn(parameters) {
      try {
        return callbacks.signIn ? await callbacks.signIn(parameters) : true;
      } catch (thrown) {
        if (!(thrown instanceof Response)) throw thrown;
        outcome.response = thrown;
        throw new AccessDenied("The callback answers itself.");
      }
    },
  };
}

/** Calls the `session` callback. */
export async function callSession(
  { core }: ResolvedConfig,
  parameters: Parameters<CoreCallbacks["session"]>[0],
): Promise<Awaited<ReturnType<CoreCallbacks["session"]>>> {
  return (core.callbacks?.session ?? defaultSession)(parameters);
}

/** Core's default: the session shows these fields only. */
const defaultSession: CoreCallbacks["session"] = ({ session: { user, expires } }) => ({
  user: { name: user?.name, email: user?.email, image: user?.image },
  expires: new Date(expires).toISOString(),
});
