// "Signed in, but not allowed", the same way in queries, actions, API routes and components. Visitors get a page with status 403,
// programs get JSON. Whether a user may do something is for the query, action or route to find out.

/** One that no library gives to its errors: what goes by this name is shown, and not logged. */
const NAME = "ForbiddenByApplication";

/**
 * ```ts
 * if (report.ownerId !== user.id) throw forbidden();
 * ```
 *
 * @returns an error to throw. It is not a fault, so it is not logged
 */
export function forbidden(): Error {
  return Object.assign(new Error("This is not allowed."), { name: NAME, stack: "" });
}

/** By its name, which it keeps on its way from the server to the browser. */
export function isForbidden(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}
