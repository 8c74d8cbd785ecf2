// Reading the session.
//
// Threat: a failure that looks like "signed out". If the adapter or a callback throws here, core answers that the visitor is signed out, and
// clears the cookie. A database that is down for a moment would sign out every visitor. Here the answer is 500, and the cookie stays.

import { SessionTokenError } from "@auth/core/errors";
import type { StartFlow } from "../exchange";

export const sessionReading: StartFlow = ({ request, reported }) => {
  if (request.action !== "session") return undefined;
  let hasThrown = false;

  function watch<Arguments extends unknown[], T>(call: (...args: Arguments) => T | PromiseLike<T>) {
    return async (...args: Arguments): Promise<T> => {
      try {
        return await call(...args);
      } catch (error) {
        hasThrown = true;
        throw error;
      }
    };
  }

  return {
    calls: ({ encode, jwt, session }) => ({ encode: watch(encode), jwt: watch(jwt), session: watch(session) }),
    instead(response) {
      // Core answers with a redirect if something throws before it has looked for the session.
      const hasFailed = hasThrown || reported.thrown instanceof SessionTokenError || response.headers.has("location");
      return hasFailed ? Response.json({ message: "The session cannot be read now." }, { status: 500 }) : undefined;
    },
  };
};
