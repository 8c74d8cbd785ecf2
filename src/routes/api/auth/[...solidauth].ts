import type { APIEvent } from "@solidjs/start/server";
import { HTTPResponse } from "nitro/h3";
import { auth } from "~/server/auth/config";
import { rememberMailForm } from "~/server/auth/email-form";
import { limitAuthRequest } from "~/server/auth/limits";

export async function GET({ request }: APIEvent): Promise<Response | HTTPResponse> {
  await limitAuthRequest(request);
  const { response } = await auth.handleAuthRequest(request);
  // The server writes a text at once. The body of a Response is a stream, which takes several times as long.
  return response.body ? new HTTPResponse(await response.text(), response) : response;
}

export async function POST({ request }: APIEvent): Promise<Response> {
  await limitAuthRequest(request);
  const report = await auth.handleAuthRequest(request);
  await rememberMailForm(request, report);
  return report.response;
}
