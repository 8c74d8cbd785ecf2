// An address that no mail could be sent to stays in the form of the sign-in page that says so. The page is a new one, without
// JavaScript and with it, so the browser keeps the address meanwhile.

import "server-only";
import { readTarget } from "~/solid-auth";
import { authConfig } from "./auth";
import { keepInBrowser } from "./browser-cookies";

/** Longer than any address that mail reaches, and still no burden for a cookie. In characters. */
const MAX_LENGTH = 320;

/**
 * @param request a request to the auth route, its body unread
 * @param response what it was answered with
 */
export async function keepTypedAddress(request: Request, response: Response): Promise<void> {
  const { action, provider } = readTarget(request, authConfig) ?? {};
  if (action !== "signin" || provider?.type !== "email" || !(await hasFailed(response))) return;
  const fields = await request.formData().catch(() => undefined);
  const address = fields?.get("email");
  if (typeof address === "string" && address.length <= MAX_LENGTH) keepInBrowser("typed-address", address);
}

/** The answer leads to a page that says what went wrong. */
async function hasFailed(response: Response): Promise<boolean> {
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
