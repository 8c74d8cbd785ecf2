// The session endpoint. With database sessions, ../database-session.ts answers. With JWTs, core reads the session.
//
// Threat: a failure that looks like "signed out". If a callback throws here, core answers that the visitor is signed
// out, and clears the cookie. Here the answer is 500, and the cookie stays.

import { JWTSessionError } from "@auth/core/errors";
import type { FlowContext, StartFlow } from "../context.ts";
import { csrfRefusal } from "../csrf.ts";
import { readDatabaseSession } from "../database-session.ts";

export const sessionReading: StartFlow = (context) => {
  const { config, request, outcome } = context;
  let isTokenValid = false;
  return {
    before() {
      const refusal = request.method === "POST" && csrfRefusal(context);
      if (refusal) {
        outcome.failure = refusal;
        return Response.json(null, { status: 400 });
      }
      return config.session.strategy === "database" ? databaseSessionResponse(context) : undefined;
    },
    callbacks: ({ decode }) => ({
      async decode(parameters) {
        const token = await decode(parameters);
        isTokenValid = token !== null;
        return token;
      },
    }),
    replace(response) {
      const hasThrown = outcome.thrown instanceof JWTSessionError && isTokenValid;
      // If an error is thrown before core has looked for the session, core answers with a redirect.
      return hasThrown || response.headers.has("location") ? unreadableResponse() : undefined;
    },
  };
};

async function databaseSessionResponse(context: FlowContext): Promise<Response> {
  const { method, body, url } = context.request;
  const update = method === "POST" ? { data: body.data } : undefined;
  try {
    const details = await readDatabaseSession({ ...context, origin: url.origin }, update);
    return Response.json(details?.session ?? null);
  } catch {
    // The failure is already in the log.
    return unreadableResponse();
  }
}

function unreadableResponse(): Response {
  return Response.json({ message: "The session cannot be read now." }, { status: 500 });
}
