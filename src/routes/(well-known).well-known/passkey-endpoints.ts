// Tells password managers where a user adds and removes passkeys (W3C, "Relying Party Passkey Endpoints"). The folder's
// name is in parentheses, and so is not part of the path, because SolidStart does not see folders that begin with a
// dot.

import { findMethod } from "~/server/auth/sign-in-methods";
import { errorResponse } from "~/server/http/error-page";
import { requestContext } from "~/server/http/request-context";

export function GET({ request }: { request: Request }): Response {
  if (!findMethod("passkey")) return errorResponse(request, 404);
  const page = `${requestContext().origin}/account#passkeys`;
  return Response.json({ enroll: page, manage: page });
}
