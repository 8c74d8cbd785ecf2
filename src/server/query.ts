// What stands around the body of each query and each action: by which method it is called, under which name its failures are
// logged, and what they tell the browser.

import "server-only";
import { getRequestEvent } from "solid-js/web";
import { isForbidden } from "../forbidden";
import { errorPage } from "./error-page";
import { logFailure, placeOf } from "./failures";
import { refuse, returnWithFailure } from "./redirects";

/**
 * Runs the body of an action, on POST only: SolidStart runs any server function on GET too, where a link is enough.
 *
 * ```ts
 * export const rename = action(async (form: FormData) => {
 *   "use server";
 *   return act(async () => {
 *     const { id } = await requireUser("/account");
 *     await database.user.update({ where: { id }, data: { name: String(form.get("name")) } });
 *   }, "rename");
 * }, "rename");
 * ```
 *
 * After a failure the visitor is back on the page with a notice, and programs get JSON.
 *
 * @param name the action's, for the log
 * @throws {Response} 405 for any other method; what a failure or `forbidden()` ends in
 */
export async function act<T>(body: () => Promise<T>, name?: string): Promise<T> {
  const request = getRequestEvent()?.request;
  if (request?.method !== "POST") throw errorPage(request, 405, { headers: { allow: "POST" } });
  try {
    return await body();
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isForbidden(error)) throw refuse(request);
    throw returnWithFailure(request, logFailure(`action ${name ?? placeOf(request)}`, error));
  }
}

/**
 * Runs the body of a query. What goes wrong is logged here; the page learns only that something did. Responses (redirects) and
 * `forbidden()` pass.
 *
 * @param name the query's, for the log
 */
export async function answer<T>(body: () => Promise<T>, name?: string): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Response || isForbidden(error)) throw error;
    throw logFailure(`query ${name ?? placeOf(getRequestEvent()?.request)}`, error);
  }
}
