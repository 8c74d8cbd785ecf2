// The handlers behind the catch-all route. Each request goes: read it, prepare it for its kind of sign-in or end it there,
// let @auth/core do the protocol, put the answer right.

import { Auth } from "@auth/core";
import { coreConfig, coreRequest } from "./core/config";
import { flowLogger } from "./core/logger";
import { type Flow, startFlow } from "./flow";
import { prepare } from "./prepare";
import { readRequest } from "./request";
import { type ResolvedConfig, resolveConfig } from "./resolve";
import { fail, finish, refuse } from "./respond";
import type { SolidAuthConfig, SolidAuthHandlers } from "./types";

/**
 * The handler factory. Mount what it returns on a catch-all route under the base path:
 *
 * ```ts
 * // src/routes/api/auth/[...solidauth].ts
 * export const { GET, POST } = SolidAuth(authConfig);
 * ```
 *
 * @param config never written to
 * @throws {AuthError} at once, for a configuration that cannot work (no secret; credentials with database sessions)
 */
export function SolidAuth(config: SolidAuthConfig): SolidAuthHandlers {
  const resolved = resolveConfig(config);
  const handle = ({ request }: { request: Request }) => handleAuthRequest(request, resolved);
  return { GET: handle, POST: handle };
}

/** What both handlers do, and the session reader. Never throws for what a visitor sends. */
export async function handleAuthRequest(original: Request, config: ResolvedConfig): Promise<Response> {
  return (await runFlow(original, config)).response;
}

/** The same, with what became known on the way. `flow.failure` says whether, and how, it failed. */
export async function runFlow(original: Request, config: ResolvedConfig): Promise<{ response: Response; flow?: Flow }> {
  const request = await readRequest(original, config);
  if (typeof request === "number") return { response: refuse(original, request, config) };

  const flow = startFlow(config, request);
  try {
    const ended = await prepare(flow);
    if (ended) return { response: ended, flow };
    return { response: await finish(flow, await Auth(coreRequest(request), coreConfig(flow))), flow };
  } catch (error) {
    // The adapter failed where core does not look. Nobody is signed in by half.
    flowLogger(flow).error?.(error instanceof Error ? error : new Error(String(error)));
    return { response: fail(flow, { error: "Configuration", page: "error" }), flow };
  }
}
