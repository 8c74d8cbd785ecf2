import type { APIEvent } from "@solidjs/start/server";
import { authConfig } from "~/server/auth/config";
import { rememberMailForm } from "~/server/auth/email-form";
import { limitAuthRequest } from "~/server/http/rate-limit";
import { SolidAuth } from "~/solid-auth";

const auth = SolidAuth(authConfig);

export async function GET({ request }: APIEvent): Promise<Response> {
  await limitAuthRequest(request, authConfig);
  return auth.GET({ request });
}

export async function POST({ request }: APIEvent): Promise<Response> {
  await limitAuthRequest(request, authConfig);
  const sent = request.clone();
  const response = await auth.POST({ request });
  await rememberMailForm(sent, response);
  return response;
}
