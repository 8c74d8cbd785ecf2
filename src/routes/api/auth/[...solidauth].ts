import type { APIEvent } from "@solidjs/start/server";
import { auth } from "~/server/auth/config";
import { rememberMailForm } from "~/server/auth/email-form";
import { limitAuthRequest } from "~/server/auth/limits";

const { handlers } = auth;

export async function GET({ request }: APIEvent): Promise<Response> {
  await limitAuthRequest(request);
  return handlers.GET({ request });
}

export async function POST({ request }: APIEvent): Promise<Response> {
  await limitAuthRequest(request);
  const sent = request.clone();
  const response = await handlers.POST({ request });
  await rememberMailForm(sent, response);
  return response;
}
