// The facts that every page has about its visitor.

import "server-only";
import { localPath } from "~/lib/url";
import { auth } from "./auth/config";
import { findMethod } from "./auth/sign-in-methods";
import { requireUser } from "./functions";
import { readPageFlash } from "./http/cookies";
import { readNotice } from "./http/notice";
import { isProtected } from "./http/protected-paths";
import { requestContext } from "./http/request-context";

export type PageSession = Awaited<ReturnType<typeof readSession>>;

/**
 * The session for a page.
 *
 * @throws {Response} a redirect for visitors of a protected page
 */
export async function readSession(page: string) {
  const context = requestContext();
  const [pathname = ""] = localPath(page).split("?");
  if (isProtected(pathname)) await requireUser(page);
  const user = (await context.session())?.session.user ?? null;
  return {
    /** The signed-in user. */
    user,
    /** The notice of the last action. Shown once. */
    notice: readNotice(context),
    /** The protected page from which the guard redirected. Shown once. */
    returnTo: pathOrNull(readPageFlash("return-to", context)),
    /**
     * The user's CSRF token, for forms of the auth route. Visitors get a token, with its cookie, on the pages where
     * they sign in.
     */
    csrfToken: user && auth.getCsrfToken(context.request()),
    /** Whether passkeys are among the sign-in methods. */
    hasPasskeys: findMethod("passkey") !== undefined,
  };
}

/** A cookie can contain any text. */
function pathOrNull(value: string | undefined): string | null {
  return value?.startsWith("/") ? value : null;
}
