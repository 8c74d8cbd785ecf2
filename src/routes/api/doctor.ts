// For `npm run doctor`: what this server sees of a request, and how it is. Threat: a stranger learns it. Only requests
// that are signed with AUTH_SECRET are answered; others get the 404 of a path that does not exist.

import type { APIEvent } from "@solidjs/start/server";
import { isSigned, type Report, received } from "start-kit/doctor";
import { pendingMigrations } from "~/server/database/migrations";
import { AUTH_PATH, env } from "~/server/env";
import { errorResponse } from "~/server/errors/page";
import { isFromProxy } from "~/server/http/client-address";
import { requestContext } from "~/server/http/request-context";
import appConfig from "../../../app.config";
import { version } from "../../../package.json";
import { GET as health } from "./health";

export async function GET(event: APIEvent): Promise<Response> {
  const { secrets, databaseUrl, email } = env();
  if (!isSigned(event.request.headers, secrets)) return errorResponse(event.request, 404);
  const { origin, clientAddress } = requestContext();
  const isDatabaseUp = (await health()).ok;
  const report: Report = {
    ...received(event),
    version,
    origin,
    clientIp: clientAddress(),
    isProxyTrusted: isFromProxy(event),
    page: "/sign-in",
    authRoute: AUTH_PATH,
    relatedOrigins: appConfig.relatedOrigins,
    emailFrom: email?.from.address ?? null,
    isDatabaseUp,
    pendingMigrations: isDatabaseUp ? await pendingMigrations(databaseUrl).catch(({ message }) => [message]) : [],
  };
  return Response.json(report, { headers: { "cache-control": "no-store" } });
}
