// Sign-in by a passkey of this device, without the sign-in page. SignInLink.tsx loads this file at a press.

import { type Navigator, revalidate } from "@solidjs/router";
import { createSignInLock, signInWithPasskey } from "solid-authjs/client";
import { SIGN_IN, signInWith } from "~/lib/paths";
import { localPath } from "~/lib/url";

/** The server's refusal of a passkey. After any other error, no prompt was shown, or the visitor has closed it. */
const REFUSED = "WebAuthnVerificationError";

const lock = createSignInLock();

/**
 * Leaves the visitor on the page, signed in, or goes to the sign-in page.
 *
 * @param isReturning whether the guard redirected here. Then the page that the visitor wanted comes next; its path is
 *   in a cookie
 */
export async function signInAtOnce(navigate: Navigator, isReturning: boolean): Promise<void> {
  // Another sign-in is under way, or the browser is still waiting after an earlier press.
  if (!lock.take()) return navigate(SIGN_IN);
  const callbackUrl = isReturning ? undefined : location.href;
  const result = await signInWithPasskey({ callbackUrl, atOnce: true }).catch(() => undefined);
  // The visitor may have wanted a file, which the router does not know.
  if (result?.ok && isReturning) return lock.leave(localPath(result.url));
  lock.release();
  if (!result?.ok) return navigate(result?.error === REFUSED ? refusedPage(result.code) : SIGN_IN);
  navigate(localPath(result.url));
  await revalidate();
}

const refusedPage = (code = "") => signInWith({ error: REFUSED, ...(code && { code }) });
