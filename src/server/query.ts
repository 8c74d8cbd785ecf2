// What a query that fails tells the browser.

import "server-only";
import { log } from "./log";

/**
 * Runs the body of a query or an action. What goes wrong is logged here. The page, which serialises errors with their stacks,
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
