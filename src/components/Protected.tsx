// The server-rendered wrapper: nothing of the page renders before the user is known. Without a user the answer is a redirect,
// in place of the page on the server and on top of the guard (src/middleware).

import { Meta } from "@solidjs/meta";
import { useLocation } from "@solidjs/router";
import { type Component, Show } from "solid-js";
import { type User, useCurrentUser } from "~/session";

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
 * @param Page gets the user as its `user` property. A function with a name of its own: in development, solid-refresh replaces
 *   edited components by their names, and would keep the old one of a page that is written into the call.
 */
export function Protected(Page: Component<ProtectedProps>): Component {
  return () => {
    const location = useLocation();
    const user = useCurrentUser(() => location.pathname + location.search);
    return (
      <>
        <Meta name="robots" content="noindex" />
        <Show when={user()}>{(known) => <Page user={known()} />}</Show>
      </>
    );
  };
}
