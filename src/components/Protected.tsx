// The server-rendered wrapper: the page renders only once the user is known. Without a user the server answers with a
// redirect. This is a second check, after the guard (src/middleware.ts).

import { createAsync, useLocation } from "@solidjs/router";
import { type Component, createSignal, onMount, type ParentComponent, type ParentProps, Show } from "solid-js";
import { isServer } from "solid-js/web";
import { requireSession, type User, useSession } from "~/session";

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
 * @param Page gets the user as its `user` property; a layout gets its pages as `children`. It must be a named function:
 *   in development, solid-refresh replaces edited components by name, and keeps the old version of an inline component.
 */
export function Protected(Page: Component<ParentProps<ProtectedProps>>): ParentComponent {
  return (props) => {
    const session = useSession();
    const user = () => session() && (session()?.user ?? null);
    return (
      <Show when={user()} fallback={user() === null && <SignedOut />}>
        {(known) => (
          // Another user gets another page, without text that this user has typed or details that they have opened.
          <Show when={known().id} keyed>
            {(_) => <Page user={known()}>{props.children}</Page>}
          </Show>
        )}
      </Show>
    );
  };
}

/** The guard does not know this page. In the browser, the redirect waits for the data of this page. */
function SignedOut() {
  const location = useLocation();
  const [failure, setFailure] = createSignal<{ error: unknown }>();
  const leave = () => requireSession(location.pathname + location.search);
  if (isServer) createAsync(leave);
  else onMount(() => leave().catch((error) => setFailure({ error })));
  return <Show when={failure()}>{(known) => thrown(known().error)}</Show>;
}

/** Throws the error while the page renders, so that an error page shows it. */
function thrown(error: unknown): never {
  throw error;
}
