// "Signed in, but not allowed", for queries, actions, API routes and components. Browsers get a page with status 403,
// other clients get JSON. The query, action or route itself checks whether the user has permission.

/** Begins a name that no library uses, before the status. src/lib/failures.ts reads it. */
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

/** @param text for the user. @returns what a query throws if it is over a limit */
export const tooManyAttempts = (text: string): Error => refusal(429, text);

/** @param text for the developer. @returns what a server function throws if it is called with what it does not take */
export const badCall = (text: string): Error => refusal(400, text);
