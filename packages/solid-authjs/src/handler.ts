import { UNKNOWN_ACTION } from "./errors.ts";
import { handleRequest } from "./handle-request.ts";
import { resolveConfig } from "./resolve.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { replaceSession } from "./server/inner-request.ts";
import { forgetSession } from "./server/session.ts";
import type { AuthReport, SolidAuthConfig, SolidAuthHandlers } from "./types.ts";

/**
 * The handler factory. Mount its result on a catch-all route under the base path:
 *
 * ```ts
 * // src/routes/api/auth/[...solidauth].ts
 * export const { GET, POST } = SolidAuth(authConfig);
 * ```
 *
 * @param config stays unchanged
 * @throws {AuthError} at once, for a configuration that cannot work (no secret; credentials with database sessions)
 */
export function SolidAuth(config: SolidAuthConfig): SolidAuthHandlers {
  const resolved = resolveConfig(config);
  const handle = async ({ request }: { request: Request }) => (await answerTo(request, resolved)).response;
  return { GET: handle, POST: handle };
}

/**
 * Answers like the handlers, for a catch-all route that needs the result:
 *
 * ```ts
 * export async function POST({ request }: APIEvent) {
 *   const { response, action, failure } = await auth.handleAuthRequest(request);
 *   if (action === "signin" && failure) count(failure.error);
 *   return response;
 * }
 * ```
 */
export async function handleAuthRequest(request: Request, options: SolidAuthConfig): Promise<AuthReport> {
  const { response, context } = await answerTo(request, resolveConfig(options));
  if (!context) return { response, fields: {}, failure: UNKNOWN_ACTION };
  const { action, provider, body } = context.request;
  // On the way back from a provider, a flow turns the GET into a POST.
  const fields = request.method === "POST" ? body : {};
  return { response, action, provider, fields, failure: context.outcome.failure };
}

/**
 * A callback may have read a session that the request then replaced or ended. The cookie of that session must not come
 * back.
 */
async function answerTo(request: Request, config: ResolvedConfig) {
  const result = await handleRequest(request, config);
  if (replaceSession(request, config, result.response.headers.getSetCookie())) forgetSession(request);
  return result;
}
