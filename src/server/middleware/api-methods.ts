// Threat: a client of the API requests a missing path or method, and takes a page for the answer.

import "server-only";
import { errorResponse } from "~/server/http/error-page";

export const methods = {
  // People use the auth route as well, so browsers get pages there.
  isApi: ([first, second]: string[]) => first === "api" && second !== "auth",
  refuse: (request: Request | undefined, status: number, headers?: Record<string, string>) =>
    errorResponse(request, status, { headers }),
};
