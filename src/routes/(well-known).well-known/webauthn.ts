// Browsers read here on which origins the passkeys of this host work (WebAuthn Level 3, 5.11): `relatedOrigins` of the
// sign-in method.

import { findMethod } from "~/server/auth/sign-in-methods";
import { errorResponse } from "~/server/http/error-page";

export function GET({ request }: { request: Request }): Response {
  const { relatedOrigins: origins = [] } = findMethod("passkey") ?? {};
  return origins.length > 0 ? Response.json({ origins }) : errorResponse(request, 404);
}
