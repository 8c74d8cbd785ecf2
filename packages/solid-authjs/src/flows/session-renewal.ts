// The session that a browser had before a successful sign-in.
//
// Threat: session fixation. An attacker knows the session token from before the sign-in. Each sign-in makes a new
// session, and the old one ends. When an account or a passkey is added, an attacker's copy of the token gets the new
// rights too. So the session gets a new token.

import type { StartFlow } from "../context.ts";
import { changeSetCookies, expireCookie, isSessionCookie, nameInLine } from "../cookies.ts";
import { deleteSession } from "../core/adapter.ts";

export const sessionRenewal: StartFlow = (context) => {
  const { config, request, outcome } = context;
  const { adapter } = config.core;
  const { sessionToken, sessionCookies } = request;
  const sessionName = request.names.session;

  async function rotateSession(headers: Headers): Promise<void> {
    const token = config.session.generateSessionToken();
    if (!(await adapter?.rotateSession?.(sessionToken, token))) return;
    changeSetCookies(headers, (line, name) =>
      name === sessionName ? line.replace(/=[^;]*/, `=${encodeURIComponent(token)}`) : line,
    );
  }

  return {
    async after(headers) {
      const set = headers.getSetCookie().map(nameInLine);
      if (!outcome.jwt?.hasEnded && !set.some((name) => isSessionCookie(name, sessionName))) return;
      for (const name of sessionCookies) if (!set.includes(name)) expireCookie(context, name);
      if (!sessionToken || !adapter || config.session.strategy !== "database") return;
      if (!context.addsTo) await deleteSession(adapter, sessionToken);
      else if (outcome.added) await rotateSession(headers);
    },
  };
};
