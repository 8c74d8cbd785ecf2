// "Signed in, but not allowed", for queries, actions, API routes and components. Browsers get a page with status 403,
// other clients get JSON. The query, action or route itself checks whether the user has permission.

/** A name that no library uses. Errors with this name are shown to the user and not logged. */
const ERROR_NAME = "ForbiddenByApplication";

/**
 * ```ts
 * if (report.ownerId !== user.id) throw forbidden();
 * ```
 *
 * @returns an error to throw. It is not a fault, so it is not logged
 */
export function forbidden(): Error {
  return Object.assign(new Error("This is not allowed."), { name: ERROR_NAME, stack: "" });
}

/** Checks the name, which is kept when the error is sent to the browser. */
export function isForbidden(error: unknown): error is Error {
  return error instanceof Error && error.name === ERROR_NAME;
}
