// The refusal "signed in, but not allowed", for queries, actions, API routes and components. Browsers get a page with
// status 403, other clients get JSON. The query, action or route itself checks whether the user has permission.

/** The beginning of a name that no library uses; the status follows it. src/lib/failures.ts reads it. */
const refusal = (status: 400 | 403 | 429, message: string) =>
  Object.assign(new Error(message), { name: `Refusal:${status}`, stack: "" });

/**
 * ```ts
 * if (report.ownerId !== user.id) throw forbidden();
 * ```
 *
 * @returns an error to throw. It is not a fault, so it is not logged
 */
export const forbidden = (): Error => refusal(403, "This is not allowed.");

/** @param text for the user. @returns the error that a query throws when a limit is reached */
export const tooManyAttempts = (text: string): Error => refusal(429, text);

/** @param text for the developer. @returns the error that a server function throws for invalid arguments */
export const badCall = (text: string): Error => refusal(400, text);
