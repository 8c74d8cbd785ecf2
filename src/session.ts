// The session, as pages know it: the signed-in user, and what has just happened. The layout reads it for each page.

import { query } from "@solidjs/router";
import { type Accessor, createContext, useContext } from "solid-js";
import { anyone, runQuery, user } from "~/server/functions";
import { type PageSession, readSession } from "~/server/page-session";

export type { User } from "~/server/functions";

/**
 * The session for a page. Visitors of a protected page are redirected.
 *
 * @param page a path with its query
 */
export const session = query(async (page: string) => {
  "use server";
  return runQuery("session", anyone, () => readSession(page));
}, "session");

/** Redirects visitors of a page that needs a user, as the guard does on protected paths. @param page as above */
export const requireSession = query(async (page: string) => {
  "use server";
  return runQuery("require-session", user(page), () => null);
}, "require-session");

export const SessionContext = createContext<Accessor<PageSession | undefined>>(() => undefined);

/**
 * The session of this page. It is undefined until it is there: whole pages and navigations wait for it.
 *
 * ```tsx
 * const session = useSession();
 * return <Show when={session()?.user}>{(user) => <p>Hello, {user().name}</p>}</Show>;
 * ```
 */
export const useSession = () => useContext(SessionContext);
