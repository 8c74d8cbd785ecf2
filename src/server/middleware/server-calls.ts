// Threat: a call of a server function that cannot be read. The call can hang, or leave a stack in the log.

import "server-only";
import { refusedCallResponse } from "~/server/http/error-responses";
import { log } from "~/server/log";
import { requestLabel } from "~/server/log/failures";

export const calls = {
  refuse: refusedCallResponse,
  report: (request: Request, error: unknown) =>
    log.visitorError("a call that cannot be read", `${requestLabel(request)}: a call that cannot be read: ${error}`),
};
