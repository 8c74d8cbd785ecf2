// The session, as pages know it: the signed-in user, and what has just happened. The layout reads it for each page.

import { query, useLocation } from "@solidjs/router";
import { GET } from "@solidjs/start";
import { type Accessor, createContext, untrack, useContext } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import { anyone, runQuery, user } from "~/server/functions";
import { type PageSession, readSession } from "~/server/page-session";

export type { User } from "~/server/functions";

async function sessionOf(page: string) {
  "use server";
  return runQuery(anyone, () => readSession(page));
}

/** The query string of the page that the server renders. It asks for the session before a component has a location. */
function searchOfRequest(): string {
  const { url = "" } = getRequestEvent()?.request ?? {};
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}

/**
 * The session for a page. Visitors of a protected page are redirected. It is the same for each query string of a path,
 * so a list that changes its own does not ask for it again: only the way back from the sign-in page has the query.
 *
 * @param path of the page
 */
export const session = query(
  (path: string) => GET(sessionOf)(path + (isServer ? searchOfRequest() : untrack(() => useLocation().search))),
  "session",
);

/** Redirects visitors of a page that needs a user, as the guard does on protected paths. @param page as above */
export const requireSession = query(async (page: string) => {
  "use server";
  return runQuery(user(page), () => null);
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
