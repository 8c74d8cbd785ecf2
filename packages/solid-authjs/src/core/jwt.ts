// The session as a JWT, in cookies.
//
// Threat: a `jwt` callback, or a user's row, with very much data. Servers then refuse each later request of this
// browser, even a sign-out, until its cookies expire. So such a sign-in fails, and the log says why.

import { encode } from "@auth/core/jwt";
import type { FlowContext } from "../context.ts";
import { CONFIGURATION } from "../errors.ts";
import type { ResolvedConfig } from "../resolved-config.ts";

type Encode = NonNullable<ResolvedConfig["jwt"]["encode"]>;

/** The length at which core splits a session into several cookies. */
const COOKIE_LENGTH = 3936;

/**
 * The maximum length of an encoded session: three cookies, in characters. Node refuses requests with more than 16 kB of
 * headers. The browser's own headers and the other cookies of a sign-in count, too.
 */
const MAX_JWT_LENGTH = 3 * COOKIE_LENGTH;

/** Thrown for a session that does not fit into the headers of a request. */
export class SessionTooLong extends Error {
  override name = "SessionTooLong";
}

/** `jwt.encode` for one request. A session that is only read keeps its token, and ends when the token ends. */
export function boundedEncode({ config, request, outcome }: FlowContext): Encode {
  const own: Encode = config.jwt.encode ?? encode;
  return async (parameters) => {
    const encoded = await own(parameters);
    if (encoded.length <= MAX_JWT_LENGTH) return encoded;
    if (request.action === "session" && request.method === "GET") return request.sessionToken;
    if (request.action === "callback") outcome.failure ??= CONFIGURATION;
    throw new SessionTooLong(
      `The session is ${encoded.length} characters long as a JWT, and at most ${MAX_JWT_LENGTH} fit into cookies. Keep the data in the database, and only its id in the token.`,
    );
  };
}
