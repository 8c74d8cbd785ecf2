import type { APIEvent } from "@solidjs/start/server";
import { HTTPResponse } from "nitro/h3";
import type { AuthReport } from "solid-authjs";
import { auth } from "~/server/auth/config";
import { rememberMailForm } from "~/server/auth/email-form";
import { limitAuthRequest } from "~/server/auth/limits";
import { rememberPendingAction } from "~/server/http/pending-action";
import { requestContext } from "~/server/http/request-context";

export async function GET({ request }: APIEvent): Promise<Response | HTTPResponse> {
  await limitAuthRequest(request);
  const report = await auth.handleAuthRequest(request);
  await rememberAddition(report);
  const { response } = report;
  // The server writes a text at once. The body of a Response is a stream, which takes it several times as long.
  return response.body ? new HTTPResponse(await response.text(), response) : response;
}

export async function POST({ request }: APIEvent): Promise<Response> {
  await limitAuthRequest(request);
  const report = await auth.handleAuthRequest(request);
  await rememberMailForm(request, report);
  await rememberAddition(report);
  return report.response;
}

/** Adding a sign-in method may need a fresh sign-in. Only "Connect" sends the place that it was pressed at. */
async function rememberAddition({ failure, fields }: AuthReport): Promise<void> {
  if (failure?.error !== "FreshSignInRequired") return;
  const user = (await requestContext().session())?.session.user;
  if (user?.id) rememberPendingAction(user.id, String(fields.callbackUrl ?? "#passkeys"));
}
