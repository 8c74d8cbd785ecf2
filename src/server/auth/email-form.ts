// Flash cookies of the email form, with and without JavaScript. They tell the next page the address if the mail could
// not be sent, or that the mail was sent again.

import "server-only";
import { normalizeEmail } from "solid-auth";
import { setCookie } from "../http/cookies";
import { auth } from "./config";

/** Longer than any valid address, and short enough for a cookie. In characters. */
const MAX_LENGTH = 320;

/**
 * @param request a request to the auth route, its body unread
 * @param response the response to it
 */
export async function rememberMailForm(request: Request, response: Response): Promise<void> {
  const { action, provider } = auth.matchAuthRoute(request) ?? {};
  if (action !== "signin" || provider?.type !== "email") return;
  const fields = await request.formData().catch(() => undefined);
  const address = fields?.get("email");
  if (typeof address !== "string" || address.length > MAX_LENGTH) return;
  if (await leadsToError(response)) setCookie("typed-address", address);
  else if (normalizeEmail(address) === (await auth.getPendingEmail(request))) setCookie("sent-again", "yes");
}

/** Whether the response leads to a page with an error. */
async function leadsToError(response: Response): Promise<boolean> {
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
