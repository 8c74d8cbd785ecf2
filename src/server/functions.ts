// Queries and actions: who may call them, and the wrappers that check it. Every server function runs in `runQuery` or
// `runAction`. They check the caller, pass the user to the body, and log failures by name. The build refuses a server
// function without a wrapper. Clients can call any server function with any arguments, so the user is never an
// argument.

import "server-only";
import { type CustomResponse, redirect } from "@solidjs/router";
import { forbidden, isForbidden, isTooManyAttempts, tooManyAttempts } from "~/lib/forbidden";
import type { Refused } from "~/lib/refused";
import { localPath } from "~/lib/url";
import appConfig from "../../app.config";
import { auth } from "./auth/config";
import { redirectSignedOut } from "./auth/redirect-signed-out";
import { refused } from "./forms";
import { clientKind } from "./http/client-kind";
import { errorResponse } from "./http/error-page";
import { failedAction, forbiddenResponse } from "./http/error-responses";
import { rememberPendingAction } from "./http/pending-action";
import { isProtected } from "./http/protected-paths";
import { TooManyAttempts } from "./http/rate-limit";
import { redirectTo } from "./http/redirects";
import { currentRequest, requestContext, type User } from "./http/request-context";
import { logFailure } from "./log/failures";

export type { User };

/** Determines the caller. Callers without access get a redirect or `forbidden()`. An action hands in its form. */
export type Access<Caller> = (form?: FormData) => Promise<Caller>;

/** A function if the path depends on the arguments of the call. */
type Page = string | (() => string);

const pagePath = (page: Page) => (typeof page === "function" ? page() : page);

/** All visitors, signed in or not. */
export const anyone: Access<void> = async () => {};

/**
 * A signed-in user.
 *
 * @param page the page to return to after sign-in: a path with its query
 * @param isAllowed a permission; users without it get `forbidden()`
 */
export function user(page: Page, isAllowed?: (user: User) => boolean | Promise<boolean>): Access<User> {
  return () => permitted(requireUser(pagePath(page)), isAllowed);
}

/**
 * A user who has signed in recently and in person (`freshAge` in app.config.ts). For changes to sign-in methods and
 * account deletion.
 *
 * @param page may end in a fragment: the place on the page that the user was at
 * @param isAllowed as for {@link user}
 */
export function freshUser(page: Page, isAllowed?: (user: User) => boolean | Promise<boolean>): Access<User> {
  return (form) => permitted(requireFreshUser(pagePath(page), form), isAllowed);
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
 * @throws {Response} a redirect for visitors who are not signed in: to the sign-in page, if their session has ended in
 *   an open tab, or else as the guard does
 */
export async function requireUser(page: string): Promise<User> {
  const context = requestContext();
  const session = (await context.session())?.session;
  if (session?.user) return session.user;
  const path = localPath(page);
  const calledFrom = currentRequest().headers.get("referer");
  if (clientKind(currentRequest()) === "router") {
    const here = localPath(calledFrom ?? page);
    if (currentRequest().method === "POST") throw redirectTo(signInPath("SessionRequired", here, "signed_out"));
    // A redirect with the origin makes the browser load the page: the router is on its way to another one.
    if (here !== path && hadSession(here))
      throw redirect(context.origin + signInPath("SessionRequired", path, "signed_out"));
  }
  // If the call comes from another page, the browser loads this one, and the guard redirects. A preload, when the
  // pointer comes near a link, follows no redirect. It must not set the cookies for the page to return to. No guard
  // redirects from a public page: what was pressed there would come to nothing.
  const isPressed = currentRequest().method === "POST" && !isGuarded(path);
  const isCall = context.url.pathname.startsWith("/_server") && !isPressed;
  if (isCall && (!calledFrom || localPath(calledFrom) !== path)) throw redirect(context.origin + path);
  throw redirectSignedOut(path);
}

/**
 * See {@link freshUser}.
 *
 * @param form what the user sent. The page asks for the same press after the sign-in
 * @throws {Response} a redirect to the sign-in page for all other visitors
 */
export async function requireFreshUser(page: string, form?: FormData): Promise<User> {
  const [path = ""] = page.split("#");
  const found = await requireUser(path);
  const details = await requestContext().session();
  const age = Date.now() - (details?.provenAt?.valueOf() ?? 0);
  if (age < appConfig.session.freshAge * 1000) return found;
  if (form) rememberPendingAction(found.id ?? "", page, form);
  throw redirectTo(signInPath("FreshSignInRequired", page));
}

/** Whether a visitor without a session is on a page that needs one, or still sends a session's token. */
function hadSession(page: string): boolean {
  return isGuarded(page) || auth.sendsSession(currentRequest());
}

const isGuarded = (page: string) => isProtected(new URL(page, requestContext().origin).pathname);

/** @returns the path of the sign-in page, which says why and leads back to the page */
function signInPath(error: string, page: string, code?: string): string {
  return `/sign-in?${new URLSearchParams({ error, ...(code && { code }), callbackUrl: localPath(page) })}`;
}

/**
 * The body of a query.
 *
 * ```ts
 * export const reports = query(async () => {
 *   "use server";
 *   return runQuery("reports", user("/reports"), ({ id }) => database.report.findMany({ where: { userId: id } }));
 * }, "reports");
 * ```
 *
 * A failure is logged. The page learns only that something went wrong. A page whose query is over a `limit` says so.
 *
 * @param name for the log
 * @param access who may call it: `anyone`, `user(page)` or `freshUser(page)`
 * @param body gets the user; with `anyone` it gets nothing
 */
export async function runQuery<Caller, T>(
  name: string,
  access: Access<Caller>,
  body: (caller: Caller) => T | Promise<T>,
): Promise<T> {
  try {
    return await body(await checkedCaller(access));
  } catch (error) {
    // The router would copy the headers of the answer onto the page.
    if (error instanceof TooManyAttempts) throw tooManyAttempts(error.reason);
    if (error instanceof Response) throw error;
    throw logFailure(`query ${name}`, error);
  }
}

/**
 * The body of an action. It runs on POST only: SolidStart would run it on GET too, so a link could trigger it (CSRF).
 *
 * ```ts
 * export const rename = action(async (form: FormData) => {
 *   "use server";
 *   return runAction("rename", form, user("/account"), async ({ id }) => {
 *     await database.user.updateMany({ where: { id }, data: { name: plainText(form.get("name")) } });
 *   });
 * }, "rename");
 * ```
 *
 * It returns `refused()` for a form that it does not carry out, or redirects. After a failure, browsers return to the
 * page with a notice, and other clients get JSON.
 *
 * @param name for the log
 * @param form the argument of the action
 * @param access who may call it: `anyone`, `user(page)` or `freshUser(page)`
 * @param body gets the user; with `anyone` it gets nothing
 * @throws {Response} 405 for other methods, 400 if the argument is not a form; the response to a failure or
 *   `forbidden()`
 */
export async function runAction<Caller, T>(
  name: string,
  form: FormData,
  access: Access<Caller>,
  body: (caller: Caller) => T | Promise<T>,
): Promise<T | CustomResponse<Refused>> {
  const request = currentRequest();
  if (request.method !== "POST") throw errorResponse(request, 405, { headers: { allow: "POST" } });
  if (!isFormData(form)) throw errorResponse(request, 400);
  try {
    return await body(await checkedCaller(access, form));
  } catch (error) {
    if (error instanceof TooManyAttempts && clientKind(request) !== "other") return refused(error.reason, form, 429);
    // A result with a body is one, also if it is thrown: without JavaScript, SolidStart would show it as a page.
    if (error instanceof Response && "customBody" in error) return error as CustomResponse<Refused>;
    if (error instanceof Response) throw error;
    // The action has called a query that is over its limit.
    if (isTooManyAttempts(error)) return refused(error.message, form, 429);
    if (isForbidden(error)) throw forbiddenResponse(request);
    return failedAction(request, logFailure(`action ${name}`, error), form);
  }
}

/** Scripts can call an action with any argument. SolidStart turns a form without files into URLSearchParams. */
function isFormData(value: unknown): boolean {
  return value instanceof FormData || value instanceof URLSearchParams;
}

/**
 * `user` instead of `user(page)` gives a function: types refuse it, and this refuses it in code without type checks.
 */
async function checkedCaller<Caller>(access: Access<Caller>, form?: FormData): Promise<Caller> {
  const caller = await access(form);
  if (typeof caller === "function") throw new TypeError("The access was not called: it has to be user(page).");
  return caller;
}
