// "Signed in, but not allowed", for queries, actions, API routes and components. Browsers get a page with status 403,
// other clients get JSON. The query, action or route itself checks whether the user has permission. A query that is
// asked too often is refused in the same way, with 429.

/** The status of an answer by the error's name, which no library uses. The user sees these errors, and no log. */
const STATUS = new Map([
  ["ForbiddenByApplication", 403],
  ["TooManyAttemptsInQuery", 429],
] as const);

const refusal = (name: string, message: string) => Object.assign(new Error(message), { name, stack: "" });

/**
 * ```ts
 * if (report.ownerId !== user.id) throw forbidden();
 * ```
 *
 * @returns an error to throw. It is not a fault, so it is not logged
 */
export function forbidden(): Error {
  return refusal("ForbiddenByApplication", "This is not allowed.");
}

/** @param text for the user. @returns what a query throws if it is over a limit */
export function tooManyAttempts(text: string): Error {
  return refusal("TooManyAttemptsInQuery", text);
}

/** @returns undefined if the error is a fault. Its name is kept when it is sent to the browser */
export function refusalStatus(error: unknown): 403 | 429 | undefined {
  return error instanceof Error ? STATUS.get(error.name as never) : undefined;
}

export function isForbidden(error: unknown): error is Error {
  return refusalStatus(error) === 403;
}

export function isTooManyAttempts(error: unknown): error is Error {
  return refusalStatus(error) === 429;
}
