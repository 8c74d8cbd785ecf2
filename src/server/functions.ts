// The wrappers of queries and actions, which check who may call them. Every server function runs in `runQuery` or
// `runAction`. They check the caller, pass the user to the body, and log failures by name. The build refuses a server
// function without a wrapper. Clients can call any server function with any arguments, so the user is never an
// argument.

import "server-only";
import { type CustomResponse, redirect } from "@solidjs/router";
import { type Failure, failureOf } from "~/lib/failures";
import { badCall, forbidden, tooManyAttempts } from "~/lib/forbidden";
import { againAt, originOf, type Refused } from "~/lib/forms";
import { signInWith } from "~/lib/paths";
import { localPath } from "~/lib/url";
import { pressText } from "~/messages/errors";
import appConfig from "../../app.config";
import { auth } from "./auth/config";
import { redirectSignedOut } from "./auth/redirect-signed-out";
import { refused } from "./forms";
import { clientKind } from "./http/client-kind";
import { errorResponse } from "./http/error-page";
import { refusedToOther } from "./http/other-user";
import { answerWithPage } from "./http/page-with-result";
import { isProtected } from "./http/protected-paths";
import { TooManyAttempts } from "./http/rate-limit";
import { redirectTo } from "./http/redirects";
import { requestContext, type User } from "./http/request-context";
import { detailsOf, logFailure } from "./log/failures";
import { assertSendable, type Sendable } from "./sendable";

export type { User };

/** Determines the caller. Callers without access get a redirect or `forbidden()`. An action passes its form. */
export type Access<Caller> = (form?: FormData) => Promise<Caller>;

/** The path of a page; a function, if the path depends on the arguments of the call. */
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
  return (form) => permitted(requireUser(pagePath(page), form), isAllowed);
}

/**
 * A user who has signed in recently and in person (`freshAge` in app.config.ts). Use it for changes to sign-in methods
 * and account deletion.
 *
 * @param page may end in a fragment, which names the user's place on the page
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
 * @param form the action's argument. The user returns to its page, which asks for the same press
 * @throws {Response} a redirect for visitors who are not signed in: to the sign-in page, if their session has ended in
 *   an open tab; otherwise as the guard does
 */
export async function requireUser(page: string, form?: FormData): Promise<User> {
  const context = requestContext();
  const session = (await context.session())?.session;
  if (session?.user) return session.user;
  const path = localPath(page);
  const request = context.request();
  const { method, headers } = request;
  const calledFrom = headers.get("referer");
  const isOfRouter = clientKind(request) === "router";
  const here = localPath(calledFrom ?? page);
  const pressed = pagePressed(form) ?? (isOfRouter && method === "POST" ? here : undefined);
  if (pressed) throw redirectTo(signInPath("SessionRequired", pressed, "signed_out"));
  if (isOfRouter) {
    // A redirect with the origin makes the browser load the page, because the router is going to another page.
    if (here !== path && hadSession(here))
      throw redirect(context.origin + signInPath("SessionRequired", path, "signed_out"));
  }
  // If the call comes from another page, the browser loads the called page, and the guard redirects. A preload runs
  // when the pointer comes near a link, and follows no redirect. So a preload must not set the cookies for the page to
  // return to. No guard redirects from a public page, so the press is lost there.
  const isPressed = method === "POST" && !isGuarded(path);
  const isCall = context.url.pathname.startsWith("/_server") && !isPressed;
  if (isCall && (!calledFrom || localPath(calledFrom) !== path)) throw redirect(context.origin + path);
  throw redirectSignedOut(path);
}

/**
 * See {@link freshUser}.
 *
 * @param form the form that the user sent. The page asks for the same press after the sign-in
 * @throws {Response} a redirect to the sign-in page for all other visitors
 */
export async function requireFreshUser(page: string, form?: FormData): Promise<User> {
  const [path = "", section] = page.split("#");
  const found = await requireUser(path, form);
  const details = await requestContext().session();
  const age = Date.now() - (details?.provenAt?.valueOf() ?? 0);
  if (age < appConfig.session.freshAge * 1000) return found;
  const pressed = pagePressed(form);
  throw redirectTo(signInPath("FreshSignInRequired", pressed && section ? `${pressed}#${section}` : (pressed ?? page)));
}

/** @returns the page of a form, which then asks for the same press again; undefined if no `Form` has sent the values */
function pagePressed(form?: FormData): string | undefined {
  const origin = originOf(form);
  if (!origin) return undefined;
  return againAt(origin.page, origin.form);
}

/** Whether a visitor without a session is on a page that needs one, or still sends a session's token. */
function hadSession(page: string): boolean {
  return isGuarded(page) || auth.sendsSession(requestContext().request());
}

const isGuarded = (page: string) => isProtected(new URL(page, requestContext().origin).pathname);

/** @returns the path of the sign-in page, which says why and leads back to the page */
function signInPath(error: string, page: string, code?: string): string {
  return signInWith({ error, ...(code && { code }), callbackUrl: localPath(page) });
}

/**
 * The body of a query.
 *
 * ```ts
 * export const reports = query(async () => {
 *   "use server";
 *   return runQuery(user("/reports"), ({ id }) => database.report.findMany({ where: { userId: id } }));
 * }, "reports");
 * ```
 *
 * A failure is logged. The page learns only that something went wrong. If a query is over a `limit`, its page tells the
 * user.
 *
 * @param access who may call it: `anyone`, `user(page)` or `freshUser(page)`
 * @param body gets the user; with `anyone` it gets nothing
 * @param name the name for the log. The build adds it: the name of the query
 */
export async function runQuery<Caller, T extends Sendable<T>>(
  access: Access<Caller>,
  body: (caller: Caller) => T | Promise<T>,
  name = "",
): Promise<T> {
  try {
    const answer = await body(await checkedCaller(access));
    assertSendable(answer);
    return answer;
  } catch (error) {
    // The router copies the headers of an answer onto the page, so they are removed here.
    if (error instanceof TooManyAttempts) throw tooManyAttempts(error.reason);
    if (error instanceof Response) throw error;
    throw logFailure(`query ${name}`, error);
  }
}

/**
 * The body of an action. It runs on POST only: SolidStart runs actions on GET too, so a link could trigger one (CSRF).
 *
 * ```ts
 * export const rename = action(async (form: FormData) => {
 *   "use server";
 *   return runAction(form, user("/account"), async ({ id }) => {
 *     await database.user.updateMany({ where: { id }, data: { name: plainText(form.get("name")) } });
 *   });
 * }, "rename");
 * ```
 *
 * It returns `refused()` for a form that it refuses, or redirects. For a form that was sent without the page's script,
 * the answer is the page with that result. After a failure, the form says that the action may have been carried out.
 *
 * @param form the argument of the action
 * @param access who may call it: `anyone`, `user(page)` or `freshUser(page)`
 * @param body gets the user; with `anyone` it gets nothing
 * @param name the name for the log. The build adds it: the name of the action
 * @throws {Response} 405 for other methods, and redirects
 * @throws {Error} for the router: the failure, and a call without a form
 */
export async function runAction<Caller, T extends Sendable<T>>(
  form: FormData,
  access: Access<Caller>,
  body: (caller: Caller) => T | Promise<T>,
  name = "",
): Promise<T | CustomResponse<Refused>> {
  const request = requestContext().request();
  if (request.method !== "POST") throw errorResponse(request, 405, { headers: { allow: "POST" } });
  const isOfRouter = clientKind(request) === "router";
  if (!isForm(form)) {
    if (isOfRouter) throw badCall(`The action ${name} takes a form as its last argument, and was called without one.`);
    throw errorResponse(request, 400);
  }
  const answer = await carryOut(form, access, body, name);
  return isOfRouter ? answer : ((await answerWithPage(form, answer)) as CustomResponse<Refused>);
}

async function carryOut<Caller, T extends Sendable<T>>(
  form: FormData,
  access: Access<Caller>,
  body: (caller: Caller) => T | Promise<T>,
  name: string,
): Promise<T | CustomResponse<Refused>> {
  const request = requestContext().request();
  try {
    const refusal = await refusedToOther(form);
    if (refusal) return refusal;
    const answer = await body(await checkedCaller(access, form));
    assertSendable(answer);
    if (answer instanceof Response && !isResult(answer) && !answer.headers.has("location")) throw answer;
    return answer;
  } catch (error) {
    if (error instanceof TooManyAttempts && clientKind(request) !== "other") {
      const limited = refused(error.reason, form, { status: 429 });
      limited.headers.set("retry-after", error.headers.get("retry-after") ?? "");
      return limited;
    }
    // A thrown result, such as that of refused(), counts as a result, too.
    if (error instanceof Response && isResult(error)) return error as CustomResponse<Refused>;
    if (error instanceof Response && (error.headers.has("location") || clientKind(request) === "other")) throw error;
    // The router takes any other answer for a success.
    const hint = "To refuse its form, an action returns refused().";
    const failed = error instanceof Response ? new Error(`It answered with status ${error.status}. ${hint}`) : error;
    const failure = failureOf(failed);
    // A user without permission, or a query that the action has called and that is over its limit.
    if (failure.isVisitors) return refused(textOf(failure), form, { status: failure.status });
    const shown = logFailure(`action ${name}`, failed);
    if (clientKind(request) === "router") throw shown;
    if (clientKind(request) === "other") throw errorResponse(request, 500, { details: detailsOf(shown) });
    return refused([textOf(failureOf(shown)), detailsOf(shown)].filter(Boolean).join(". "), form, { status: 500 });
  }
}

function textOf(failure: Failure): string {
  const { title, text } = pressText(failure);
  return [title, text].filter(Boolean).join(". ");
}

/** Scripts can call an action with any argument. SolidStart turns a form without files into URLSearchParams. */
const isForm = (value: unknown) => value instanceof FormData || value instanceof URLSearchParams;

const isResult = (answer: Response) =>
  "customBody" in answer || (!answer.headers.has("location") && answer.status < 400);

/**
 * `user` instead of `user(page)` returns a function: types refuse that, and this check refuses it in code without
 * types.
 */
async function checkedCaller<Caller>(access: Access<Caller>, form?: FormData): Promise<Caller> {
  const caller = await access(form);
  if (typeof caller === "function") throw new TypeError("The access was not called: it has to be user(page).");
  return caller;
}
