// Reading the session.
//
// Threat: a failure that looks like "signed out". If the adapter or a callback throws here, core answers that the
// visitor is signed out, and clears the cookie. A database that is down for a moment would sign out every visitor. Here
// the answer is 500, and the cookie stays. It also stays where the database has no such session: another request of
// this browser may just have replaced the token, and the late answer would remove the new one.

import { JWTSessionError, SessionTokenError } from "@auth/core/errors";
import { changeSetCookies, isExpired, isSessionCookie } from "../cookies.ts";
import type { StartFlow } from "../exchange.ts";

export const sessionReading: StartFlow = ({ request, reported }) => {
  if (request.action !== "session") return undefined;
  let isTokenValid = false;
  let isUnknown = false;
  return {
    adapter: (adapter) => ({
      async getSessionAndUser(sessionToken) {
        const found = await adapter.getSessionAndUser?.(sessionToken);
        isUnknown = !found && !reported.sessionEnded;
        return found ?? null;
      },
    }),
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
    async after(headers) {
      if (!isUnknown) return;
      const isClearing = (line: string, name: string) =>
        isSessionCookie(name, request.names.session) && isExpired(line);
      changeSetCookies(headers, (line, name) => (isClearing(line, name) ? undefined : line));
    },
  };
};
