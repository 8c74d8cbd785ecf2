// The server-rendered wrapper: the page renders only once the user is known. Without a user the server answers with a
// redirect. This is a second check, after the guard (src/middleware.ts).

import { useLocation } from "@solidjs/router";
import { type Component, Show } from "solid-js";
import { type User, useCurrentUser } from "~/page-data";

export interface ProtectedProps {
  user: User;
}

/**
 * Wraps a page that needs a signed-in user.
 *
 * ```tsx
 * // src/routes/protected/reports.tsx
 * function Reports(props: ProtectedProps) {
 *   return <h1>Reports for {props.user.name}</h1>;
 * }
 *
 * export default Protected(Reports);
 * ```
 *
 * @param Page gets the user as its `user` property. It must be a named function: in development, solid-refresh replaces
 *   edited components by name, and would keep the old version of a component that is written inline.
 */
export function Protected(Page: Component<ProtectedProps>): Component {
  return () => {
    const location = useLocation();
    const user = useCurrentUser(() => location.pathname + location.search);
    return <Show when={user()}>{(known) => <Page user={known()} />}</Show>;
  };
}
