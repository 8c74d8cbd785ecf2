// Threat: a client of the API that takes a page for its answer, where it asks for a path or a method that is not there.

import "server-only";
import { errorResponse } from "~/server/http/error-page";

export const methods = {
  // The auth route is for people as well: browsers get pages.
  isApi: ([first, second]: string[]) => first === "api" && second !== "auth",
  refuse: (request: Request | undefined, status: number, headers?: Record<string, string>) =>
    errorResponse(request, status, { headers }),
};
