// The data of the sign-in page.

import "server-only";
import { readCookie, readPageFlash } from "~/server/http/cookies";
import { requestContext } from "~/server/http/request-context";
import { auth } from "./config";
import { isOffered } from "./sign-in-method";
import { missingMethods, signInMethods } from "./sign-in-methods";
import { freshMethodsOf } from "./user-methods";

export type SignInPage = Awaited<ReturnType<typeof loadSignInPage>>;

export async function loadSignInPage() {
  const context = requestContext();
  const user = (await context.session())?.session.user;
  return {
    csrfToken: auth.getCsrfToken(context.request()),
    /** The configured sign-in methods, in the order of the page. */
    methods: signInMethods.filter(isOffered).map(({ id, name, icon }) => ({ id, name, icon })),
    /** In development: the sign-in methods that are off, with the variables that turn them on. */
    missing: import.meta.env.DEV ? missingMethods.map(({ name, variables }) => ({ name, variables })) : [],
    /** The method of this browser's last sign-in. */
    lastMethod: readCookie("last-method", context) ?? null,
    /** The methods with which the signed-in user can sign in freshly, and the methods that do not count. */
    fresh: user ? await freshMethodsOf(user.id) : null,
    /** The address of a failed sign-in mail, so that the visitor can correct it. It is shown once. */
    typedEmail: readPageFlash("typed-email", context) ?? null,
  };
}
