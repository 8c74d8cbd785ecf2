// Browsers look up here on which origins the passkeys of this host work (WebAuthn Level 3, 5.11): `relatedOrigins` in
// app.config.ts.

import { errorResponse } from "~/server/http/error-page";
import appConfig from "../../../app.config";

export function GET({ request }: { request: Request }): Response {
  const { relatedOrigins: origins } = appConfig;
  return origins.length > 0 ? Response.json({ origins }) : errorResponse(request, 404);
}
