// Who may call a query or an action.

import "server-only";
import { redirect } from "@solidjs/router";
import { localPath } from "~/lib/url";
import type { Session } from "~/solid-auth";
import appConfig from "../../../app.config";
import { forbidden } from "../../lib/forbidden";
import { redirectToSignIn } from "../http/guard";
import { redirectTo } from "../http/redirects";
import { currentRequest, requestContext } from "../http/request-context";

export type User = NonNullable<Session["user"]>;

/** Finds out who calls. Throws a redirect, or `forbidden()`, for those who may not. */
export type Access<Caller> = () => Promise<Caller>;

/** A function where the path depends on the arguments of the call. */
type Page = string | (() => string);

const pathOf = (page: Page) => (typeof page === "function" ? page() : page);

/** Everybody, signed in or not. */
export const anyone: Access<void> = async () => {};

/**
 * A signed-in user.
 *
 * @param page where the visitor comes back to after signing in: a path with its query
 * @param isAllowed a permission; whoever lacks it gets `forbidden()`
 */
export function user(page: Page, isAllowed?: (user: User) => boolean | Promise<boolean>): Access<User> {
  return () => permitted(requireUser(pathOf(page)), isAllowed);
}

/** A user who has signed in a short while ago (`freshAge` in app.config.ts): for what changes who can get into the account, or ends it. */
export function freshUser(page: Page, isAllowed?: (user: User) => boolean | Promise<boolean>): Access<User> {
  return () => permitted(requireFreshUser(pathOf(page)), isAllowed);
}

async function permitted(pending: Promise<User>, isAllowed: (user: User) => boolean | Promise<boolean> = () => true) {
  const found = await pending;
  if (!(await isAllowed(found))) throw forbidden();
  return found;
}

/**
 * The signed-in user, on the server: for API routes. Queries and actions say `user(page)`.
 *
 * @param page where the visitor comes back to after signing in: a path with its query
 * @throws {Response} a redirect for visitors who are not signed in
 */
export async function requireUser(page: string): Promise<User> {
  const context = requestContext();
  const session = (await context.session())?.session;
  if (session?.user) return session.user;
  const path = localPath(page);
  const calledFrom = currentRequest().headers.get("referer");
  // Called from another page: the browser loads this one, and the guard sends the visitor on. A mere preload, when the
  // pointer comes near a link, follows no redirect, and must not set the cookies that say where the next sign-in goes.
  if (context.url.pathname.startsWith("/_server") && (!calledFrom || localPath(calledFrom) !== path))
    throw redirect(context.origin + path);
  throw redirectToSignIn(path);
}

/** See {@link freshUser}. @throws {Response} a redirect to the sign-in page for everybody else */
export async function requireFreshUser(page: string): Promise<User> {
  const found = await requireUser(page);
  const details = await requestContext().session();
  const age = Date.now() - (details?.authenticatedAt?.valueOf() ?? 0);
  if (age < appConfig.session.freshAge * 1000) return found;
  const query = new URLSearchParams({ error: "FreshSignInRequired", callbackUrl: localPath(page) });
  throw redirectTo(`${appConfig.pages.signIn}?${query}`);
}
