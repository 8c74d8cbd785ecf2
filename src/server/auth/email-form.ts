// Flash cookies of the email form, with and without JavaScript. They tell the next page the address if the mail could
// not be sent, or that the mail was sent again.

import "server-only";
import { type AuthReport, emailOrNull } from "solid-authjs";
import { setCookie } from "~/server/http/cookies";
import { auth } from "./config";

/**
 * The maximum length in bytes, escaped as in the cookie: longer than all valid addresses except a few in other scripts.
 */
const MAX_TYPED_BYTES = 320;

/**
 * @param request a request to the auth route
 * @param report the result of the request
 */
export async function rememberMailForm(
  request: Request,
  { action, provider, fields, failure }: AuthReport,
): Promise<void> {
  if (action !== "signin" || provider?.type !== "email") return;
  const email = fields.email;
  // Half of a character, which a client can send as JSON, cannot be escaped for a cookie.
  if (typeof email !== "string" || !email.isWellFormed() || encodeURIComponent(email).length > MAX_TYPED_BYTES) return;
  if (failure) setCookie("typed-email", email);
  else if (emailOrNull(email) === (await auth.getPendingEmail(request))) setCookie("sent-again", "yes");
}
