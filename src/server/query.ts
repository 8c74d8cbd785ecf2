// What stands around the body of each query and each action: what a failure tells the browser, and by which method it is called.

import "server-only";
import { getRequestEvent } from "solid-js/web";
import { errorPage } from "./error-page";
import { log } from "./log";

/**
 * Runs the body of an action, on POST only: SolidStart runs any server function on GET too, where a link is enough.
 *
 * ```ts
 * export const rename = action(async (form: FormData) => {
 *   "use server";
 *   return act(async () => {
 *     const { id } = await requireUser("/account");
 *     await database.user.update({ where: { id }, data: { name: String(form.get("name")) } });
 *   });
 * });
 * ```
 *
 * @throws {Response} 405 for any other method; otherwise as {@link answer}
 */
export async function act<T>(body: () => Promise<T>): Promise<T> {
  const request = getRequestEvent()?.request;
  if (request?.method !== "POST") throw errorPage(request, 405, { headers: { allow: "POST" } });
  return answer(body);
}

/**
 * Runs the body of a query. What goes wrong is logged here. The page, which serialises errors with their stacks,
 * learns only that something did. Responses (redirects) pass.
 */
export async function answer<T>(body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error("query", error);
    const withheld = new Error("Something went wrong on the server.");
    withheld.stack = "";
    throw withheld;
  }
}
