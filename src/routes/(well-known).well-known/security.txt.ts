// The contact for reports of a vulnerability (RFC 9116): `securityContact` in app.config.ts.

import { errorResponse } from "~/server/http/error-page";
import appConfig from "../../../app.config";

/** The file expires in less than a year, so that it cannot become stale. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

export function GET({ request }: { request: Request }): Response {
  const { securityContact } = appConfig;
  if (!securityContact) return errorResponse(request, 404);
  const text = `Contact: ${securityContact}\nExpires: ${new Date(Date.now() + VALID_MS).toISOString()}\n`;
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
