// Reading the session.
//
// Threat: a failure that looks like "signed out". If the adapter or a callback throws here, core answers that the visitor is signed out, and
// clears the cookie. A database that is down for a moment would sign out every visitor. Here the answer is 500, and the cookie stays.

import { JWTSessionError, SessionTokenError } from "@auth/core/errors";
import type { StartFlow } from "../exchange";

export const sessionReading: StartFlow = ({ request, reported }) => {
  if (request.action !== "session") return undefined;
  let isTokenValid = false;
  return {
    calls: ({ decode }) => ({
      async decode(parameters) {
        const token = await decode(parameters);
        isTokenValid = token !== null;
        return token;
      },
    }),
    instead(response) {
      const { thrown } = reported;
      const hasThrown = thrown instanceof SessionTokenError || (thrown instanceof JWTSessionError && isTokenValid);
      // Core answers with a redirect if something throws before it has looked for the session.
      if (!hasThrown && !response.headers.has("location")) return undefined;
      return Response.json({ message: "The session cannot be read now." }, { status: 500 });
    },
  };
};
