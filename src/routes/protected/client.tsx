// A client-rendered page for signed-in users. The browser renders it after the guard has let the request through. It
// shows nothing before the user is known, also on navigations within the application.

import { createSignal, onMount, Show } from "solid-js";
import { PageMeta } from "~/components/PageMeta";
import { Protected, type ProtectedProps } from "~/components/Protected";

function ClientRendered(props: ProtectedProps) {
  return (
    <article class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <PageMeta title="Client-rendered page" isUnlisted />
      <h1 class="text-xl sm:text-3xl">Hello, {props.user.name || props.user.email}</h1>
      <p class="max-w-prose text-muted-foreground">
        Your browser rendered this page at {new Date().toLocaleTimeString()}. Edit it in{" "}
        <code class="rounded bg-muted px-1.5 py-0.5 text-sm wrap-anywhere">src/routes/protected/client.tsx</code>.
      </p>
      <p>
        <a href="/protected">Go to the server-rendered page</a>
      </p>
    </article>
  );
}

function NeedsScript() {
  return (
    <noscript>
      <h1>This page needs JavaScript</h1>
      <p>
        Your browser would render it. <a href="/protected">The server-rendered page</a> works without.
      </p>
    </noscript>
  );
}

const Content = Protected(ClientRendered);

export default function InBrowser() {
  const [isBrowser, setBrowser] = createSignal(false);
  onMount(() => setBrowser(true));
  return (
    <Show when={isBrowser()} fallback={<NeedsScript />}>
      <Content />
    </Show>
  );
}
