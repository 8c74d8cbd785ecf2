// Flash cookies of the email form, with and without JavaScript. They tell the next page the address if the mail could
// not be sent, or that the mail was sent again.

import "server-only";
import { type AuthReport, normalizeEmail } from "solid-auth";
import { setCookie } from "../http/cookies";
import { auth } from "./config";

/** Longer than any valid address, and short enough for a cookie. In characters. */
const MAX_LENGTH = 320;

/**
 * @param request a request to the auth route
 * @param report what came of it
 */
export async function rememberMailForm(
  request: Request,
  { action, provider, fields, failure }: AuthReport,
): Promise<void> {
  if (action !== "signin" || provider?.type !== "email") return;
  const address = fields.email;
  if (typeof address !== "string" || address.length > MAX_LENGTH) return;
  if (failure) setCookie("typed-address", address);
  else if (normalizeEmail(address) === (await auth.getPendingEmail(request))) setCookie("sent-again", "yes");
}
