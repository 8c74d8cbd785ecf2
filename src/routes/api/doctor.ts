// For `npm run doctor`: reports how a request arrives at this server, and the server's state. Threat: a stranger reads
// the report. The server answers only requests signed with AUTH_SECRET; other requests get the 404 of a path that does
// not exist. Only a holder of that secret can read the answer.

import type { APIEvent } from "@solidjs/start/server";
import { doctorResponse } from "start-kit/doctor";
import { SIGN_IN } from "~/lib/paths";
import { findMethod } from "~/server/auth/sign-in-methods";
import { pendingMigrations } from "~/server/database/migrations";
import { AUTH_PATH, env } from "~/server/env";
import { isFromProxy } from "~/server/http/client-address";
import { errorResponse } from "~/server/http/error-page";
import { mailsOfDay } from "~/server/http/rate-limit";
import { requestContext } from "~/server/http/request-context";
import { mailServerProblem } from "~/server/mail/check";
import { version } from "../../../package.json";
import { GET as health } from "./health";

export async function GET(event: APIEvent): Promise<Response> {
  const ownHost = process.env.AUTH_URL ? new URL(requestContext().origin).host : undefined;
  const response = await doctorResponse(event, env().secrets, ownHost, () => reportOn(event));
  return response ?? errorResponse(event.request, 404);
}

async function reportOn(event: APIEvent) {
  const { databaseUrl, email } = env();
  const { origin, clientAddress } = requestContext();
  const [{ ok: isDatabaseUp }, mailServer] = await Promise.all([health(), email && mailServerProblem(email.server)]);
  return {
    version,
    origin,
    clientIp: clientAddress(),
    isProxyTrusted: isFromProxy(event),
    page: SIGN_IN,
    authRoute: AUTH_PATH,
    relatedOrigins: findMethod("passkey")?.relatedOrigins ?? [],
    emailFrom: email?.from.address ?? null,
    mailServerProblem: mailServer,
    isDatabaseUp,
    mails: isDatabaseUp && email ? await mailsOfDay() : undefined,
    pendingMigrations: isDatabaseUp ? await pendingMigrations(databaseUrl).catch(({ message }) => [message]) : [],
  };
}
