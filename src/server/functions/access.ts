// Access rules: who may call a query or an action.

import "server-only";
import { redirect } from "@solidjs/router";
import type { Session } from "solid-auth";
import { localPath } from "~/lib/url";
import appConfig from "../../../app.config";
import { forbidden } from "../../lib/forbidden";
import { redirectToSignIn } from "../http/guard";
import { redirectTo } from "../http/redirects";
import { currentRequest, requestContext } from "../http/request-context";

export type User = NonNullable<Session["user"]>;

/** Determines the caller. Throws a redirect or `forbidden()` for callers without access. */
export type Access<Caller> = () => Promise<Caller>;

/** A function if the path depends on the arguments of the call. */
type Page = string | (() => string);

const pathOf = (page: Page) => (typeof page === "function" ? page() : page);

/** All visitors, signed in or not. */
export const anyone: Access<void> = async () => {};

/**
 * A signed-in user.
 *
 * @param page the page to return to after sign-in: a path with its query
 * @param isAllowed a permission; users without it get `forbidden()`
 */
export function user(page: Page, isAllowed?: (user: User) => boolean | Promise<boolean>): Access<User> {
  return () => permitted(requireUser(pathOf(page)), isAllowed);
}

/**
 * A user who has signed in recently (`freshAge` in app.config.ts). For changes to sign-in methods and account deletion.
 *
 * @param page may end in a fragment: the place on the page that the user was at
 * @param isAllowed as for {@link user}
 */
export function freshUser(page: Page, isAllowed?: (user: User) => boolean | Promise<boolean>): Access<User> {
  return () => permitted(requireFreshUser(pathOf(page)), isAllowed);
}

async function permitted(pending: Promise<User>, isAllowed: (user: User) => boolean | Promise<boolean> = () => true) {
  const found = await pending;
  if (!(await isAllowed(found))) throw forbidden();
  return found;
}

/**
 * The signed-in user, for API routes. Queries and actions use `user(page)`.
 *
 * @param page the page to return to after sign-in: a path with its query
 * @throws {Response} a redirect for visitors who are not signed in
 */
export async function requireUser(page: string): Promise<User> {
  const context = requestContext();
  const session = (await context.session())?.session;
  if (session?.user) return session.user;
  const path = localPath(page);
  const calledFrom = currentRequest().headers.get("referer");
  // If the call comes from another page, the browser loads this one, and the guard redirects. A preload, when the
  // pointer comes near a link, follows no redirect. It must not set the cookies for the page to return to.
  if (context.url.pathname.startsWith("/_server") && (!calledFrom || localPath(calledFrom) !== path))
    throw redirect(context.origin + path);
  throw redirectToSignIn(path);
}

/** See {@link freshUser}. @throws {Response} a redirect to the sign-in page for all other visitors */
export async function requireFreshUser(page: string): Promise<User> {
  const [path = ""] = page.split("#");
  const found = await requireUser(path);
  const details = await requestContext().session();
  const age = Date.now() - (details?.authenticatedAt?.valueOf() ?? 0);
  if (age < appConfig.session.freshAge * 1000) return found;
  const query = new URLSearchParams({ error: "FreshSignInRequired", callbackUrl: localPath(page) });
  throw redirectTo(`${appConfig.pages.signIn}?${query}`);
}
