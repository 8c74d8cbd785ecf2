// What the form that asks for a mail link leaves for the page it leads to, with and without JavaScript: the address, where no mail
// could be sent to it, or that the mail was sent again.

import "server-only";
import { normalizeEmail } from "~/solid-auth";
import { setCookie } from "../http/cookies";
import { auth } from "./config";

/** Longer than any address that mail reaches, and still no burden for a cookie. In characters. */
const MAX_LENGTH = 320;

/**
 * @param request a request to the auth route, its body unread
 * @param response what it was answered with
 */
export async function rememberMailForm(request: Request, response: Response): Promise<void> {
  const { action, provider } = auth.readTarget(request) ?? {};
  if (action !== "signin" || provider?.type !== "email") return;
  const fields = await request.formData().catch(() => undefined);
  const address = fields?.get("email");
  if (typeof address !== "string" || address.length > MAX_LENGTH) return;
  if (await hasFailed(response)) setCookie("typed-address", address);
  else if (normalizeEmail(address) === (await auth.getMailRequest(request))) setCookie("sent-again", "yes");
}

/** The answer leads to a page that says what went wrong. */
async function hasFailed(response: Response): Promise<boolean> {
  if (response.status >= 400) return true;
  const isJson = response.headers.get("content-type")?.includes("json");
  const url = isJson
    ? (
        await response
          .clone()
          .json()
          .catch(() => undefined)
      )?.url
    : response.headers.get("location");
  return URL.canParse(url ?? "") && new URL(url).searchParams.has("error");
}
