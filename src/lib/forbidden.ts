// "Signed in, but not allowed", for queries, actions, API routes and components. Browsers get a page with status 403,
// other clients get JSON. The query, action or route itself checks whether the user has permission. A query that is
// asked too often is refused in the same way, with 429.

/** Begins a name that no library uses, before the status. The user sees errors with such a name, and no log does. */
const REFUSAL = "Refusal:";

const refusal = (status: 403 | 429, message: string) =>
  Object.assign(new Error(message), { name: REFUSAL + status, stack: "" });

/**
 * ```ts
 * if (report.ownerId !== user.id) throw forbidden();
 * ```
 *
 * @returns an error to throw. It is not a fault, so it is not logged
 */
export function forbidden(): Error {
  return refusal(403, "This is not allowed.");
}

/** @param text for the user. @returns what a query throws if it is over a limit */
export function tooManyAttempts(text: string): Error {
  return refusal(429, text);
}

/** Reads the name, which is kept when the error is sent to the browser. @returns undefined if the error is a fault */
export function refusalStatus(error: unknown): 403 | 429 | undefined {
  const [, status] = error instanceof Error ? error.name.split(REFUSAL) : [];
  return status ? (Number(status) as 403 | 429) : undefined;
}

export function isForbidden(error: unknown): error is Error {
  return refusalStatus(error) === 403;
}

export function isTooManyAttempts(error: unknown): error is Error {
  return refusalStatus(error) === 429;
}
