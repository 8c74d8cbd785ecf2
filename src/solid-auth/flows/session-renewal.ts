// The session that a browser had before a successful sign-in.
//
// Threats: session fixation, where an attacker knows the token from before the sign-in. Each sign-in makes a new session, and the old one
// ends. When an account or a passkey is added, an attacker's copy of the token would get the new rights too. So the session gets a new token.

import { expireCookie, isSessionCookie, nameOf } from "../cookies";
import { endSession } from "../core/adapter";
import type { StartFlow } from "../exchange";

export const sessionRenewal: StartFlow = (exchange) => {
  const { config, request, reported } = exchange;
  const { adapter } = config.core;
  const { sessionToken, sessionCookies } = request;
  const sessionName = request.names.session;
  if (request.action !== "callback") return undefined;

  async function rotateSession(headers: Headers): Promise<void> {
    const token = config.newSessionToken();
    if (!(await adapter?.rotateSession?.(sessionToken, token))) return;
    const lines = headers.getSetCookie();
    headers.delete("set-cookie");
    for (const line of lines) {
      const isSession = nameOf(line) === sessionName;
      headers.append("set-cookie", isSession ? line.replace(/=[^;]*/, `=${encodeURIComponent(token)}`) : line);
    }
  }

  return {
    async after(headers) {
      const set = headers.getSetCookie().map(nameOf);
      if (!reported.sessionEnded && !set.some((name) => isSessionCookie(name, sessionName))) return;
      for (const name of sessionCookies)
        if (!set.includes(name)) expireCookie(exchange, name, config.core.cookies?.sessionToken?.options);
      if (!sessionToken || !adapter || config.strategy !== "database") return;
      if (!exchange.addsTo) await endSession(adapter, sessionToken);
      else if (reported.added) await rotateSession(headers);
    },
  };
};
