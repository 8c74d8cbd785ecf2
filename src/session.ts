// The session for pages: the signed-in user, and the notice of the last action. The layout reads it for each page.

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

/**
 * The query string of the page that the server renders. Code can ask for the session before a component has a location.
 */
function searchOfRequest(): string {
  const { url = "" } = getRequestEvent()?.request ?? {};
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}

/**
 * The session for a page. It redirects visitors of a protected page. The query's key is the path without its query
 * string. So a list that changes its query string does not load the session again: only the way back from the sign-in
 * page includes the query string.
 *
 * @param path the page's path
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
 * The session of this page. It is undefined until it is loaded: whole pages and navigations wait for it.
 *
 * ```tsx
 * const session = useSession();
 * return <Show when={session()?.user}>{(user) => <p>Hello, {user().name}</p>}</Show>;
 * ```
 */
export const useSession = () => useContext(SessionContext);
