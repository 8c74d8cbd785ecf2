// Every server function runs in one of these two wrappers. They check the caller, pass the user to the body, and log
// failures by name. The build refuses a server function without a wrapper (scripts/server-functions.ts). Clients can
// call any server function with any arguments, so the user is never an argument.

import "server-only";
import { isForbidden } from "../../lib/forbidden";
import { errorPage } from "../http/error-page";
import { logFailure } from "../http/failures";
import { redirectWithFailure, respondForbidden } from "../http/redirects";
import { currentRequest } from "../http/request-context";
import type { Access } from "./access";

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
 * A failure is logged. The page learns only that something went wrong.
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
    if (error instanceof Response || isForbidden(error)) throw error;
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
 *     await database.user.updateMany({ where: { id }, data: { name: String(form.get("name")) } });
 *   });
 * }, "rename");
 * ```
 *
 * After a failure, browsers return to the page with a notice, and other clients get JSON.
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
): Promise<T> {
  const request = currentRequest();
  if (request.method !== "POST") throw errorPage(request, 405, { headers: { allow: "POST" } });
  if (!isForm(form)) throw errorPage(request, 400);
  try {
    return await body(await checkedCaller(access));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isForbidden(error)) throw respondForbidden(request);
    throw redirectWithFailure(request, logFailure(`action ${name}`, error));
  }
}

/** Scripts can call an action with any argument. SolidStart turns a form without files into URLSearchParams. */
function isForm(value: unknown): boolean {
  return value instanceof FormData || value instanceof URLSearchParams;
}

/**
 * `user` in place of `user(page)` gives a function: types refuse it, and this refuses it in code without type checks.
 */
async function checkedCaller<Caller>(access: Access<Caller>): Promise<Caller> {
  const caller = await access();
  if (typeof caller === "function") throw new TypeError("The access was not called: it has to be user(page).");
  return caller;
}
