import { handleRequest } from "./handle-request.ts";
import { resolveConfig } from "./resolve.ts";
import type { SolidAuthConfig, SolidAuthHandlers } from "./types.ts";

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
  const handle = async ({ request }: { request: Request }) => (await handleRequest(request, resolved)).response;
  return { GET: handle, POST: handle };
}
