// Shows a changed name, picture or address in the session at once.

import "server-only";
import { requestContext } from "~/server/http/request-context";
import { auth } from "./config";

/** Updates the session with the changed data of its user. */
export async function refreshSession(): Promise<void> {
  await auth.update(requestContext().request());
}
